import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import { type Person, signIn } from './people.ts'
import { tookPlace } from './sessions.ts'
import { makeFiles } from './thing-files.ts'
import { makeApplicant, makeInvited, makeLeaving } from './thing-people.ts'
import { makePlanned } from './thing-safety.ts'
import { makeEntries } from './thing-entries.ts'
import { makeSeries } from './thing-series.ts'
import { canary, makeSessions, type Pair } from './thing-sessions.ts'
import { makeTasks } from './thing-tasks.ts'
import type { Things } from './world.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** For whom things are made: the notification is the reader's, and what can be left is seen from the client's side or the therapist's. */
type Order = { house: TestHouse; pair: Pair; slot: string; reader: Person; forClient: boolean }

type Maker = { makes: readonly (keyof Things)[]; make(order: Order): Promise<Partial<Things>> }

const makers: readonly Maker[] = [
  {
    makes: ['therapistId', 'clientId', 'accountId', 'email'],
    make: async ({ pair: { therapist, client, recordId } }) => ({
      therapistId: therapist.accountId,
      clientId: recordId,
      accountId: client.accountId,
      email: client.email,
    }),
  },
  {
    makes: [
      'sessionId',
      'pendingSessionId',
      'startedSessionId',
      'heldSessionId',
      'calledOffSessionId',
      'changeId',
      'counteredChangeId',
    ],
    make: ({ house, pair, slot }) => makeSessions(house, pair, slot),
  },
  { makes: ['seriesId', 'seriesSessionId'], make: ({ house, pair, slot }) => makeSeries(house, pair, slot) },
  {
    makes: ['notedSessionId'],
    make: async ({ house, pair }) => ({ notedSessionId: await makeNoted(house, pair, false) }),
  },
  {
    makes: ['signedSessionId'],
    make: async ({ house, pair }) => ({ signedSessionId: await makeNoted(house, pair, true) }),
  },
  { makes: ['absenceId'], make: ({ house, pair }) => makeAbsence(house, pair) },
  {
    makes: ['leavingClientId'],
    make: async ({ house, pair, forClient }) => ({ leavingClientId: await makeLeaving(house, pair, forClient) }),
  },
  {
    makes: ['plannedClientId'],
    make: async ({ house, pair }) => ({ plannedClientId: await makePlanned(house, pair) }),
  },
  {
    makes: ['invitedClientId', 'invitedEmail', 'invitationId', 'code'],
    make: ({ house, pair }) => makeInvited(house, pair),
  },
  {
    makes: ['notificationId'],
    make: async ({ house, reader }) => ({ notificationId: await makeNotification(house, reader) }),
  },
  {
    makes: ['loginId'],
    make: async ({ house, reader }) => ({
      loginId: await signIn(house, house.hands, house.anyone(), reader.accountId, 1),
    }),
  },
  { makes: ['roleRequestId', 'mailId'], make: ({ house }) => makeApplicant(house) },
  { makes: ['eventId', 'busySeriesId', 'importedId'], make: ({ house, pair, slot }) => makeBusy(house, pair, slot) },
  {
    makes: ['taskId', 'begunTaskId', 'handedInTaskId', 'declinedTaskId', 'templateId'],
    make: ({ house, pair }) => makeTasks(house, pair),
  },
  { makes: ['fileId', 'looseFileId', 'handoutId'], make: ({ house, pair }) => makeFiles(house, pair) },
  {
    makes: ['entryId', 'binnedEntryId', 'entryCommentId'],
    make: ({ house, pair }) => makeEntries(house, pair),
  },
]

/** Things of a pair that nobody has touched yet: all of them, or those that are named and what is made together with them. */
export async function makeThings(order: Order, named?: ReadonlySet<string>): Promise<Partial<Things>> {
  const needed = makers.filter(({ makes }) => !named || makes.some((thing) => named.has(thing)))
  return Object.assign({}, ...(await Promise.all(needed.map(({ make }) => make(order)))))
}

/** Whoever reads a thing that was not made is told so. */
export const onlyMade = (things: Partial<Things>): Things =>
  new Proxy(things as Things, {
    get(made, name) {
      if (name in made) return made[name as keyof Things]
      throw new Error(`nobody made a thing ${String(name)}`)
    },
  })

async function makeAbsence(house: TestHouse, pair: Pair): Promise<{ absenceId: string }> {
  const absenceId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await house.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('absence')
      .values({
        id: absenceId,
        therapist_id,
        title: canary(pair.name, 'absence'),
        starts_at: '2001-06-01T00:00:00.000Z',
        ends_at: '2001-06-08T00:00:00.000Z',
        whole_days: false,
      })
      .execute(),
  )
  return { absenceId }
}

/** A session that took place, with a note. */
async function makeNoted(house: TestHouse, pair: Pair, signed: boolean): Promise<string> {
  const id = await tookPlace(house, pair.therapist, pair.recordId, new Date(Date.now() - 2 * day))
  const of = { therapist_id: pair.therapist.accountId, session_id: id }
  await house.db.asActor({ role: 'therapist', id: of.therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session_note')
      .values({ ...of, text: canary(pair.name, 'note'), version: 1 })
      .execute()
    await kysely
      .insertInto('session_note_version')
      .values({ ...of, text: canary(pair.name, 'note') })
      .execute()
    if (signed)
      await kysely
        .updateTable('session_note')
        .set({ signed_at: new Date(), sign_command: id })
        .where('session_id', '=', id)
        .execute()
  })
  return id
}

/** A busy block between the times that are asked for, and a calendar that is read from elsewhere. */
async function makeBusy(
  house: TestHouse,
  pair: Pair,
  slot: string,
): Promise<Pick<Things, 'eventId' | 'busySeriesId' | 'importedId'>> {
  const [eventId, busySeriesId, importedId] = [randomUUID(), randomUUID(), randomUUID()]
  const therapist_id = pair.therapist.accountId
  const startsAt = Date.parse(slot) + (4 * 60 + 50) * minute
  await house.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('event')
      .values({
        id: eventId,
        therapist_id,
        title: canary(pair.name, 'event'),
        starts_at: new Date(startsAt),
        ends_at: new Date(startsAt + 10 * minute),
      })
      .execute()
    await kysely
      .insertInto('series')
      .values({
        id: busySeriesId,
        therapist_id,
        kind: 'event',
        repeat: JSON.stringify({ every: 'weeks', weeks: 1, ends: { by: 'never' } }),
        zone: 'Europe/Berlin',
        first_day: slot.slice(0, 10),
        time: '12:00',
        duration_minutes: 10,
        template: JSON.stringify({ title: canary(pair.name, 'event'), location: '' }),
        laid_out_until: slot.slice(0, 10),
        last_day: slot.slice(0, 10),
      })
      .execute()
    await kysely
      .updateTable('series')
      .set({ undo: JSON.stringify({ act: busySeriesId, undone: true }) })
      .where('id', '=', busySeriesId)
      .execute()
    await kysely
      .insertInto('imported_calendar')
      .values({
        id: importedId,
        therapist_id,
        name: canary(pair.name, 'calendar'),
        address: `https://127.0.0.1/canary-${pair.name}-secret/basic.ics`,
      })
      .execute()
  })
  return { eventId, busySeriesId, importedId }
}

async function makeNotification(house: TestHouse, reader: Person): Promise<string> {
  const marker = randomUUID()
  await house.hands.definer.query(
    `insert into app.notification (account_id, kind, params, related_type, related_id) values ($1, 'session-planned', $2, 'session', $3)`,
    [reader.accountId, { name: canary(reader.email, 'notification'), startsAt: '2027-01-04T08:00:00.000Z' }, marker],
  )
  const row = await house.db.asActor({ role: reader.role, id: reader.accountId }, (tx) =>
    tx.kysely.selectFrom('notification').select('id').where('related_id', '=', marker).executeTakeFirstOrThrow(),
  )
  return row.id
}
