import { countries } from '../../contracts/postal.ts'
import type { ContactCase } from '../../rules/contact.ts'
import { dayOf, toLocal } from '../../rules/time.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { runForm } from '../forms/run-form.server.ts'
import { languageTag, localeOf } from '../i18n/locale.ts'
import { soldPackage } from './sold-package.server.ts'
import { contactForm, contactMessage, contactOf } from './contact-fields.ts'
import { type Asked, nextStep, visitorOf } from './visitor.server.ts'

/** Loads the step `contact`. The guards have passed: there is a sign-up. */
export async function loadContact(asked: Asked) {
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
    flow: signUp.flow,
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

/** Stores the step `contact` and leads to the next one. */
export async function storeContact({ request, url, context }: Asked) {
  const { backend, token } = await visitorOf({ request, url, context })
  const { given, signUp } = await loadContact({ request, url, context })
  let isStored = false
  const answer = await runForm(
    request,
    contactForm(given),
    async (form) => {
      await backend.signUpContact(contactOf(form))
      isStored = true
    },
    servicesOf(context).log,
    { messageOf: contactMessage },
  )
  const { flow } = signUp
  const step = flow === 'team' ? 'payment' : 'image'
  if (isStored) throw nextStep({ flow, step }, { url, context }, token)
  return answer
}
