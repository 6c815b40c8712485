import type { Conflict } from '@attune/contract/features/session'
import { ORPCError } from '@orpc/client'

/** What stands in the way of a time, or null where the error is another one. */
export function conflictsOf(error: unknown): Conflict[] | null {
  if (!(error instanceof ORPCError) || error.code !== 'SLOT_TAKEN') return null
  return (error.data as { conflicts?: Conflict[] } | undefined)?.conflicts ?? []
}
