import { parseArgs } from 'node:util'
import type { ConnectorClient } from '../../clients/connector.ts'
import { StoreError } from '../../clients/store-error.ts'
import { Id } from '../../contracts/booking.ts'
import { CalendarKind } from '../../contracts/calendar.ts'
import { codeSheets } from './code-sheets.ts'

export const checkInCodesUsage =
  'check-in-codes [--enable <machine id>] [--renew <machine id>] --out <file.html>'
export const calendarUsage = 'calendar members|resources|spaces <id> [--renew]'

/** The connector with the manage token. */
export type DeskConnector = Pick<
  ConnectorClient,
  'spaces' | 'equipment' | 'checkInSecret' | 'renewCheckInSecret' | 'calendarToken' | 'renewCalendarToken'
>

/**
 * Draws the codes of all machines that have one. `--enable` gives a machine its first code, `--renew` replaces a code; the
 * old one stops working.
 * @returns the changes without any secret, and the file, which the caller writes: this may run in the server
 * @throws Error for unknown options or equipment, and where the workshop system has no check-in
 */
export async function drawCodes(args: string[], connector: DeskConnector, publicUrl: string) {
  const { out, enable, renew } = readOptions(args)
  return inWords(async () => {
    const [spaces, equipment] = await Promise.all([connector.spaces(), connector.equipment()])
    const unknown = [...enable, ...renew].find((id) => !equipment.some((machine) => machine.id === id))
    if (unknown !== undefined) throw new Error(`There is no machine ${unknown}.\n${listOf(equipment)}`)

    const machines: { id: number; name: string; secret: string }[] = []
    // One after the other: a workshop system elsewhere has a rate limit.
    for (const { id, name } of equipment) {
      const given = renew.includes(id) ? null : await connector.checkInSecret(id)
      const isNew = renew.includes(id) || (enable.includes(id) && !given?.secret)
      const secret = isNew ? (await connector.renewCheckInSecret(id)).secret : given?.secret
      if (secret) machines.push({ id, name, secret })
    }
    if (machines.length === 0)
      throw new Error(
        `No machine has a code yet. Give one to a machine with --enable <id>.\n${listOf(equipment)}`,
      )

    const [space] = spaces
    const text = await codeSheets({
      spaceName: space?.name ?? '',
      publicUrl,
      keptMinutes: space?.bookingExclusiveMinutes ?? null,
      machines,
    })
    const lines = [
      `${machines.length} ${machines.length === 1 ? 'code' : 'codes'} to print in ${out}:`,
      listOf(machines),
      'Whoever has the file can check in from anywhere: delete it when it is printed.',
      ...adviceOn(publicUrl),
    ]
    return { output: lines.join('\n'), file: { path: out, text } }
  })
}

/**
 * The address of a calendar; one that has none gets its first.
 * @throws Error for unknown arguments, and where there are no calendars
 */
export async function calendarAddress(args: string[], connector: DeskConnector): Promise<string> {
  const { values, positionals } = understood(calendarUsage, () =>
    parseArgs({ args, allowPositionals: true, options: { renew: { type: 'boolean' } } }),
  )
  const kind = CalendarKind.safeParse(positionals[0])
  const id = Id.safeParse(positionals[1])
  if (!kind.success || !id.success || positionals.length > 2) throw new Error(`Usage: ${calendarUsage}`)
  return inWords(async () => {
    const present = await connector.calendarToken(kind.data, id.data)
    if (!present) throw new Error(`There is nothing with the number ${id.data} among the ${kind.data}.`)
    if (present.calendarUrl && !values.renew) return present.calendarUrl
    const { calendarUrl } = await connector.renewCalendarToken(kind.data, id.data)
    return present.calendarUrl ? `${calendarUrl}\nThe old address is useless now.` : calendarUrl
  })
}

function readOptions(args: string[]): { out: string; enable: number[]; renew: number[] } {
  const ids = { type: 'string', multiple: true } as const
  return understood(checkInCodesUsage, () => {
    const { values } = parseArgs({ args, options: { out: { type: 'string' }, enable: ids, renew: ids } })
    if (!values.out) throw new Error('--out is missing')
    const numbers = (given: string[] = []) => given.map((each) => Id.parse(each))
    return { out: values.out, enable: numbers(values.enable), renew: numbers(values.renew) }
  })
}

function understood<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new Error(`Usage: ${usage}`, { cause })
  }
}

/** Turns a refusal of the connector into a sentence for the operator. */
async function inWords<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw new Error(cause.problem?.title ?? cause.message, { cause })
  }
}

function listOf(machines: { id: number; name: string }[]): string {
  return machines.map(({ id, name }) => `  ${id}\t${name}`).join('\n')
}

function adviceOn(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl)
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return []
  return [`Phones cannot open ${publicUrl}: set PUBLIC_URL and print the codes again.`]
}
