import { z } from 'zod'
import { Id } from '../../../common/ids.ts'

/** The kinds of a client's open items: an unanswered request, a note to write, an overdue task, or a shared entry to read. */
export const clientOpenKinds = ['session', 'move', 'cancel', 'task', 'note', 'entry'] as const

/**
 * An open item of a client. `at` is the start of the first session that it concerns. `id` is the id of that session, or of the first task for the
 * kind 'task'; null for the kind 'entry'.
 */
export const ClientOpenItem = z.strictObject({
  kind: z.enum(clientOpenKinds),
  count: z.number(),
  at: z.string().nullable(),
  id: Id.nullable(),
})
export type ClientOpenItem = z.infer<typeof ClientOpenItem>

/** The number of clients that each filter of the list matches on its own. */
export const ClientCounts = z.strictObject({
  active: z.number(),
  pending: z.number(),
  inactive: z.number(),
  all: z.number(),
  open: z.number(),
  withoutNext: z.number(),
})
export type ClientCounts = z.infer<typeof ClientCounts>
