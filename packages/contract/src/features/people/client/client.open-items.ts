import { z } from 'zod'
import { Id } from '../../../common/ids.ts'

/** The kinds of a client's open items: an unanswered request, a note to write, an overdue task, or a shared entry to read. */
export const clientOpenKinds = ['session', 'move', 'cancel', 'task', 'note', 'entry'] as const

export const ClientOpenItem = z.strictObject({
  kind: z.enum(clientOpenKinds),
  /** The number of resources that the item stands for. */
  count: z.number(),
  /** The start of the first session that it concerns; null if it concerns none. */
  at: z.string().nullable(),
  /** The id of that session, or of the first task for the kind 'task'; null for the kind 'entry'. */
  id: Id.nullable(),
})
export type ClientOpenItem = z.infer<typeof ClientOpenItem>

/** The number of clients that each filter of the list matches on its own. */
export const ClientCounts = z.strictObject({
  active: z.number(),
  pending: z.number(),
  inactive: z.number(),
  all: z.number(),
  /** The clients with open items. */
  open: z.number(),
  /** The active clients without a next session. */
  withoutNext: z.number(),
})
export type ClientCounts = z.infer<typeof ClientCounts>
