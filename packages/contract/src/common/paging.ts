import { z } from 'zod'

/** Input of a page: the items after a cursor. The cursor is opaque and comes from the previous page. */
export const paging = { after: z.string().max(200).optional(), limit: z.int().min(1).max(100).default(50) }

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() })
