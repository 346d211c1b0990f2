import { z } from 'zod'

/** `content/datasources/<slug>.json`: labels that editors keep, with their translations by dimension. */
export const DatasourceFile = z.object({
  id: z.number().int().positive(),
  name: z.string().min(1),
  slug: z.string().min(1),
  dimensions: z
    .array(z.object({ id: z.number().int(), name: z.string(), entry_value: z.string() }))
    .default([]),
  entries: z.array(
    z.object({
      id: z.number().int().positive(),
      name: z.string(),
      value: z.string(),
      /** Translation by dimension; none = null in the answer. */
      dimension_values: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
export type DatasourceFile = z.infer<typeof DatasourceFile>
