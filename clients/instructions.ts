import { instructionApi } from '../contracts/http/instructions.ts'
import { timeoutMs } from './backend.ts'
import { type CallOptions, createCalls } from './calls.ts'

/** The product backend for the screen of an instruction: one call per endpoint of `instructionApi`. */
export function createInstructionClient(options: Omit<CallOptions, 'timeoutMs' | 'reads'>) {
  return createCalls(instructionApi, { ...options, timeoutMs })
}
