import { databaseName, runAsSuperuser } from '../../../apps/server/src/platform/database/embedded/cluster.ts'
import type { PostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'

const kinds = ['sessions', 'notes', 'messages'] as const
type Kind = (typeof kinds)[number]

/**
 * The number of rows of a kind; the creation time of the newest row (for notes, the time of the latest change); and the number of rows that were
 * created or changed after the setting `attune.since`.
 */
type KindContent = { count: number; newest: string | null; changed: number }

/** A summary of a database that contains only numbers and times. */
export type Content = Record<Kind, KindContent> & { zone: string | null }

/** Whether the database has the tables of Attune. */
const readKnown = `select (to_regclass('app.session') is not null and to_regclass('app.session_note') is not null and to_regclass('app.client_note') is not null and to_regclass('app.message') is not null)::text as known`

/**
 * Counts the rows of each kind. The date of a note is that of its latest change. The moment is passed as a setting, because the single-user mode has
 * no parameters.
 */
const readContent = `
  with since as (select current_setting('attune.since')::timestamptz as at),
  item as (
    select 'sessions' as kind, created_at as at, updated_at from app.session
    union all select 'messages', created_at, updated_at from app.message
    union all select 'notes', updated_at, updated_at from app.session_note
    union all select 'notes', updated_at, updated_at from app.client_note),
  counted as (
    select kind, count(*) as count, max(at) as newest, count(*) filter (where updated_at > (select at from since)) as changed from item group by kind)
  select json_build_object('zone', (select support_zone from app.product_setting),
    'kinds', (select json_object_agg(kind, json_build_object('count', count, 'newest', newest, 'changed', changed)) from counted)) as content`

type Read = { zone: string | null; kinds: Partial<Record<Kind, KindContent>> | null }

/**
 * Summarizes the database of a stopped cluster. Counts as changed the rows that were created or changed after `since`, an instant. Returns null if
 * the database has no tables of Attune yet.
 */
export function readClusterContent(places: PostgresPaths, cluster: string, since: string): Content | null {
  const options = { database: databaseName, settings: { 'attune.since': since } }
  if (runAsSuperuser(places, cluster, [readKnown], options).known !== 'true') return null
  const { content } = runAsSuperuser(places, cluster, [readContent.replaceAll('\n', ' ')], options)
  const read = JSON.parse(content ?? 'null') as Read | null
  if (!read) return null
  const none = { count: 0, newest: null, changed: 0 }
  const { sessions = none, notes = none, messages = none } = read.kinds ?? {}
  return { zone: read.zone, sessions, notes, messages }
}

/** Returns a line per kind: the newest row after the restore, and the number of rows of the present database that would be lost. */
export function contentLines(restored: Content, present: Content | null, timeText: (at: string) => string): string[] {
  return kinds.map((kind) => {
    const { newest } = restored[kind]
    const there =
      newest === null ? `no ${kind}` : `the newest of ${restored[kind].count} ${kind} is of ${timeText(newest)}`
    const lost = present?.[kind].changed ?? 0
    return lost === 0 ? `- ${there}` : `- ${there}; ${lost} that were added or changed since then will be lost`
  })
}
