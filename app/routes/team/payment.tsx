import { titled } from '../../i18n/titled.ts'
import { loadPayment, placeOrder } from '../../sign-up/payment-step.server.ts'
import { PaymentStep } from '../../sign-up/payment-step.tsx'
import { guardedStep } from '../../sign-up/visitor.server.ts'
import type { Route } from './+types/payment'

export const handle = { app: true }

/** The page holds the visitor's order. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta = titled('onboarding_payment_title')

/** A refused order shows what it costs now. */
export const shouldRevalidate = () => true

/** Leads to the first step that is not done (R13). */
export const middleware: Route.MiddlewareFunction[] = guardedStep('team-user', 'team-contact')

export const loader = (args: Route.LoaderArgs) => loadPayment(args)

export const action = (args: Route.ActionArgs) => placeOrder(args)

/** The fourth step: what it costs, how it is paid, and the order (R13). */
export default function TeamPayment({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentStep loaded={loaderData} answered={actionData} />
}
