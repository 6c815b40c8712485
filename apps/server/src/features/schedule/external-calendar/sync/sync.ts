import type { ExternalCalendarId, TherapistId } from '@attune/contract/common/ids'
import { languages } from '@attune/contract/common/text/text'
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { isHeld } from '../../../practice/restore/restore.ts'
import { deleteImportedCalendar, markExternalImportRead } from '../../calendar/calendar.ts'
import { type Incoming, receiveChanges } from './apply-changes.ts'
import { deleteLeftAccounts } from '../account/removal.ts'
import { listOwnEntries, readSeriesOfEntries } from '../events/own-entries.ts'
import { ownObjects } from '../events/own-events.ts'
import { removeAll, writeChanges } from './write-changes.ts'
import { readWindow } from './remote-state.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'
import { openProvider } from '../external-calendar.providers.ts'
import {
  canWriteTo,
  type EventRows,
  type OwnObjects,
  type OwnState,
  runInTx,
  type SyncApp,
  type SyncRun,
} from './run.ts'
import {
  readCounts,
  isRenewed,
  listEventRows,
  LeaseLost,
  type SyncedCalendar,
  takeLease,
  updateCalendar,
} from './store.ts'

const minute = 60_000
/** The time between two syncs of a calendar. It is a little less than ten minutes, because due jobs are enqueued every five minutes. */
const intervalMs = 9.5 * minute
const maxPauseMs = 60 * minute
const notifyAfterMs = 24 * 60 * minute
/** The time between two heartbeats during a long request, in milliseconds. */
const heartbeatMs = 30_000

export type SyncJob = { calendarId: ExternalCalendarId; therapistId: TherapistId }

/** Runs the job that syncs a calendar. Does nothing if the calendar is not due, so the job may run twice. */
export async function syncDueCalendar(app: SyncApp, { calendarId, therapistId }: SyncJob): Promise<void> {
  const due = await app.db.asActor({ role: 'therapist', id: therapistId }, (tx) =>
    tx.kysely
      .selectFrom('external_calendar')
      .select('id')
      .where('id', '=', calendarId)
      .where('therapist_id', '=', therapistId)
      .where('next_sync_at', '<=', app.clock.now().toISOString())
      .executeTakeFirst(),
  )
  if (due) await syncCalendar(app, therapistId, calendarId)
}

/**
 * Syncs a calendar in both directions. Stores a CalendarFailure instead of throwing it. Returns false if another process is syncing the calendar, or
 * if it is stopped.
 */
export async function syncCalendar(
  app: SyncApp,
  therapistId: TherapistId,
  calendarId: ExternalCalendarId,
): Promise<boolean> {
  const lease = randomUUID()
  const actor = { role: 'therapist', id: therapistId } as const
  const calendar = await app.db.asActor(actor, (tx) => takeLease(tx, calendarId, lease))
  if (!calendar) return false
  const inTx = runInTx(app, therapistId, calendarId, lease)
  const heartbeat = setInterval(() => void inTx(async () => {}).catch(() => {}), heartbeatMs)
  heartbeat.unref()
  try {
    await syncWithLease(app, calendar, inTx)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  } finally {
    clearInterval(heartbeat)
    await inTx((tx) => updateCalendar(tx, calendarId, { lease: null })).catch(() => {})
  }
  if (calendar.state === 'removing') await deleteLeftAccounts(app, therapistId)
  return true
}

async function syncWithLease(app: SyncApp, calendar: SyncedCalendar, inTx: SyncRun['inTx']): Promise<void> {
  try {
    const { run, rows } = await openRun(app, calendar, inTx)
    if (calendar.state === 'removing') return await removeWithEvents(run, rows)
    const incoming = await receiveChanges(run, { objects: await readObjects(run, rows), rows })
    // Reads Attune's events again, because `receiveChanges` may have changed busy times.
    const now = { objects: await readObjects(run, incoming.rows), rows: incoming.rows }
    // After a restore the calendar is only read and compared until the therapist decides.
    const mayWrite = canWriteTo(calendar) && !(await inTx((tx) => isHeld(tx, 'calendar', calendar.id)))
    const failure = mayWrite ? await writeOrReadOnly(run, now) : null
    await inTx((tx) => saveSuccess(tx, run, incoming, failure))
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error
    await inTx((tx) => saveFailure(tx, calendar, error, app.clock.now()))
  }
}

async function openRun(
  app: SyncApp,
  calendar: SyncedCalendar,
  inTx: SyncRun['inTx'],
): Promise<{ run: SyncRun; rows: EventRows }> {
  const provider = openProvider(app, { ...calendar, id: calendar.accountId })
  const [me, rows] = await inTx((tx) => Promise.all([readReader(tx), listEventRows(tx, calendar.id)]))
  const run = { app, calendar, provider, ...me, now: app.clock.now(), inTx }
  return { run, rows: new Map(rows.map((row) => [row.subjectId, row])) }
}

async function readReader(tx: Tx): Promise<Pick<SyncRun, 'language' | 'zone'>> {
  const me = await tx.kysely
    .selectFrom('person')
    .select(['language', 'zone'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return { language: languages.find((known) => known === me?.language) ?? 'en', zone: me?.zone ?? 'UTC' }
}

async function readObjects({ app, inTx, calendar, language, now }: SyncRun, rows: EventRows): Promise<OwnObjects> {
  if (!canWriteTo(calendar)) return new Map()
  const { from } = readWindow(now)
  const renewed = [...rows.values()].filter(isRenewed).map(({ subjectId }) => subjectId)
  const [entries, series] = await inTx(async (tx) => {
    const found = await listOwnEntries(tx, from, renewed)
    return [
      found,
      await readSeriesOfEntries(tx, [...new Set(found.flatMap(({ seriesId }) => seriesId ?? []))]),
    ] as const
  })
  const objects = ownObjects(entries, series, { ...calendar, language, origin: app.site.origin() })
  const firstDay = from.toISOString().slice(0, 10)
  const written = objects.filter(({ id, lastDay }) => lastDay >= firstDay || renewed.includes(id))
  return new Map(written.map((object) => [object.id, object]))
}

/** Writes Attune's changes. Returns the failure if the account is read-only; changes that were read before are kept. */
async function writeOrReadOnly(run: SyncRun, state: OwnState): Promise<CalendarFailure | null> {
  try {
    await writeChanges(run, state)
    return null
  } catch (error) {
    if (error instanceof CalendarFailure && error.problem === 'forbidden') return error
    throw error
  }
}

async function removeWithEvents(run: SyncRun, rows: EventRows): Promise<void> {
  await removeAll(run, rows)
  await run.inTx((tx) => deleteCalendar(tx, run.calendar.id))
}

/** Deletes a calendar with its busy times, its questions and the known state of its events. */
export async function deleteCalendar(tx: Tx, id: ExternalCalendarId): Promise<void> {
  await deleteImportedCalendar(tx, id)
  await tx.kysely.deleteFrom('external_calendar').where('id', '=', id).where('therapist_id', '=', tx.actor.id).execute()
}

async function saveSuccess(tx: Tx, run: SyncRun, incoming: Incoming, failure: CalendarFailure | null): Promise<void> {
  const { calendar, now } = run
  const { comparison, position } = incoming
  const counts = await readCounts(tx, calendar.id)
  await updateCalendar(tx, calendar.id, {
    state: failure ? 'failing' : 'ok',
    error: failure?.problem ?? null,
    failures: 0,
    failing_since: null,
    synced_at: now,
    next_sync_at: new Date(now.getTime() + intervalMs),
    ...counts,
    unreadable: counts.unreadable + incoming.refused,
    sync_token: position.token,
    ctag: position.tag,
    ...(comparison && { compared_at: now, compared: comparison.events, repaired: comparison.repaired }),
    // A calendar that had become read-only counts as writable again once a write succeeds.
    ...(canWriteTo(calendar) && { can_write: failure === null }),
  })
  await markExternalImportRead(tx, calendar.id, now)
}

/**
 * Stores a failed sync. A refused password stops all calendars of the account until there is a new password, and notifies the therapist once. After
 * any other failure, retries with increasing pauses and notifies the therapist after 24 hours. A calendar that is being removed is deleted instead,
 * although Attune's events stay in it.
 */
async function saveFailure(tx: Tx, calendar: SyncedCalendar, { problem }: CalendarFailure, now: Date): Promise<void> {
  if (problem === 'unauthorized') return stopAccount(tx, calendar, now)
  const since = calendar.failingSince ?? now.toISOString()
  const isLasting = now.getTime() - Date.parse(since) >= notifyAfterMs
  if (isLasting && calendar.state === 'removing') return deleteCalendar(tx, calendar.id)
  const shouldNotify = isLasting && !calendar.notifiedAt
  await updateCalendar(tx, calendar.id, {
    ...(calendar.state !== 'removing' && { state: 'failing' as const }),
    error: problem,
    failures: calendar.failures + 1,
    failing_since: since,
    next_sync_at: new Date(now.getTime() + Math.min(intervalMs * 2 ** Math.min(calendar.failures, 6), maxPauseMs)),
    ...(shouldNotify && { told_at: now }),
  })
  if (shouldNotify) await notifyOfFailure(tx, calendar.name)
}

async function stopAccount(tx: Tx, { id, accountId, name, state }: SyncedCalendar, now: Date): Promise<void> {
  // The server no longer accepts the password, so Attune cannot delete its events from the calendar. They stay there.
  if (state === 'removing') return deleteCalendar(tx, id)
  const { numUpdatedRows } = await tx.kysely
    .updateTable('external_account')
    .set({ refused_at: now })
    .where('id', '=', accountId)
    .where('therapist_id', '=', tx.actor.id)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  await tx.kysely
    .updateTable('external_calendar')
    .set({ state: 'stopped', error: 'unauthorized' })
    .where('account_id', '=', accountId)
    .where('therapist_id', '=', tx.actor.id)
    .where('state', '<>', 'removing')
    .execute()
  if (numUpdatedRows) await notifyOfFailure(tx, name)
}

const notifyOfFailure = (tx: Tx, name: string) =>
  notify(tx, { to: tx.actor.id, type: 'calendar-failing', params: { name }, about: null })
