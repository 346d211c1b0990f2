import type { z } from 'zod'
import { storeErrorOf } from '../../clients/store-error.ts'
import type { DataApi } from '../../contracts/http/data.ts'
import { ageOf } from '../../contracts/age.ts'
import type { Locale } from '../i18n/locale.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'

const timeoutMs = 10_000

/** The answer of a data route. */
export interface Live<T> {
  data: T
  /** When stale data was read, as an ISO instant; null when it is fresh. */
  asOf: string | null
}

/** Rows of the data table that are read, by their paths. Types only: the schemas weigh more than a screen. */
type Rows = Extract<DataApi[keyof DataApi], { method: 'GET' }>
type At<Path> = Extract<Rows, { path: Path }>

/** Parameters of the path and the query. */
type Asked<Row extends Rows> = { [Name in keyof Row['params']]: number } & (Row extends {
  query: infer Query extends z.ZodType
}
  ? z.output<Query>
  : object)

/**
 * Asks a data route of the site (`/data/…`), in a member's name where there is one. @throws StoreError when it refuses;
 * what `fetch` throws when there is no connection
 */
export async function askData<Path extends Rows['path']>(
  path: Path,
  asked: Asked<At<Path>>,
  locale: Locale,
  as: 'member' | 'visitor',
): Promise<Response> {
  const values = Object.entries<unknown>(asked).filter(([, value]) => value !== undefined)
  const url = new URL(path, location.origin)
  for (const [name, value] of values) {
    const text = String(value)
    if (path.includes(`{${name}}`)) url.pathname = path.replace(`{${name}}`, text)
    else url.searchParams.set(name, text)
  }
  const token = as === 'member' ? await authorise({ method: 'GET', url: url.href }) : {}
  const headers = { 'accept-language': locale, ...token }
  const request = new Request(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  const response = await fetchSigned(request)
  if (!response.ok) throw await storeErrorOf(response)
  return response
}

/** Asks a data route that answers JSON. */
export async function askLive<Path extends Rows['path']>(
  path: Path,
  asked: Asked<At<Path>>,
  locale: Locale,
  as: 'member' | 'visitor',
): Promise<Live<z.output<At<Path>['answer']>>> {
  const response = await askData(path, asked, locale, as)
  const age = ageOf(response.headers)
  return {
    data: (await response.json()) as z.output<At<Path>['answer']>,
    asOf: age === null ? null : new Date(Date.now() - age * 1000).toISOString(),
  }
}
