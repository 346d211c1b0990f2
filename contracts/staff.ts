import { z } from 'zod'

const id = z.int().positive().max(2_147_483_647)

/** `trainer`: runs the dates of certain courses. `manager`: may do everything that staff may. */
export const StaffRole = z.enum(['trainer', 'manager'])
export type StaffRole = z.infer<typeof StaffRole>

/** Why staff give or revoke a training; the member reads it. */
export const StaffReason = z.string().trim().min(3).max(500)

/** A training of a member that staff give or revoke; `training` as in contracts/training.ts. */
export const TrainingDecision = z.strictObject({ memberId: id, training: id, reason: StaffReason })
export type TrainingDecision = z.infer<typeof TrainingDecision>

/** A training as it was given here: the evidence. Days are YYYY-MM-DD, the last one is included, null = without end. */
export const GivenTraining = z.object({
  id,
  member: id,
  training: id,
  title: z.string(),
  /** `asked`: the workshop system does not know it yet. `failed`: it refuses it. */
  state: z.enum(['asked', 'given', 'failed', 'revoked']),
  /** `import`: it was given at the workshop system, and is here because it was revoked. */
  source: z.enum(['course', 'staff', 'import']),
  givenBy: z.string(),
  givenOn: z.string(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
  revokedOn: z.string().nullable(),
  revokeReason: z.string().nullable(),
})
export type GivenTraining = z.infer<typeof GivenTraining>
