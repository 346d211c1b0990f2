import { uncached } from '../../delivery/cacheable.ts'
import { titled } from '../../i18n/titled.ts'
import { loadContact, storeContact } from '../../sign-up/contact-step.server.ts'
import { ContactStep } from '../../sign-up/contact-step.tsx'
import { guardedStep } from '../../sign-up/visitor.server.ts'
import type { Route } from './+types/contact'

export const handle = { app: true }

/** The page holds what the visitor typed before. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = titled('onboarding_contact_title')

/** Leads to the first step that is not done (R11). */
export const middleware: Route.MiddlewareFunction[] = guardedStep('onboarding-start')

export const loader = (args: Route.LoaderArgs) => loadContact(args)

export const action = (args: Route.ActionArgs) => storeContact(args)

/** The second step: who becomes a member (R11). */
export default function OnboardingContact({ loaderData, actionData }: Route.ComponentProps) {
  return <ContactStep loaded={loaderData} answered={actionData} />
}
