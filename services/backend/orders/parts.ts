import type { Invoicing } from '../invoices/parts.ts'
import type { LegalTextOf } from './legal-texts.ts'
import type { PaymentProvider } from '../payments/provider.ts'

/** The parts that the functions of orders and payments share. */
export interface Ordering extends Invoicing {
  /** null = nobody can pay online here: people transfer. */
  provider: PaymentProvider | null
  legalTextOf: LegalTextOf
}
