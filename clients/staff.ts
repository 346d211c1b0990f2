import { staffApi } from '../contracts/http/staff.ts'
import { timeoutMs } from './backend.ts'
import { type CallOptions, createCalls } from './calls.ts'

/** The product backend for staff: one call per endpoint of `staffApi`. */
export function createStaffClient(options: Omit<CallOptions, 'timeoutMs' | 'reads'>) {
  return createCalls(staffApi, { ...options, timeoutMs })
}
