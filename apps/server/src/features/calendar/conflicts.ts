import type { Conflict } from '@attune/contract/features/session'
import type { Tx } from '../../platform/database/actor.ts'
import { conflictsOver, slotTaken } from '../session/session.ts'

export type Span = { startsAt: string; endsAt: string }

/** Times that are asked for, and the rows that make room for them. */
export type Asked = { spans: Span[]; but: string[] }

/** What is in the way of any of these times in the acting therapist's calendar, but for what is being changed; each once, by start. */
export async function inTheWay(tx: Tx, { spans, but }: Asked): Promise<Conflict[]> {
  if (!spans.length) return []
  const found = (await conflictsOver(tx, tx.actor.id as string, spans, but)).flat()
  const each = new Map(found.map((conflict) => [Object.values(conflict).join(' '), conflict]))
  return [...each.values()].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/**
 * Refuses SLOT_TAKEN with all that is in the way, where one of it starts at none of the moments that were named: a yes to what was seen
 * is none to what has come since. To be asked under the lock of the calendar.
 */
export async function refuseTaken(tx: Tx, asked: Asked, anyway: string[]): Promise<void> {
  const conflicts = await inTheWay(tx, asked)
  const named = new Set(anyway.map((start) => Date.parse(start)))
  if (conflicts.some(({ startsAt }) => !named.has(Date.parse(startsAt)))) throw slotTaken(conflicts)
}
