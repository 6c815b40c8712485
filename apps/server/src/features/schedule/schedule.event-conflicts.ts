import { conflictsInSpans, lockedConflictsInSpans, slotTaken } from './schedule.conflicts.ts'
import type { Conflict } from '@attune/contract/features/session'
import type { Tx } from '../../platform/database/actor.ts'

export type EventSpan = { startsAt: string; endsAt: string }

/** Times to check for conflicts, and the ids of sessions and events to ignore. */
export type RequestedTimes = { spans: EventSpan[]; except: string[] }

/**
 * The conflicts of these times in the acting therapist's calendar, ordered by start. Leaves out the ignored ids and
 * duplicates.
 */
export async function eventConflicts(
  tx: Tx,
  { spans, except: but }: RequestedTimes,
  conflictsOfSpans: typeof conflictsInSpans = conflictsInSpans,
): Promise<Conflict[]> {
  if (!spans.length) return []
  const found = (await conflictsOfSpans(tx, tx.actor.id as string, spans, but)).flat()
  const each = new Map(found.map((conflict) => [Object.values(conflict).join(' '), conflict]))
  return [...each.values()].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/**
 * Refuses with SLOT_TAKEN with all conflicts, if a conflict does not start at an instant in `anyway`. `anyway` holds the
 * starts of the conflicts that the therapist saw and accepted. Runs under the calendar lock.
 */
export async function assertOnlySeenConflicts(tx: Tx, asked: RequestedTimes, anyway: string[]): Promise<void> {
  const conflicts = await eventConflicts(tx, asked, lockedConflictsInSpans)
  const named = new Set(anyway.map((start) => Date.parse(start)))
  if (conflicts.some(({ startsAt }) => !named.has(Date.parse(startsAt)))) throw slotTaken(conflicts)
}
