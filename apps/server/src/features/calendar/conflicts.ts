import type { Conflict } from '@attune/contract/features/session'
import type { Tx } from '../../platform/database/actor.ts'
import { conflictsOver, slotTaken } from '../session/session.ts'

export type Span = { startsAt: string; endsAt: string }

/** So many are told; more would help nobody. */
const most = 20

/** What is in the way of any of these times in the acting therapist's calendar, but for what is being changed; each once, by start. */
export async function inTheWay(tx: Tx, spans: Span[], but: string[] = []): Promise<Conflict[]> {
  if (!spans.length) return []
  const found = (await conflictsOver(tx, tx.actor.id as string, spans, but)).flat()
  const each = new Map(found.map((conflict) => [Object.values(conflict).join(' '), conflict]))
  return [...each.values()].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).slice(0, most)
}

/** Refuses SLOT_TAKEN with what is in the way, unless that is to be passed over. To be asked under the lock of the calendar. */
export async function refuseTaken(tx: Tx, spans: Span[], anyway: boolean, but: string[] = []): Promise<void> {
  if (anyway) return
  const conflicts = await inTheWay(tx, spans, but)
  if (conflicts.length) throw slotTaken(conflicts)
}
