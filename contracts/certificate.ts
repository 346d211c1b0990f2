import { z } from 'zod'
import { CalendarDay } from './booking.ts'

/** The last part of the address of a certificate: 128 bits, base64url. */
export const CertificateCode = z.string().regex(/^[\w-]{22}$/, 'the code of a certificate')

/** A certificate as anybody with its address may read it. */
export const PublicCertificate = z.object({
  /** `training`: it unlocks equipment. `course`: somebody took part. */
  kind: z.enum(['training', 'course']),
  /** `ended`: the training is over. */
  state: z.enum(['valid', 'ended', 'revoked']),
  /** First name and the initial of the last one. */
  name: z.string(),
  title: z.object({ de: z.string(), en: z.string() }),
  /** First day of a course; null = it is a training. */
  begunOn: CalendarDay.nullable(),
  /** The day on which it was given, of a course its last one. */
  givenOn: CalendarDay,
  /** Last day of a training as it is now; null = without end. */
  until: CalendarDay.nullable(),
})
export type PublicCertificate = z.infer<typeof PublicCertificate>
