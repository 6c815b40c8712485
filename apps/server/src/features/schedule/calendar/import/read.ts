import type { ImportedCalendarId, TherapistId } from '@attune/contract/common/ids'
import { readZone } from '../../../people/profile/profile.ts'
import type { ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { createHash } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { NotFetchedError } from '../../../../platform/outbound/outbound.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { IcsReadError, readIcsInProcess } from './process.ts'
import type { IcsSegment } from '../ics/ics.ts'

type Reader = Pick<AppContext, 'db' | 'clock' | 'outbound'>
type Problem = NonNullable<ImportedCalendar['error']>

const maxBytes = 5 * 1024 * 1024
const [minute, hour] = [60_000, 60 * 60_000]
const intervalMs = 15 * minute
const maxIntervalMs = 6 * hour
/** The therapist is notified if all reads of a calendar have failed for this time, in milliseconds. */
const notifyAfterMs = 24 * hour

type Known = {
  address: string
  name: string
  digest: string | null
  failures: number
  failingSince: string | null
  toldAt: string | null
  nextReadAt: string
}

/** Runs the job that reads an imported calendar. Does nothing if the calendar is not due, so the job may run twice. */
export async function refreshDueImport(
  app: Reader,
  { calendarId, therapistId }: { calendarId: ImportedCalendarId; therapistId: TherapistId },
): Promise<void> {
  const known = await findImport(app, therapistId, calendarId)
  if (known && Date.parse(known.nextReadAt) <= app.clock.now().getTime())
    await refreshImport(app, therapistId, calendarId)
}

/** Reads an imported calendar and replaces its events. If the read fails, the previous events stay and the failure is stored (see `saveFailure`). */
export async function refreshImport(
  app: Reader,
  therapistId: TherapistId,
  calendarId: ImportedCalendarId,
): Promise<void> {
  const known = await findImport(app, therapistId, calendarId)
  if (!known) return
  const now = app.clock.now()
  const zone = await asWorker(app, therapistId, readZone)
  const outcome = await fetchSegments(app, known, zone, now)
  await asWorker(app, therapistId, async (tx) => {
    // Locks the calendar so that concurrent reads save their results one after the other.
    const locked = await findIn(tx, calendarId, true)
    if (!locked) return
    if ('problem' in outcome) await saveFailure(tx, calendarId, locked, outcome.problem, now)
    else await saveEvents(tx, calendarId, outcome, now)
  })
}

type Outcome = { pieces: IcsSegment[] | null; digest: string } | { problem: Problem }

async function fetchSegments(app: Reader, known: Known, zone: string, now: Date): Promise<Outcome> {
  try {
    const body = await app.outbound.fetch(known.address, maxBytes)
    const [from, to] = importPeriodAt(now)
    // The period to read changes once a day. On the same day, the same file in the same zone gives the same events
    // and is not parsed again.
    const digest = createHash('sha256').update(`${from.toISOString()} ${zone} `).update(body).digest('base64url')
    if (digest === known.digest) return { pieces: null, digest }
    return { pieces: await readIcsInProcess(body, { from, to, zone }), digest }
  } catch (error) {
    if (error instanceof IcsReadError) return { problem: error.problem }
    if (error instanceof NotFetchedError) return { problem: problemOf(error) }
    throw error
  }
}

const problems: Record<string, Problem> = {
  'not over https': 'not-https',
  'an address of no public machine': 'not-public',
  'a name of no public machine': 'not-public',
  'too large': 'too-large',
  ABORT_ERR: 'too-slow',
  TimeoutError: 'too-slow',
  ETIMEDOUT: 'too-slow',
}
const problemOf = ({ message }: NotFetchedError): Problem => problems[message] ?? 'not-reached'

/** Returns the period to read: from one month ago to thirteen months ahead, in whole UTC days. */
function importPeriodAt(now: Date): [Date, Date] {
  const at = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, now.getUTCDate()))
  return [at(-1), at(13)]
}

async function saveEvents(
  tx: Tx,
  id: ImportedCalendarId,
  { pieces, digest }: { pieces: IcsSegment[] | null; digest: string },
  now: Date,
) {
  const therapistId = tx.actor.id
  if (pieces) {
    await tx.run('delete from app.imported_event where therapist_id = $1 and calendar_id = $2', [therapistId, id])
    await tx.run(
      `insert into app.imported_event (therapist_id, calendar_id, number, starts_at, ends_at, title)
       select $1, $2, r.number, r.starts_at, r.ends_at, r.title
       from unnest($3::timestamptz[], $4::timestamptz[], $5::text[]) with ordinality r (starts_at, ends_at, title, number)`,
      [therapistId, id, pieces.map((p) => p.startsAt), pieces.map((p) => p.endsAt), pieces.map((p) => p.title)],
    )
  }
  await tx.kysely
    .updateTable('imported_calendar')
    .set({
      state: 'ok',
      error: null,
      failures: 0,
      failing_since: null,
      told_at: null,
      ...(pieces && { events: pieces.length }),
      digest,
      read_at: now,
      next_read_at: new Date(now.getTime() + intervalMs),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Stores a failed read and schedules the next read with a longer pause after each failure. Notifies the therapist
 * once if the reads have failed for `notifyAfterMs`.
 */
async function saveFailure(tx: Tx, id: ImportedCalendarId, known: Known, error: Problem, now: Date): Promise<void> {
  const since = known.failingSince ?? now.toISOString()
  const isLasting = now.getTime() - Date.parse(since) >= notifyAfterMs
  const pause = Math.min(intervalMs * 2 ** Math.min(known.failures, 10), maxIntervalMs)
  await tx.kysely
    .updateTable('imported_calendar')
    .set({
      state: 'failing',
      error,
      failures: known.failures + 1,
      failing_since: since,
      next_read_at: new Date(now.getTime() + pause),
      ...(isLasting && !known.toldAt ? { told_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (isLasting && !known.toldAt) await notifyTherapist(tx, known.name)
}

const notifyTherapist = (tx: Tx, name: string) =>
  notify(tx, {
    to: tx.actor.id,
    type: 'calendar-failing',
    params: { name },
    about: null,
  })

const asWorker = <T>({ db }: Reader, therapistId: TherapistId, work: (tx: Tx) => Promise<T>) =>
  db.asActor({ role: 'worker', id: therapistId }, work)

const findImport = (app: Reader, therapistId: TherapistId, id: ImportedCalendarId) =>
  asWorker(app, therapistId, (tx) => findIn(tx, id, false))

async function findIn(tx: Tx, id: ImportedCalendarId, lock: boolean): Promise<Known | undefined> {
  const query = tx.kysely
    .selectFrom('imported_calendar')
    .select([
      'address',
      'name',
      'digest',
      'failures',
      'failing_since as failingSince',
      'told_at as toldAt',
      'next_read_at as nextReadAt',
    ])
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .where('is_external', '=', false)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row as Known | undefined
}
