import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { pages } from '../contracts/addresses.ts'
import { dataApi } from '../contracts/http/data.ts'

/** The screens of the member area: the file of `me/credits` is `routes/me/credits.tsx`. */
const childrenOfMe = Object.keys(pages).flatMap((path) => (path.startsWith('me/') ? path.slice(3) : []))

/** Every address of the site once, for both languages: German bare, English under the optional segment `en`. */
export default [
  route('en?', 'routes/language.tsx', [
    index('routes/content.tsx', { id: 'home' }),
    route('auth', 'routes/auth.tsx'),
    route('register', 'routes/register.tsx'),
    route('register/sent', 'routes/register-sent.tsx'),
    route('booking', 'routes/booking.tsx'),
    route('booking/day', 'routes/booking-day.tsx'),
    route('booking/time', 'routes/booking-time.tsx'),
    route('check-in/:machine', 'routes/check-in.tsx'),
    route('check-in/course/:date', 'routes/check-in-course.tsx'),
    route('events', 'routes/events.tsx'),
    route('events.ics', 'routes/events/feeds.ts', { id: 'events.ics' }),
    route('events.rss', 'routes/events/feeds.ts', { id: 'events.rss' }),
    route('events/:course', 'routes/events/course.tsx'),
    route('events/:course/sign-up', 'routes/events/sign-up.tsx'),
    route('events/:course/guest', 'routes/events/guest.tsx'),
    route('events/:course/:file', 'routes/events/feeds.ts', { id: 'events/date.ics' }),
    route('search', 'routes/search.tsx'),
    route('order/claim/:token', 'routes/order-claim.tsx'),
    route('account/delete/:token', 'routes/account-delete.tsx'),
    route('contract/cancel', 'routes/contract/cancel.tsx'),
    route('contract/withdraw', 'routes/contract/withdraw.tsx'),
    route('contract/receipt/:token', 'routes/contract/receipt.tsx'),
    route('contract/receipt/:token/:file', 'routes/contract/receipt-file.ts'),
    route('contract/disown/:token', 'routes/contract/disown.tsx'),
    route('instruction/:slug', 'routes/instruction.tsx'),
    route('invitation/:token', 'routes/invitation.tsx'),
    route('course-place/:token', 'routes/course-place.tsx'),
    route('certificates/:code', 'routes/certificate.tsx'),
    route('attendance-list/:token', 'routes/attendance-link.tsx'),
    route('share/*', 'routes/share-picture.ts'),
    route('me', 'routes/me/me.tsx', [
      index('routes/me/index.tsx'),
      ...childrenOfMe.map((path) =>
        route(
          path,
          `routes/me/${path.replace('order/:number', 'placed-order').replace('attendance/:date', 'attendance-list')}.tsx`,
        ),
      ),
    ]),
    ...['start', 'contact', 'image', 'payment', 'confirmation', 'guardian'].map((step) =>
      route(`onboarding/${step}`, `routes/onboarding/${step}.tsx`),
    ),
    route('onboarding/photo.jpg', 'routes/onboarding/photo.ts'),
    ...['start', 'user', 'contact', 'payment', 'confirmation'].map((step) =>
      route(`team/${step}`, `routes/team/${step}.tsx`),
    ),
    route('machines/:slug?', 'routes/redirects.ts', { id: 'redirects/machines' }),
    route('workshops/:slug?', 'routes/redirects.ts', { id: 'redirects/workshops' }),
    route('de/*', 'routes/redirects.ts', { id: 'redirects/de' }),
    route('dev/blocks', 'routes/gallery.tsx'),
    route('manifest.webmanifest', 'routes/web-manifest.ts'),
    route('offline', 'routes/offline.ts'),
    route('*', 'routes/content.tsx'),
  ]),
  // The one page without the shared layout.
  route('display/:space', 'routes/display.tsx', { id: 'display' }),
  route('en/display/:space', 'routes/display.tsx', { id: 'display-en' }),
  route('calendars/:kind/:id/:file', 'routes/calendar-feed.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('language', 'routes/chosen-language.ts'),
  route('sw.js', 'routes/service-worker.ts'),
  ...Object.entries(dataApi).map(([name, { path }]) => {
    const bare = path.slice(1).replace('{id}.ics', ':file')
    return name === 'preview'
      ? route(bare, 'routes/data/preview.ts')
      : route(bare, 'routes/data/data.ts', { id: bare.replace(':', '') })
  }),
] satisfies RouteConfig
