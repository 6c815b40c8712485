import { randomUUID } from 'node:crypto'
import { type ConnectedPair, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const waitingListFixtures = [
  /** The therapist with an open waiting list, and the record of a client who is not on it. */
  fixture(['openWaitingListTherapistId', 'waitableClientId'], openWaitingList),
  /** A waiting list entry of the client, an open offer to the client, and a time that became free. */
  fixture(['waitingEntryId', 'waitingOfferId', 'freedTimeId'], createWaitingEntries),
]

type Order = Pick<FixtureOrder, 'app'> & { pair: Omit<ConnectedPair, 'name'> }

/**
 * The day of the first pair's times, in milliseconds since 1970. It is so far in the future that no other fixture uses these times. Each further pair
 * gets the next day.
 */
const firstDay = Date.parse('2060-01-01T00:00Z')
let daysUsed = 0

/** Opens the waiting list of the pair's therapist. The client of the pair is not on it. */
async function openWaitingList({ app, pair: { therapist, recordId } }: Order) {
  const therapist_id = therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('waiting_list_setting')
      .values({ therapist_id, mode: 'click', answer_hours: 4 })
      .onConflict((on) => on.doNothing())
      .execute()
    await kysely
      .updateTable('waiting_entry')
      .set({ ended_at: new Date(), ended_by: 'removed' })
      .where('client_id', '=', recordId)
      .where('ended_at', 'is', null)
      .execute()
  })
  return { openWaitingListTherapistId: therapist_id, waitableClientId: recordId }
}

/**
 * Puts the client of a pair on the waiting list twice: for a further session without an offer, and for an earlier time of a session with an open
 * offer.
 */
export async function createWaitingEntries(order: Order) {
  await openWaitingList(order)
  const { app, pair } = order
  const [waitingEntryId, otherEntryId, waitingOfferId, sessionId] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ]
  const { therapist, client, recordId } = pair
  const therapist_id = therapist.accountId
  const start = firstDay + daysUsed++ * 86_400_000
  const at = (hours: number) => new Date(start + hours * 3_600_000)
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const times = { starts_at: at(20), ends_at: at(21) }
    await kysely
      .insertInto('session')
      .values({ id: sessionId, therapist_id, ...times, format: 'video', status: 'confirmed' })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({ therapist_id, session_id: sessionId, client_id: recordId, starts_at: at(20), answer: 'accepted' })
      .execute()
    const entry = {
      therapist_id,
      client_id: recordId,
      format: 'video',
      duration_minutes: 60,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      from_time: '00:00',
      until_time: '24:00',
      zone: 'UTC',
      notice_hours: 0,
      until_day: '2090-01-01',
      since: new Date(),
    }
    await kysely
      .insertInto('waiting_entry')
      .values([
        { id: waitingEntryId, ...entry },
        { id: otherEntryId, session_id: sessionId, ...entry },
      ])
      .execute()
    await kysely
      .insertInto('waiting_offer')
      .values({
        id: waitingOfferId,
        therapist_id,
        entry_id: otherEntryId,
        account_id: client.accountId,
        starts_at: at(10),
        ends_at: at(11),
        offered_at: new Date(),
        expires_at: at(5),
      })
      .execute()
  })
  const { rows } = await app.privileged.definer.query<{ id: string }>(
    'insert into app.freed_time (therapist_id, starts_at, ends_at, was_session) values ($1, $2, $3, true) returning id',
    [therapist_id, at(1), at(2)],
  )
  return { waitingEntryId, waitingOfferId, freedTimeId: rows[0]?.id ?? '' }
}
