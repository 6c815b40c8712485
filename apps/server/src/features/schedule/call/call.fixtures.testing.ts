import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type ConnectedPair, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const callFixtures = [
  /** A session that takes place now in Attune, and its call with the therapist, the client and the guardian of the client, if there is one. */
  fixture(['callSessionId', 'callId', 'callPersonId'], createCall),
]

type Order = Pick<FixtureOrder, 'app'> & { pair: Omit<ConnectedPair, 'name'> }

async function createCall({ app, pair: { therapist, client, recordId } }: Order) {
  const callSessionId = await insertCallSession({ app, therapist, recordId })
  const now = app.clock.now()
  const callId = await app.db.asActor({ role: 'client', id: client.accountId }, async ({ kysely }) => {
    const id = randomUUID()
    const ids = { therapist_id: therapist.accountId, session_id: callSessionId }
    await kysely
      .insertInto('video_call')
      .values({ id, ...ids, started_at: now })
      .execute()
    await kysely
      .insertInto('video_call_person')
      .values({ ...ids, call_id: id, client_id: recordId, waiting_since: now, seen_at: now })
      .execute()
    return id
  })
  await addGuardian({ app, pair: { therapist, recordId }, now }, callSessionId, callId)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    const row = { therapist_id: therapist.accountId, call_id: callId, session_id: callSessionId }
    await kysely
      .insertInto('video_call_person')
      .values({ ...row, admitted_at: now, seen_at: now })
      .execute()
    await kysely.updateTable('video_call_person').set({ admitted_at: now }).where('call_id', '=', callId).execute()
  })
  return { callSessionId, callId, callPersonId: recordId }
}

type Guarded = Pick<FixtureOrder, 'app'> & { pair: Pick<ConnectedPair, 'therapist' | 'recordId'>; now: Date }

async function addGuardian({ app, pair: { therapist, recordId }, now }: Guarded, session_id: string, call_id: string) {
  const guardian = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .selectFrom('guardian_label')
      .select(['id', 'account_id'])
      .where('client_id', '=', recordId)
      .where('account_id', 'is not', null)
      .where('ended_at', 'is', null)
      .where(sql<boolean>`rights ? 'sessions'`)
      .executeTakeFirst(),
  )
  if (!guardian?.account_id) return
  const actor = { role: 'guardian', id: guardian.account_id, actingFor: recordId } as const
  const row = { therapist_id: therapist.accountId, call_id, session_id, client_id: recordId, guardian_id: guardian.id }
  await app.db.asActor(actor, ({ kysely }) =>
    kysely
      .insertInto('video_call_person')
      .values({ ...row, waiting_since: now, seen_at: now })
      .execute(),
  )
}

type CallSession = Pick<FixtureOrder, 'app'> &
  Pick<ConnectedPair, 'therapist' | 'recordId'> & {
    /** The minutes from now until the start. By default, the session began five minutes ago. */
    inMinutes?: number
    answer?: 'accepted' | 'awaited'
    therapyType?: 'individual' | 'couples' | 'group'
  }

/** Inserts a confirmed session of 50 minutes in Attune and returns its id. It may overlap others. */
export async function insertCallSession(order: CallSession): Promise<string> {
  const { app, therapist, recordId, inMinutes = -5, answer = 'accepted', therapyType = 'individual' } = order
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  const start = app.clock.now().getTime() + inMinutes * 60_000
  const starts_at = new Date(start).toISOString()
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session')
      .values({
        id,
        therapist_id,
        starts_at,
        ends_at: new Date(start + 50 * 60_000).toISOString(),
        format: 'video',
        therapy_type: therapyType,
        in_attune: true,
        status: answer === 'accepted' ? 'confirmed' : 'scheduled',
        booked_anyway: true,
      })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({ therapist_id, session_id: id, client_id: recordId, starts_at, answer })
      .execute()
  })
  return id
}
