import type { AgreedText } from '../../../contracts/sign-up.ts'
import type { Offer, Order, OrderBuyer, OrderedItem, PaysBy } from '../../../contracts/order.ts'

/** What a sign-up needs of orders. */
export interface Ordering {
  /** What an item costs when it is ordered now; null = it is not sold. */
  offerOf(item: OrderedItem): Promise<Offer | null>
  /**
   * Places an order once per key, and opens its payment.
   * @throws Problem `priceChanged` when it costs something else than was shown
   */
  placeOrder(asked: {
    item: OrderedItem
    buyer: OrderBuyer
    /** A member who signed in; null = it is not known whose address it is. */
    member: number | null
    paysBy: PaysBy
    startsEarly: boolean
    consents: AgreedText[]
    requestKey: string
    shownCents: number
    returnPaths: { success: string; cancel: string }
  }): Promise<{ number: string; url: string | null }>
  orderOf(number: string): Promise<Order | null>
  /** Ends an order that is not paid; false when it is. */
  cancelOrder(number: string): Promise<boolean>
}
