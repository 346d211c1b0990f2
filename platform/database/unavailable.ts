import pg from 'pg'
import { Problem } from '../../contracts/problem.ts'

/**
 * SQLSTATE of a database that is away, starts, stops, reads only, or has no room: classes 08, 53 and 57P0, statements
 * that were cancelled for their time (57014), transactions for their silence (25P03), failed disks (58030).
 */
const away = /^(08|53|57P0|57014$|25P03$|25006$|58030$)/

/**
 * The Problem of a database that cannot answer now; any other error stays as it is.
 * @param isLost the connection has failed, whatever the error says
 * @param readOnlyMeansFull the database only reads when its disk is full
 * @returns Problem `databaseUnavailable` or, when its disk is full, `databaseFull`
 */
export function problemOf(error: unknown, isLost: boolean, readOnlyMeansFull = false): unknown {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (!isLost && !away.test(code)) return error
  const isFull = code === '53100' || (readOnlyMeansFull && code === '25006')
  return new Problem(isFull ? 'databaseFull' : 'databaseUnavailable', {
    cause: error,
    headers: { 'retry-after': isFull ? '60' : '2' },
  })
}
