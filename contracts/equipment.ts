import { z } from 'zod'

const decimal = z.string().regex(/^-?\d+\.\d\d$/)
const minutes = z.number().int().nullable()
const seconds = z.number().int().nullable()
const input = z.string().nullable()

/** A machine, a room or a tool, with exactly the fields of N6 to N10. Money is a decimal string. */
export const Equipment = z.object({
  id: z.number().int(),
  space: z.number().int(),
  name: z.string(),
  type: z.union([z.number().int(), z.string()]).nullable(),
  state: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  canBeBooked: z.boolean(),
  bookingMaxMinutesPerMemberDay: minutes,
  bookingMaxMinutesPerMemberWeek: minutes,
  exclusiveUsage: z.boolean(),
  mustBeBooked: z.boolean(),
  input1: input,
  input2: input,
  inputAC: input,
  input1Inverted: z.boolean(),
  input2Inverted: z.boolean(),
  inputACInverted: z.boolean(),
  displayTitle: z.string().nullable(),
  safetyMessage: z.string().nullable(),
  description: z.string().nullable(),
  maintenanceNotes: z.string().nullable(),
  idlePowerThreshold: z.number().nullable(),
  preventPowerOffWhileBusy: z.boolean(),
  deadManIntervalBusy: z.number().int(),
  deadManIntervalIdle: z.number().int(),
  exhaustErrorShutdown: z.number().int().nullable(),
  muteDeadMan: z.boolean(),
  stopAfterBusy: z.boolean(),
  hasCountdown: z.boolean(),
  controlType: z.string(),
  inUse: z.boolean(),
  offline: z.boolean(),
  pricePerTimeBusy: decimal,
  pricePerTimeBusySeconds: seconds,
  pricePerTimeIdle: decimal,
  pricePerTimeIdleSeconds: seconds,
  pricePerUsage: decimal,
  pricingMinDurationSeconds: seconds,
  pricePerBooking: decimal,
  pricePerBookingSeconds: seconds,
  requiresTraining: z.boolean(),
  notes: z.string().nullable(),
  value: z.unknown().optional(),
  visibleForMembers: z.boolean(),
})
export type Equipment = z.infer<typeof Equipment>
