import { titled } from '../../i18n/titled.ts'
import { changeOrder, loadConfirmation } from '../../sign-up/confirmation-step.server.ts'
import { ConfirmationStep } from '../../sign-up/confirmation-step.tsx'
import type { Route } from './+types/confirmation'

export const handle = { app: true }

/** The page holds the visitor's order. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta = titled('onboarding_confirmation_title')

export const loader = (args: Route.LoaderArgs) => loadConfirmation(args, 'onboarding')

export const action = (args: Route.ActionArgs) => changeOrder(args, 'onboarding')

/** The end of a sign-up; without an order it says nothing of anybody's (R14). */
export default function OnboardingConfirmation({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmationStep loaded={loaderData} answered={actionData} />
}
