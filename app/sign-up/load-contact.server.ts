import type { RouterContextProvider } from 'react-router'
import { countries } from '../../contracts/postal.ts'
import type { ContactCase } from '../../rules/contact.ts'
import { dayOf, toLocal } from '../../rules/time.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { languageTag, localeOf } from '../i18n/locale.ts'
import { soldPackage } from './sold-package.server.ts'
import { visitorOf } from './visitor.server.ts'

/** Loads the step `contact`. The guards have passed: there is a sign-up. */
export async function loadContact(asked: {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}) {
  const { url, context } = asked
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const { signUp } = await visitorOf(asked)
  if (!signUp) throw new Error('no sign-up behind the guards')
  const { zone } = await services.space(locale)
  const given: ContactCase = {
    today: dayOf(toLocal(services.now(), zone)),
    email: signUp.email,
    hasRequirement: signUp.hasRequirement,
    country: signUp.country,
  }
  // Named here: browsers and servers have different lists of names.
  const names = new Intl.DisplayNames(languageTag[locale], { type: 'region' })
  return {
    signUp,
    given,
    countries: countries.map((code) => ({ code, name: names.of(code) ?? code })),
    sold: await soldPackage(services, signUp.item).catch(upstreamFailure(services, url)),
  }
}
