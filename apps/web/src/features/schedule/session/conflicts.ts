import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { ORPCError } from '@orpc/client'

/** Returns the conflicts of a `SLOT_TAKEN` error, or null for other errors. */
export function slotConflictsOf(error: unknown): Conflict[] | null {
  if (!(error instanceof ORPCError) || error.code !== 'SLOT_TAKEN') return null
  return (error.data as { conflicts?: Conflict[] } | undefined)?.conflicts ?? []
}
