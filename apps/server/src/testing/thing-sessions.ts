import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'
import { putChange, putSession } from './sessions.ts'
import type { Things } from './world.ts'

/** Every text that a stranger must never see carries this word, the pair that it belongs to and where it stands. */
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

/** Sessions of a pair in the states in which acts upon them are legal, within the hours from `slot` on. */
export async function makeSessions(house: TestHouse, pair: Pair, slot: string): Promise<Sessions> {
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
    await putSession(house, pair.therapist, pair.recordId, {
      id,
      status,
      startsAt,
      location: canary(pair.name, 'location'),
    })
  }
  await putChange(house, pair, { id: changeId, sessionId: asked, startsAt: at(hour), proposed: at(4 * hour) })
  const countering = { id: counteredChangeId, sessionId: countered, startsAt: at(2 * hour), proposed: at(4 * hour) }
  await putChange(house, pair, { ...countering, state: 'countered', counter: at(5 * hour) })
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
