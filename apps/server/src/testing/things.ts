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

/** For whom fixtures are created: `reader` gets the notification and the login; `forClient` decides the side of the leaving record. */
type Order = { app: TestHouse; pair: Pair; slot: string; reader: Person; forClient: boolean }

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
    make: ({ app, pair, slot }) => makeSessions(app, pair, slot),
  },
  { makes: ['seriesId', 'seriesSessionId'], make: ({ app, pair, slot }) => makeSeries(app, pair, slot) },
  {
    makes: ['notedSessionId'],
    make: async ({ app, pair }) => ({ notedSessionId: await makeNoted(app, pair, false) }),
  },
  {
    makes: ['signedSessionId'],
    make: async ({ app, pair }) => ({ signedSessionId: await makeNoted(app, pair, true) }),
  },
  { makes: ['absenceId'], make: ({ app, pair }) => makeAbsence(app, pair) },
  {
    makes: ['leavingClientId'],
    make: async ({ app, pair, forClient }) => ({ leavingClientId: await makeLeaving(app, pair, forClient) }),
  },
  {
    makes: ['plannedClientId'],
    make: async ({ app, pair }) => ({ plannedClientId: await makePlanned(app, pair) }),
  },
  {
    makes: ['invitedClientId', 'invitedEmail', 'invitationId', 'code'],
    make: ({ app, pair }) => makeInvited(app, pair),
  },
  {
    makes: ['notificationId'],
    make: async ({ app, reader }) => ({ notificationId: await makeNotification(app, reader) }),
  },
  {
    makes: ['loginId'],
    make: async ({ app, reader }) => ({
      loginId: await signIn(app, app.hands, app.anyone(), reader.accountId, 1),
    }),
  },
  { makes: ['roleRequestId', 'mailId'], make: ({ app }) => makeApplicant(app) },
  { makes: ['eventId', 'busySeriesId', 'importedId'], make: ({ app, pair, slot }) => makeBusy(app, pair, slot) },
  {
    makes: ['taskId', 'begunTaskId', 'handedInTaskId', 'declinedTaskId', 'templateId'],
    make: ({ app, pair }) => makeTasks(app, pair),
  },
  { makes: ['fileId', 'looseFileId', 'handoutId'], make: ({ app, pair }) => makeFiles(app, pair) },
  {
    makes: ['entryId', 'binnedEntryId', 'entryCommentId'],
    make: ({ app, pair }) => makeEntries(app, pair),
  },
]

/** Creates new fixtures of a pair: all, or the named ones and those created together with them. */
export async function makeThings(order: Order, named?: ReadonlySet<string>): Promise<Partial<Things>> {
  const needed = makers.filter(({ makes }) => !named || makes.some((thing) => named.has(thing)))
  return Object.assign({}, ...(await Promise.all(needed.map(({ make }) => make(order)))))
}

/** Throws when a fixture is read that was not created. */
export const onlyMade = (things: Partial<Things>): Things =>
  new Proxy(things as Things, {
    get(made, name) {
      if (name in made) return made[name as keyof Things]
      throw new Error(`nobody made a thing ${String(name)}`)
    },
  })

async function makeAbsence(app: TestHouse, pair: Pair): Promise<{ absenceId: string }> {
  const absenceId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
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

/** A completed session with a note. */
async function makeNoted(app: TestHouse, pair: Pair, signed: boolean): Promise<string> {
  const id = await tookPlace(app, pair.therapist, pair.recordId, new Date(Date.now() - 2 * day))
  const of = { therapist_id: pair.therapist.accountId, session_id: id }
  await app.db.asActor({ role: 'therapist', id: of.therapist_id }, async ({ kysely }) => {
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

/** Inserts a busy time between the requested times, a series of busy times, and an imported calendar. */
async function makeBusy(
  app: TestHouse,
  pair: Pair,
  slot: string,
): Promise<Pick<Things, 'eventId' | 'busySeriesId' | 'importedId'>> {
  const [eventId, busySeriesId, importedId] = [randomUUID(), randomUUID(), randomUUID()]
  const therapist_id = pair.therapist.accountId
  const startsAt = Date.parse(slot) + (4 * 60 + 50) * minute
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
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

async function makeNotification(app: TestHouse, reader: Person): Promise<string> {
  const marker = randomUUID()
  await app.hands.definer.query(
    `insert into app.notification (account_id, kind, params, related_type, related_id) values ($1, 'session-planned', $2, 'session', $3)`,
    [reader.accountId, { name: canary(reader.email, 'notification'), startsAt: '2027-01-04T08:00:00.000Z' }, marker],
  )
  const row = await app.db.asActor({ role: reader.role, id: reader.accountId }, (tx) =>
    tx.kysely.selectFrom('notification').select('id').where('related_id', '=', marker).executeTakeFirstOrThrow(),
  )
  return row.id
}
