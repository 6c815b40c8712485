import { z } from 'zod'

/** A page asks for what comes after a cursor; the cursor is opaque and comes from the page before. */
export const paging = { after: z.string().max(200).optional(), limit: z.int().min(1).max(100).default(50) }

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() })
