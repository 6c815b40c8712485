import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'
import { putChange, putSession } from './sessions.ts'
import type { Things } from './world.ts'

/** A marker for texts that strangers must never see; names the pair and the field. */
export const canary = (pair: string, where: string) => `canary-${pair}-${where}`

export type Pair = { name: string; therapist: Person; client: Person; recordId: string }

const minute = 60_000
const hour = 60 * minute
const longAgo = 8 * 365 * 24 * hour

type Sessions = Pick<
  Things,
  | 'sessionId'
  | 'pendingSessionId'
  | 'startedSessionId'
  | 'heldSessionId'
  | 'calledOffSessionId'
  | 'changeId'
  | 'counteredChangeId'
>

/** Inserts sessions of a pair in the states that actions need, within the hours after `slot`. */
export async function makeSessions(app: TestHouse, pair: Pair, slot: string): Promise<Sessions> {
  const at = (milliseconds: number) => new Date(Date.parse(slot) + milliseconds).toISOString()
  const [sessionId, pendingSessionId, startedSessionId, heldSessionId] = ids(4)
  const [asked, countered, changeId, counteredChangeId] = ids(4)
  const calledOffSessionId = randomUUID()
  for (const [id, status, startsAt] of [
    [sessionId, 'scheduled', at(0)],
    [asked, 'confirmed', at(hour)],
    [countered, 'confirmed', at(2 * hour)],
    [pendingSessionId, 'pending', at(3 * hour)],
    [startedSessionId, 'confirmed', at(-longAgo)],
    [heldSessionId, 'completed', at(hour - longAgo)],
    [calledOffSessionId, 'cancelled', at(2 * hour - longAgo)],
  ] as const) {
    await putSession(app, pair.therapist, pair.recordId, {
      id,
      status,
      startsAt,
      location: canary(pair.name, 'location'),
    })
  }
  await putChange(app, pair, { id: changeId, sessionId: asked, startsAt: at(hour), proposed: at(4 * hour) })
  const countering = { id: counteredChangeId, sessionId: countered, startsAt: at(2 * hour), proposed: at(4 * hour) }
  await putChange(app, pair, { ...countering, state: 'countered', counter: at(5 * hour) })
  return {
    sessionId,
    pendingSessionId,
    startedSessionId,
    heldSessionId,
    calledOffSessionId,
    changeId,
    counteredChangeId,
  }
}

const ids = (count: 4) =>
  Array.from({ length: count }, () => randomUUID() as string) as [string, string, string, string]
