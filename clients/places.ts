import { placeApi } from '../contracts/http/places.ts'
import { type BackendClientOptions, timeoutMs } from './backend.ts'
import { createCalls } from './calls.ts'

/** Places in courses for a person: one call per endpoint of `placeApi`. */
export function createPlaceClient(options: Omit<BackendClientOptions, 'pageReads'>) {
  return createCalls(placeApi, { ...options, timeoutMs })
}
