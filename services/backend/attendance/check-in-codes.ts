import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeMinutes } from '../../../rules/course-check-in.ts'

export interface CheckInCodes {
  /** The code that a date shows now: six figures. */
  of(dateId: number, now: Date): string
  /** Whether a date shows the code now, or has shown it in the minute before. */
  isValid(dateId: number, code: string, now: Date): boolean
}

/** Codes that change each minute and that only the server can make. @param secret that of the installation */
export function createCheckInCodes(secret: Buffer): CheckInCodes {
  const key = createHmac('sha256', secret).update('course-check-in').digest()
  const codeOf = (dateId: number, minute: number) => {
    const mac = createHmac('sha256', key).update(`${dateId}:${minute}`).digest()
    return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  }
  return {
    of: (dateId, now) => codeOf(dateId, codeMinutes(now)[0]),
    isValid: (dateId, code, now) =>
      codeMinutes(now).some((minute) =>
        timingSafeEqual(Buffer.from(codeOf(dateId, minute)), Buffer.from(code)),
      ),
  }
}
