import { z } from 'zod'
import { EquipmentFields, PackageFields, SpaceFields } from '../publishing/workshop-file.ts'

const id = z.number().int().positive()
const days = z.number().int()
const time = z.string().regex(/^\d\d:\d\d$/)
const cents = z.number().int().nonnegative()

/**
 * The demo workshop of content/demo, one key per file. Days count from today in the space's zone, `…Ago` backwards;
 * an omitted field takes the default of its table.
 */
export const WorkshopDemo = z.object({
  space: z.object({
    space: SpaceFields,
    openingHours: z.array(
      z.object({ dayOfWeek: z.number().int(), fromTime: time.nullable(), untilTime: time.nullable() }),
    ),
    holidays: z.array(z.object({ title: z.string(), inDays: days, days })),
  }),
  equipment: z.array(
    EquipmentFields.extend({
      idlePowerThreshold: z.number().optional(),
      deadManIntervalIdle: z.number().int().optional(),
      inUse: z.boolean().optional(),
      offline: z.boolean().optional(),
    }),
  ),
  members: z.array(
    z.strictObject({
      id,
      memberNumber: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      emailAddress: z.email(),
      company: z.string().optional(),
      phone: z.string().optional(),
      address: z.string(),
      zip: z.string(),
      city: z.string(),
      countryCode: z.string(),
      dateOfBirth: z.iso.date(),
      language: z.enum(['de', 'en']),
      joinedDaysAgo: days,
    }),
  ),
  packages: z.object({
    packages: z.array(PackageFields),
    memberPackages: z.array(
      z.object({ member: id, package: id, fromDaysAgo: days, untilDaysAgo: days.optional() }),
    ),
  }),
  trainings: z.object({
    trainings: z.array(z.object({ id, title: z.string(), equipment: z.array(id) })),
    memberTrainings: z.array(z.object({ member: id, training: id, fromDaysAgo: days, untilInDays: days })),
  }),
  bookings: z.array(
    z.object({
      id,
      member: id,
      resource: id,
      inDays: days,
      from: time,
      until: time,
      bookedDaysBefore: days,
      state: z.enum(['confirmed', 'cancelled']).default('confirmed'),
      /** False: a past one that the first run of the job charges, because the credits for it come with a later step. */
      isCharged: z.boolean().default(true),
    }),
  ),
  credits: z.object({
    credits: z.array(
      z.object({
        id,
        member: id,
        scope: z.enum(['booking', 'usage']),
        amountCents: cents,
        createdDaysAgo: days,
        fromDaysAgo: days,
        untilInDays: days,
      }),
    ),
    uses: z.array(
      z.object({
        credit: id,
        amountCents: cents,
        daysAgo: days,
        description: z.string(),
        booking: id.nullable(),
      }),
    ),
  }),
})
export type WorkshopDemo = z.infer<typeof WorkshopDemo>

/** The files of content/demo as they are read, not checked yet. */
export type DemoParts = Record<keyof WorkshopDemo, unknown>
