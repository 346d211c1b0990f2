import { type ConnectorApi, connectorApi } from '../../contracts/http/connector.ts'
import type { Config } from '../../platform/config.ts'
import type { WorkshopSystem } from '../../services/connector/workshop-system.ts'

/**
 * Asks Fabman for the spaces of the account, and says what the workshop system on it cannot do.
 * @throws Error that says what is wrong and how to mend it
 */
export async function fabmanAnswers(
  { url, apiKey, webhookSecret }: Config['fabman'],
  workshop: WorkshopSystem,
): Promise<string> {
  if (!apiKey) return 'not used: the embedded engine has the workshop'
  const response = await fetch(`${url}/spaces`, {
    headers: { authorization: `Bearer ${apiKey}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  }).catch((cause: unknown) => {
    throw new Error(`${url} does not answer. Check FABMAN_URL.`, { cause })
  })
  if (response.status === 401 || response.status === 403) {
    throw new Error(
      `Fabman refuses the key (${response.status}). Check FABMAN_API_KEY: its member needs admin.`,
    )
  }
  const spaces: unknown = await response.json().catch(() => null)
  if (!response.ok || !Array.isArray(spaces)) {
    throw new Error(`${url}/spaces answers ${response.status}. Check FABMAN_URL: it ends in /api/v1.`)
  }
  const news = webhookSecret ? '' : '; without FABMAN_WEBHOOK_SECRET changes made there show after a minute'
  const lacking = lackingIn(workshop).join(', ')
  return `${spaces.length} ${spaces.length === 1 ? 'space' : 'spaces'}${news}; what it cannot do, and pages leave out: ${lacking}`
}

/** Names in plain words for the calls that a workshop system may lack. */
const known: { [Name in keyof ConnectorApi]?: string } = {
  bookingCosts: 'the price of a booking that is made',
  waitlist: 'waiting list',
  joinWaitlist: 'waiting list',
  leaveWaitlist: 'waiting list',
  acceptOffer: 'waiting list',
  checkIn: 'check-in by code',
  checkInSecret: 'check-in by code',
  renewCheckInSecret: 'check-in by code',
  teamCredits: 'credits that a team shares',
  endCredit: 'an end for credits',
  openCharges: 'invoices of bookings (Fabman bills the use)',
  collectCharges: 'invoices of bookings (Fabman bills the use)',
  recordPayment: 'invoices of bookings (Fabman bills the use)',
}

/** Returns what a workshop system lacks of the contract: a call without words stands under its own name. */
export function lackingIn(workshop: WorkshopSystem): string[] {
  const names = Object.keys(connectorApi) as (keyof ConnectorApi)[]
  return [...new Set(names.filter((name) => !workshop[name]).map((name) => known[name] ?? name))]
}
