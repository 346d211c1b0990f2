import { addDays, type Day } from '../rules/time.ts'
import { declarationJobs } from '../services/backend/declarations/jobs.ts'
import { bookTransfer } from '../services/backend/invoices/correcting.ts'
import { invoiceJobs } from '../services/backend/invoices/jobs.ts'
import { noteRepaid } from '../services/backend/orders/desk.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { placeInvoicePayment, placeOrder, type Placing } from '../services/backend/orders/placing.ts'
import { keepEvent } from '../services/backend/payments/events.store.ts'
import { refundsByHand } from '../services/backend/payments/refunds.store.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { mortalParts, untilDead } from './mortal.fixture.ts'
import { numbersFrom } from './random.fixture.ts'
import type { Workshop, World } from './year-workshops.fixture.ts'

export const firstDay = '2026-11-23'
export const longestMs = 7_200_000

/** How a later charge of a method goes: `confirms` wants its buyer each time, `expired` never succeeds. */
export type Way = 'card' | 'debit' | 'confirms' | 'expired'

/** A bank decides about a debit after so many days. */
const debitDays = 5
/** A bank takes a debit back without a reason for eight weeks. */
const returnDays = 56
/** A dispute is decided after so many days. */
const disputeDays = 12

/** What happens in each simulated year: processes die in their jobs, and banks pay, refuse, take back and give back. */
export class Year {
  readonly world: World
  readonly workshop: Workshop
  private readonly random: () => number
  /** How each method pays. */
  private readonly methods = new Map<string, Way>()
  /** The day on which the bank decides about each debit. */
  private readonly debits = new Map<string, Day>()
  /** The day on which each dispute began. */
  private readonly disputes = new Map<string, Day>()
  private steps = 0
  deaths = 0
  wonDisputes = 0
  transferredCents = 0
  repaidByHandCents = 0

  constructor(world: World, { workshop, seed }: { workshop: Workshop; seed: number }) {
    this.world = world
    this.workshop = workshop
    this.random = numbersFrom(seed)
  }

  get parts(): Ordering {
    return this.workshop.parts
  }

  happens(chance: number): boolean {
    return this.random() < chance
  }

  /** A number from 0 to below `most`. */
  below(most: number): number {
    return Math.floor(this.random() * most)
  }

  nextStep(): number {
    return ++this.steps
  }

  /** Jobs run, in a process that may be killed, then `act`, then they run again. */
  async day(day: Day, act: () => Promise<void>): Promise<void> {
    this.world.time.now = new Date(`${day}T11:00:00Z`)
    this.decideCharges()
    if (this.happens(0.15)) await this.die()
    this.world.minutesLater(5)
    await this.work()
    await this.decideDebits(day)
    await this.decideDisputes(day)
    await act()
    for (const { number } of await refundsByHand(this.world.db))
      this.repaidByHandCents += await noteRepaid(this.parts, number)
    this.world.minutesLater(5)
    await this.work()
  }

  /** A day on which nothing happens: what banks and buyers have decided is known after it. */
  async end(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) {
      this.world.minutesLater(24 * 60)
      await this.work()
      await this.work()
    }
  }

  async work(parts = this.parts): Promise<void> {
    const jobs = [declarationJobs, subscriptionJobs, orderJobs, invoiceJobs]
    for (const of of jobs) for (const run of Object.values(of(parts))) await run()
  }

  private async die(): Promise<void> {
    const life = mortal(1 + this.below(120))
    await untilDead(life, () => this.work(mortalParts(this.parts, life)))
    if (life.isDead()) this.deaths++
  }

  /** Somebody orders, and pays on the provider's page; null = by invoice. */
  async buy(asked: Placing, way: Way | null): Promise<void> {
    await placeOrder(this.parts, asked)
    if (way !== null) await this.payPage(way)
  }

  /** Somebody pays an open invoice on the provider's page. @returns false while the kept method is being charged */
  async payOnline(invoice: number, member: number, way: Way): Promise<boolean> {
    const requestKey = `online-${this.nextStep()}`
    const returnPaths = { success: '/me/invoices', cancel: '/me/invoices' }
    const asked = { invoice, member, locale: 'de' as const, requestKey, returnPaths }
    const placed = await placeInvoicePayment(this.parts, asked).catch((error: { code?: string }) => {
      if (error.code !== 'orderRunning') throw error
    })
    if (placed) await this.payPage(way)
    return placed !== undefined
  }

  async transfer(number: string): Promise<void> {
    this.transferredCents += await bookTransfer(this.parts, number)
  }

  private async payPage(way: Way): Promise<void> {
    const { payments } = this.world
    const page = payments.pages().at(-1)
    if (!page) throw new Error('no page')
    this.methods.set(`pm_${page.ref}`, way)
    payments.become(way === 'debit' ? 'pending' : 'paid', page.ref)
    await refreshPayment(this.parts, page.asked.payment)
  }

  /** What the next charge of each method meets. */
  private decideCharges(): void {
    const { refusals, codes } = this.world.payments
    for (const [method, way] of this.methods) {
      const fails = way === 'confirms' || way === 'expired' || this.happens(0.4)
      refusals.set(method, fails ? 'failed' : way === 'debit' ? 'pending' : 'paid')
      codes.set(method, way === 'confirms' ? 'authentication_required' : 'card_declined')
    }
  }

  private debitsNow() {
    const { payments } = this.world
    const pages = payments.pages().map((page) => ({
      ...page,
      method: `pm_${page.ref}`,
      cents: sum(page.asked.lines.map(({ quantity, cents }) => quantity * cents)),
    }))
    const all = [...payments.charges(), ...pages]
    return all.filter(({ method }) => this.methods.get(method) === 'debit')
  }

  /** A bank pays a debit or not, and takes one back that it has paid, which nobody expects. */
  private async decideDebits(day: Day): Promise<void> {
    const { payments } = this.world
    for (const { ref, state, cents, refundedCents } of this.debitsNow()) {
      const due = this.debits.get(ref)
      if (state === 'pending' && due === undefined) this.debits.set(ref, addDays(day, debitDays))
      else if (state === 'pending' && due !== undefined && due <= day) {
        const decided = this.happens(0.2) ? 'failed' : 'paid'
        if (ref.startsWith('cs_')) payments.become(decided, ref)
        else payments.chargeBecomes(decided, ref)
      } else if (state === 'paid' && due !== undefined && day <= addDays(due, returnDays)) {
        if (refundedCents > 0 || this.disputes.has(ref)) continue
        if (this.disputes.size > 0 && !this.happens(0.01)) continue
        this.disputes.set(ref, day)
        payments.disputes.set(ref, cents)
        await this.tell('charge.dispute.created', ref)
      }
    }
  }

  /** A bank gives back what it took, or keeps it. */
  private async decideDisputes(day: Day): Promise<void> {
    for (const [ref, since] of this.disputes) {
      if (addDays(since, disputeDays) !== day) continue
      if (this.wonDisputes > 0 && !this.happens(0.5)) continue
      this.wonDisputes++
      this.world.payments.disputes.set(ref, 0)
      await this.tell('charge.dispute.closed', ref)
    }
  }

  /** The provider says that something has happened. */
  private async tell(type: string, ref: string): Promise<void> {
    await keepEvent(this.world.db, { id: `evt_${this.nextStep()}`, type, ref }, this.world.time.now)
  }

  /** What the bank accounts of the space hold. */
  heldCents(): number {
    const { payments } = this.world
    const received = [
      ...payments
        .pages()
        .map(({ state, asked }) =>
          state === 'paid' ? sum(asked.lines.map(({ quantity, cents }) => quantity * cents)) : 0,
        ),
      ...payments.charges().map(({ state, cents }) => (state === 'paid' ? cents : 0)),
    ]
    const returned = payments.refunds().map(({ cents }) => cents)
    const disputed = [...payments.disputes.values()]
    return sum(received) - sum(returned) - sum(disputed) + this.transferredCents - this.repaidByHandCents
  }
}

export const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
