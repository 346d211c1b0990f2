import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** Returns the address of one day (YYYY-MM-DD) of the kind of a machine, or of these machines. */
export function dayAddress(
  locale: Locale,
  {
    machine,
    machines = [],
    day,
  }: { machine?: number | undefined; machines?: readonly number[]; day?: string },
): string {
  const query = new URLSearchParams({
    ...(machines.length > 0 ? { machines: machines.join() } : machine && { machine: String(machine) }),
    ...(day && { day }),
  })
  return paths.page(locale, query.size > 0 ? `booking/day?${query}` : 'booking/day')
}
