import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'
import type { Things } from './world.ts'

/** Every text that a stranger must never see carries this word, the pair that it belongs to and where it stands. */
export const canary = (pair: string, where: string) => `canary-${pair}-${where}`

export type Pair = { name: string; therapist: Person; client: Person; recordId: string }

const minute = 60_000
const hour = 60 * minute
const longAgo = 8 * 365 * 24 * hour

type Sessions = Pick<
  Things,
  'sessionId' | 'pendingSessionId' | 'startedSessionId' | 'heldSessionId' | 'changeId' | 'counteredChangeId'
>

/** Sessions of a pair in the states in which acts upon them are legal, within the hours from `slot` on. */
export async function makeSessions(house: TestHouse, pair: Pair, slot: string): Promise<Sessions> {
  const at = (milliseconds: number) => new Date(Date.parse(slot) + milliseconds).toISOString()
  const [sessionId, pendingSessionId, startedSessionId, heldSessionId] = ids(4)
  const [asked, countered, changeId, counteredChangeId] = ids(4)
  for (const [id, status, startsAt] of [
    [sessionId, 'scheduled', at(0)],
    [asked, 'confirmed', at(hour)],
    [countered, 'confirmed', at(2 * hour)],
    [pendingSessionId, 'pending', at(3 * hour)],
    [startedSessionId, 'confirmed', at(-longAgo)],
    [heldSessionId, 'completed', at(hour - longAgo)],
  ] as const) {
    await makeSession(house, pair, id, status, startsAt)
  }
  await ask(house, pair, { id: changeId, session: asked, from: at(hour), to: at(4 * hour) })
  await ask(house, pair, { id: counteredChangeId, session: countered, from: at(2 * hour), to: at(4 * hour) })
  await house.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, (tx) =>
    tx.kysely
      .updateTable('change_request')
      .set({ state: 'countered', counter_starts_at: at(5 * hour), counter_ends_at: at(5 * hour + 50 * minute) })
      .where('id', '=', counteredChangeId)
      .execute(),
  )
  return { sessionId, pendingSessionId, startedSessionId, heldSessionId, changeId, counteredChangeId }
}

const ids = (count: 4) =>
  Array.from({ length: count }, () => randomUUID() as string) as [string, string, string, string]

/** A session as its birth left it; who asked for it or stands in the calendar has said yes, a scheduled one waits for the answer. */
async function makeSession(house: TestHouse, pair: Pair, id: string, status: string, startsAt: string): Promise<void> {
  const therapist_id = pair.therapist.accountId
  await house.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session')
      .values({
        id,
        therapist_id,
        starts_at: startsAt,
        ends_at: new Date(Date.parse(startsAt) + 50 * minute),
        format: 'video',
        location: canary(pair.name, 'location'),
        status,
      })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({
        therapist_id,
        session_id: id,
        client_id: pair.recordId,
        starts_at: startsAt,
        answer: status === 'scheduled' ? 'awaited' : 'accepted',
      })
      .execute()
    await kysely
      .insertInto('session_history')
      .values({
        therapist_id,
        session_id: id,
        by_account: therapist_id,
        by_role: 'therapist',
        action: 'create',
        to_status: status,
        starts_at_after: startsAt,
        command: id,
      })
      .execute()
  })
}

type Ask = { id: string; session: string; from: string; to: string }

const ask = (house: TestHouse, pair: Pair, { id, session, from, to }: Ask) =>
  house.db.asActor({ role: 'client', id: pair.client.accountId }, (tx) =>
    tx.kysely
      .insertInto('change_request')
      .values({
        id,
        therapist_id: pair.therapist.accountId,
        session_id: session,
        client_id: pair.recordId,
        kind: 'update',
        state: 'open',
        original_starts_at: from,
        original_ends_at: new Date(Date.parse(from) + 50 * minute),
        proposed_starts_at: to,
        proposed_ends_at: new Date(Date.parse(to) + 50 * minute),
      })
      .execute(),
  )
