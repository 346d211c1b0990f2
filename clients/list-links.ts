import { listLinkApi } from '../contracts/http/list-links.ts'
import { timeoutMs } from './backend.ts'
import { type CallOptions, createCalls } from './calls.ts'

/** The product backend for somebody with the link of a list: one call per endpoint of `listLinkApi`. */
export function createListLinkClient(options: Omit<CallOptions, 'timeoutMs' | 'reads' | 'authorise'>) {
  return createCalls(listLinkApi, { ...options, timeoutMs })
}
