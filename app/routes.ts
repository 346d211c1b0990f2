import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { dataApi } from '../contracts/http/data.ts'

/** Every address of the site once, for both languages: German bare, English under the optional segment `en`. */
export default [
  route('en?', 'routes/language.tsx', [
    index('routes/content.tsx', { id: 'home' }),
    route('auth', 'routes/auth.tsx'),
    route('booking', 'routes/booking.tsx'),
    route('booking/time', 'routes/booking-time.tsx'),
    route('check-in/:machine', 'routes/check-in.tsx'),
    route('events', 'routes/events.tsx'),
    route('events.ics', 'routes/events/calendar.ts'),
    route('events.rss', 'routes/events/feed.ts'),
    route('events/:course', 'routes/events/course.tsx'),
    route('events/:course/:file', 'routes/events/date-calendar.ts'),
    route('search', 'routes/search.tsx'),
    route('share/*', 'routes/share-picture.ts'),
    route('me', 'routes/me/me.tsx', [
      index('routes/me/index.tsx'),
      route('profil', 'routes/me/profil.tsx'),
      route('bookings', 'routes/me/bookings.tsx'),
      route('credits', 'routes/me/credits.tsx'),
      route('course', 'routes/coming.tsx', { id: 'me/course' }),
      route('invoices', 'routes/coming.tsx', { id: 'me/invoices' }),
      route('packages', 'routes/coming.tsx', { id: 'me/packages' }),
      route('trainings', 'routes/coming.tsx', { id: 'me/trainings' }),
      route('team', 'routes/coming.tsx', { id: 'me/team' }),
      route('packagesTeam', 'routes/coming.tsx', { id: 'me/packagesTeam' }),
    ]),
    route('onboarding/start', 'routes/coming.tsx', { id: 'onboarding/start' }),
    route('onboarding/contact', 'routes/coming-guarded.tsx', { id: 'onboarding/contact' }),
    route('onboarding/image', 'routes/coming-guarded.tsx', { id: 'onboarding/image' }),
    route('onboarding/payment', 'routes/coming-guarded.tsx', { id: 'onboarding/payment' }),
    route('onboarding/confirmation', 'routes/coming.tsx', { id: 'onboarding/confirmation' }),
    route('team/start', 'routes/coming.tsx', { id: 'team/start' }),
    route('team/user', 'routes/coming.tsx', { id: 'team/user' }),
    route('team/contact', 'routes/coming-guarded.tsx', { id: 'team/contact' }),
    route('team/payment', 'routes/coming-guarded.tsx', { id: 'team/payment' }),
    route('team/confirmation', 'routes/coming.tsx', { id: 'team/confirmation' }),
    route('machines/:slug?', 'routes/redirects/machines.ts'),
    route('workshops/:slug?', 'routes/redirects/workshops.ts'),
    route('de/*', 'routes/redirects/german.ts'),
    route('dev/blocks', 'routes/gallery.tsx'),
    route('*', 'routes/content.tsx'),
  ]),
  // The one page without the shared layout.
  route('display/:space', 'routes/display.tsx', { id: 'display' }),
  route('en/display/:space', 'routes/display.tsx', { id: 'display-en' }),
  route('calendars/:kind/:id/:file', 'routes/calendar-feed.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
  ...Object.entries(dataApi).map(([name, { path }]) =>
    route(path.slice(1).replace('{id}.ics', ':file'), `routes/data/${kebabCase(name)}.ts`),
  ),
] satisfies RouteConfig

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
