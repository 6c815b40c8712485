import { undoSeconds } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { conflictsOver, lockCalendar, slotTaken } from '../session/session.ts'
import { eventSeries, type EventSeries, firstOfAll, gapsOfSeries } from './calendar.queries.ts'
import type { Span } from './conflicts.ts'
import { changeRule, putGaps, removeRows } from './event.rows.ts'

/** A block of a series with everything that an act may change of it. */
type Block = Span & {
  id: string
  title: string
  location: string
  seriesId: string | null
  day: string | null
  detached: boolean
  revision: number
}

/** How a series stood before an act, and what the act has left. */
type Before = {
  act: string
  at: string
  undone?: boolean
  series: EventSeries
  gaps: string[]
  /** Those that the act has changed or taken away, as they were. */
  rows: Block[]
  /** Those that it has changed or made, as it left them. */
  left: { id: string; revision: number }[]
  /** The series that it has split off. */
  split: string | null
  /** So many are in the one series and the other. */
  count: number
  /** The sessions over which the blocks lay already. */
  over: string[]
}

/** These blocks, and all that are in a series with one of them or in that of this id. */
async function standing(tx: Tx, seriesId: string, ids: string[] = []): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select id, title, location, starts_at as "startsAt", ends_at as "endsAt", series_id as "seriesId", series_day as day, detached, revision
    from app.event where therapist_id = ${tx.actor.id} and (id = any (${ids}::uuid[]) or series_id = ${seriesId} or series_id in (
      select series_id from app.event where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])))`.execute(
    tx.kysely,
  )
  return rows
}

/**
 * Carries out an act upon a series of busy blocks and keeps how it stood before, so that `takeBack` can undo it; without a command the
 * act cannot be undone. None before it can be either. The caller has locked the calendar.
 */
export async function keepingBefore(
  tx: Tx,
  series: EventSeries,
  command: string | undefined,
  now: Date,
  act: () => Promise<void>,
): Promise<void> {
  const [was, gaps] = [await standing(tx, series.id), await gapsOfSeries(tx, series.id, firstOfAll)]
  await act()
  if (!command) return keep(tx, series.id, null)
  const ids = was.map(({ id }) => id)
  const stands = await standing(tx, series.id, ids)
  const [before, after] = [revisionsOf(was), revisionsOf(stands)]
  const rows = was.filter(({ id, revision }) => after.get(id) !== revision)
  const left = stands.filter(({ id, revision }) => before.get(id) !== revision)
  await keep(tx, series.id, {
    act: command,
    at: now.toISOString(),
    series,
    gaps,
    rows,
    left: left.map(({ id, revision }) => ({ id, revision })),
    split: left.find(({ seriesId }) => seriesId && seriesId !== series.id)?.seriesId ?? null,
    count: countOf(stands),
    over: (await sessionsUnder(tx, rows)).flatMap(({ sessionId }) => sessionId ?? []),
  })
}

const revisionsOf = (rows: Block[]) => new Map(rows.map(({ id, revision }) => [id, revision]))
const countOf = (rows: Block[]) => rows.filter(({ seriesId }) => seriesId).length
async function keep(tx: Tx, id: string, before: Before | null): Promise<void> {
  const values = [tx.actor.id, id, before && JSON.stringify(before)]
  await tx.run('update app.series set undo = $3::jsonb where therapist_id = $1 and id = $2', values)
}

/** The sessions at the times of these blocks. */
async function sessionsUnder(tx: Tx, rows: Block[]) {
  const ids = rows.map(({ id }) => id)
  return (await conflictsOver(tx, tx.actor.id as string, rows, ids)).flat().filter(({ kind }) => kind === 'session')
}

const changed = () => refuse('CHANGED', 409)

/**
 * Takes an act of a moment ago upon a series of busy blocks back, as a whole: each has its time, its words and its place again, and a
 * series that was split off is one with the other again. Again, it changes nothing. Refuses NOT_FOUND, CHANGED where it is too late or
 * something happened to one of them since, SLOT_TAKEN where a session was booked at a time that had become free.
 */
export async function takeBack(
  tx: Tx,
  { seriesId, undoes }: { seriesId: string; undoes: string },
  now: Date,
): Promise<void> {
  const [, series, before] = await Promise.all([
    lockCalendar(tx, tx.actor.id as string),
    eventSeries(tx, seriesId),
    beforeOf(tx, seriesId),
  ])
  if (!series) throw notFound()
  if (before?.act !== undoes) throw changed()
  if (before.undone) return
  const { rows, left, split } = before
  const isLate = now.getTime() - Date.parse(before.at) > undoSeconds * 1000
  if (isLate || series.zone !== before.series.zone) throw changed()
  const stands = await standing(
    tx,
    seriesId,
    [...rows, ...left].map(({ id }) => id),
  )
  const revisions = revisionsOf(stands)
  if (countOf(stands) !== before.count || left.some(({ id, revision }) => revisions.get(id) !== revision))
    throw changed()
  const given = (await sessionsUnder(tx, rows)).filter(({ sessionId }) => !before.over.includes(sessionId ?? ''))
  if (given.length) throw slotTaken(given)

  const were = new Set(rows.map(({ id }) => id))
  await removeRows(
    tx,
    left.filter(({ id }) => !were.has(id)).map(({ id }) => id),
  )
  await putBack(tx, rows, now)
  await changeRule(tx, before.series, now)
  await putGaps(tx, seriesId, firstOfAll, seriesId, before.gaps)
  if (split) await tx.run('delete from app.series where therapist_id = $1 and id = $2', [tx.actor.id, split])
  await tx.run(
    `update app.series set undo = jsonb_build_object('act', $3::text, 'undone', true) where therapist_id = $1 and id = $2`,
    [tx.actor.id, seriesId, undoes],
  )
}

async function beforeOf(tx: Tx, seriesId: string): Promise<Before | null> {
  const { rows } = await tx.run<{ undo: Before | null }>(
    `select undo from app.series where therapist_id = $1 and id = $2 and kind = 'event'`,
    [tx.actor.id, seriesId],
  )
  return rows[0]?.undo ?? null
}

/** What was taken away stands again under its id. The day of a series is there once, so all leave their places before they take them. */
async function putBack(tx: Tx, rows: Block[], now: Date): Promise<void> {
  const column = <Key extends keyof Block>(key: Key): Block[Key][] => rows.map((row) => row[key])
  const [ids, starts, ends] = [column('id'), column('startsAt'), column('endsAt')]
  await tx.run(
    'update app.event set series_id = null, series_day = null where therapist_id = $1 and id = any ($2::uuid[])',
    [tx.actor.id, ids],
  )
  await tx.run(
    `insert into app.event (id, therapist_id, title, starts_at, ends_at)
     select r.id, $1, r.title, r.starts_at, r.ends_at
     from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[]) r (id, title, starts_at, ends_at)
     on conflict (id) do nothing`,
    [tx.actor.id, ids, column('title'), starts, ends],
  )
  await tx.run(
    `update app.event e set title = r.title, location = r.location, starts_at = r.starts_at, ends_at = r.ends_at, series_id = r.series_id,
       series_day = r.day, detached = r.detached, revision = greatest(e.revision, r.revision) + 1, updated_at = $11
     from unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::uuid[], $8::date[], $9::boolean[], $10::int[])
       r (id, title, location, starts_at, ends_at, series_id, day, detached, revision)
     where e.therapist_id = $1 and e.id = r.id`,
    [
      tx.actor.id,
      ids,
      column('title'),
      column('location'),
      starts,
      ends,
      column('seriesId'),
      column('day'),
      column('detached'),
      column('revision'),
      now,
    ],
  )
}
