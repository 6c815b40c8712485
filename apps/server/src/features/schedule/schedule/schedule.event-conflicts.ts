import { listConflictsInSpans, lockedConflictsInSpans, slotTakenRefusal } from './schedule.conflicts.ts'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import type { Tx } from '../../../platform/database/actor.ts'

export type EventSpan = { startsAt: string; endsAt: string }

/** Times to check for conflicts. */
export type RequestedTimes = {
  spans: EventSpan[]
  /** The ids of sessions and busy times to ignore. */
  except: string[]
}

/**
 * Returns the conflicts of the requested times in the acting therapist’s calendar, ordered by start and without
 * duplicates.
 */
export async function listEventConflicts(
  tx: Tx,
  { spans, except: but }: RequestedTimes,
  conflictsOfSpans: typeof listConflictsInSpans = listConflictsInSpans,
): Promise<Conflict[]> {
  if (!spans.length) return []
  const found = (await conflictsOfSpans(tx, tx.actor.id, spans, but)).flat()
  const each = new Map(found.map((conflict) => [Object.values(conflict).join(' '), conflict]))
  return [...each.values()].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/**
 * Refuses with SLOT_TAKEN and all conflicts, unless `anyway` contains the start of every conflict. `anyway` contains
 * the starts of the conflicts that the therapist has seen and accepted. Throws without the calendar lock.
 */
export async function assertOnlySeenConflicts(tx: Tx, asked: RequestedTimes, anyway: string[]): Promise<void> {
  const conflicts = await listEventConflicts(tx, asked, lockedConflictsInSpans)
  const named = new Set(anyway.map((start) => Date.parse(start)))
  if (conflicts.some(({ startsAt }) => !named.has(Date.parse(startsAt)))) throw slotTakenRefusal(conflicts)
}
