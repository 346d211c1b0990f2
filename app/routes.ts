import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every address of the site once, for both languages: German bare, English under the optional segment `en`. */
export default [
  route('en?', 'routes/language.tsx', [
    index('routes/home.tsx'),
    route('auth', 'routes/auth.tsx'),
    route('booking', 'routes/booking.tsx'),
    route('events', 'routes/events.tsx'),
    route('me', 'routes/me/me.tsx', [
      index('routes/me/index.tsx'),
      route('profil', 'routes/me/profil.tsx'),
      route('bookings', 'routes/me/bookings.tsx'),
      route('credits', 'routes/me/credits.tsx'),
      route('course', 'routes/me/course.tsx'),
      route('invoices', 'routes/me/invoices.tsx'),
      route('packages', 'routes/me/packages.tsx'),
      route('trainings', 'routes/me/trainings.tsx'),
      route('team', 'routes/me/team.tsx'),
      route('packagesTeam', 'routes/me/packages-team.tsx'),
    ]),
    layout('routes/onboarding/onboarding.tsx', [
      route('onboarding/start', 'routes/onboarding/start.tsx'),
      route('onboarding/contact', 'routes/onboarding/contact.tsx'),
      route('onboarding/image', 'routes/onboarding/image.tsx'),
      route('onboarding/payment', 'routes/onboarding/payment.tsx'),
      route('onboarding/confirmation', 'routes/onboarding/confirmation.tsx'),
    ]),
    layout('routes/team/team.tsx', [
      route('team/start', 'routes/team/start.tsx'),
      route('team/user', 'routes/team/user.tsx'),
      route('team/contact', 'routes/team/contact.tsx'),
      route('team/payment', 'routes/team/payment.tsx'),
      route('team/confirmation', 'routes/team/confirmation.tsx'),
    ]),
    route('machines/:slug?', 'routes/redirects/machines.ts'),
    route('workshops/:slug?', 'routes/redirects/workshops.ts'),
    route('de/*', 'routes/redirects/german.ts'),
    route('*', 'routes/content.tsx'),
  ]),
  route('data/week', 'routes/data/week.ts'),
  route('data/bookings', 'routes/data/bookings.ts'),
  route('data/equipment', 'routes/data/equipment.ts'),
] satisfies RouteConfig
