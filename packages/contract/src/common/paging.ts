import { z } from 'zod'

/**
 * The input for one page of a list: the items after a cursor, or the first ones if there is none. The cursor is opaque and comes with the previous
 * page.
 */
export const paging = { after: z.string().max(200).optional(), limit: z.int().min(1).max(100).default(50) }

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() })
