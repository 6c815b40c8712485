import type { ChangeRequestState, SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { randomUUID } from 'node:crypto'
import { minimalClient } from './clients.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

/** Connects a client with a therapist as if an invitation had been accepted; returns the record's id. */
export async function connectClient(
  app: TestApp,
  therapist: Person,
  client: Person,
  facts: { notes?: string; language?: 'en' | 'es' | 'fr' | 'de' } = {},
): Promise<string> {
  const id = randomUUID()
  await therapist.api.client.add({
    ...minimalClient,
    ...facts,
    id,
    firstName: client.firstName,
    lastName: client.lastName,
    email: client.email,
    invite: false,
  })
  await app.privileged.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [id, client.accountId],
  )
  return id
}

/** Schedules a session of 50 minutes and returns its id. */
export async function scheduleSessionAt(therapist: Person, clientId: string, startsAt: Date): Promise<string> {
  const id = randomUUID()
  await therapist.api.session.create({ id, clientIds: [clientId], startsAt: startsAt.toISOString(), format: 'video' })
  return id
}

/** Inserts a completed session of 50 minutes and returns its id. */
export async function insertCompletedSession(
  app: TestApp,
  therapist: Person,
  clientId: string,
  startsAt: Date,
): Promise<string> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  const starts_at = startsAt.toISOString()
  const ends_at = new Date(startsAt.getTime() + 50 * 60_000).toISOString()
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session')
      .values({ id, therapist_id, starts_at, ends_at, format: 'video', status: 'completed' })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({ therapist_id, session_id: id, client_id: clientId, starts_at, answer: 'accepted' })
      .execute()
  })
  return id
}

/** Inserts a completed session with several clients of a therapist, all of whom were there, and returns its id. */
export async function insertJointSession(
  app: TestApp,
  therapist: Person,
  clientIds: readonly [string, ...string[]],
  startsAt: Date,
): Promise<string> {
  const [first, ...others] = clientIds
  const session_id = await insertCompletedSession(app, therapist, first, startsAt)
  for (const client_id of others)
    await app.privileged.definer.query(
      `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
       select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
      [session_id, client_id],
    )
  return session_id
}

type Put = {
  id?: string
  status: SessionStatus
  startsAt: string
  answer?: 'awaited' | 'accepted'
  location?: string
  /** The series to which the session belongs, and the session's original day in the series. `anyway` permits conflicts. */
  series?: { id: string; day: string; anyway: true }
}

/** Inserts a session of 50 minutes in any status, past or future, with one row of history; returns its id. */
export async function insertSession(app: TestApp, therapist: Person, clientId: string, put: Put): Promise<string> {
  const { id = randomUUID(), status, startsAt, location = '' } = put
  const therapist_id = therapist.accountId
  const answer = put.answer ?? (status === 'scheduled' || status === 'rescheduled' ? 'awaited' : 'accepted')
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const times = { starts_at: startsAt, ends_at: fiftyAfter(startsAt) }
    await kysely
      .insertInto('session')
      .values({
        id,
        therapist_id,
        ...times,
        format: 'video',
        location,
        status,
        ...(put.series && { series_id: put.series.id, series_day: put.series.day, booked_anyway: true }),
      })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({ therapist_id, session_id: id, client_id: clientId, starts_at: startsAt, answer })
      .execute()
    await kysely
      .insertInto('session_history')
      .values({
        therapist_id,
        session_id: id,
        by_account: therapist_id,
        by_role: 'therapist',
        // The history of a cancelled session records a cancellation by the therapist just now, so that the session can still be restored.
        action: status === 'cancelled' ? 'cancel' : 'create',
        from_status: status === 'cancelled' ? 'confirmed' : null,
        to_status: status,
        starts_at_after: startsAt,
        command: id,
      })
      .execute()
  })
  return id
}

type PutChange = {
  id?: string
  sessionId: string
  /** The start of the existing session. */
  startsAt: string
  /** The proposed start. Without a proposed start, the change request is for a cancellation. */
  proposed?: string
  state?: ChangeRequestState
  counter?: string
}
type Asking = { therapist: Person; client: Person; recordId: string }

/** Inserts a change request in any state and returns its id. */
export async function insertChangeRequest(app: TestApp, pair: Asking, put: PutChange): Promise<string> {
  const { id = randomUUID(), state = 'open', startsAt, proposed, counter } = put
  await app.db.asActor({ role: 'client', id: pair.client.accountId }, ({ kysely }) =>
    kysely
      .insertInto('change_request')
      .values({
        id,
        therapist_id: pair.therapist.accountId,
        session_id: put.sessionId,
        client_id: pair.recordId,
        kind: proposed ? 'update' : 'cancel',
        state,
        original_starts_at: startsAt,
        original_ends_at: fiftyAfter(startsAt),
        ...(proposed && { proposed_starts_at: proposed, proposed_ends_at: fiftyAfter(proposed) }),
      })
      .execute(),
  )
  if (!counter) return id
  const set = { counter_starts_at: counter, counter_ends_at: fiftyAfter(counter) }
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('change_request').set(set).where('id', '=', id).execute(),
  )
  return id
}

const fiftyAfter = (startsAt: string) => new Date(Date.parse(startsAt) + 50 * 60_000).toISOString()
