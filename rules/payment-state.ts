/** Every state of a payment, in the order in which the provider's word counts more. */
export const paymentStates = ['created', 'open', 'pending', 'cancelled', 'expired', 'failed', 'paid'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * Returns the state after the provider was seen with another one. Messages arrive late, twice and in any order: the same
 * set of them ends in the same state.
 */
export function laterState(known: PaymentState, seen: PaymentState): PaymentState {
  return paymentStates.indexOf(seen) > paymentStates.indexOf(known) ? seen : known
}
