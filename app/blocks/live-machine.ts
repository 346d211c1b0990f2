import type { LiveEquipment } from '../../contracts/live.ts'
import type { Locale } from '../i18n/locale.ts'

interface LiveMachineRequest {
  resource: number
  locale: Locale
  fetch: typeof fetch
  signal: AbortSignal
}

/**
 * What a machine does right now, in words of a language; null when workshop management does not list it.
 * @throws what `fetch` throws, and Error with the status of an answer that is no list
 */
export async function loadLiveMachine(request: LiveMachineRequest): Promise<LiveEquipment | null> {
  const { resource, locale, fetch, signal } = request
  const response = await fetch(`/data/equipment?locale=${locale}`, { signal })
  const list: unknown = response.ok ? await response.json() : null
  if (!Array.isArray(list)) throw new Error(`Live state of the machines: ${response.status}`)
  return (list as LiveEquipment[]).find((machine) => machine?.id === resource) ?? null
}
