import { z } from 'zod'

/** What a member can be trained in, with the ids of the equipment that it unlocks. */
export const TrainingCourse = z.object({
  id: z.number().int(),
  title: z.string(),
  resources: z.array(z.number().int()),
})
export type TrainingCourse = z.infer<typeof TrainingCourse>
