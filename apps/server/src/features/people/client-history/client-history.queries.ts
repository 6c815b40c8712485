import type { ClientId } from '@attune/contract/common/ids'
import type { TimelineItem } from '@attune/contract/features/people/client/client.timeline'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { isPostgresTimestamp } from '../../../platform/database/timestamp.ts'

/**
 * Returns one page of the timeline of a client of the acting therapist: the events of the record and of its sessions, and the legal texts that the
 * client's account agreed to, latest first. `after` is the cursor of the previous page. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function readClientTimeline(tx: Tx, wanted: { id: ClientId; after?: string; limit: number }) {
  const place = placeOf(wanted.after)
  const { rows } = await sql<TimelineItem & { place: string }>`
    with step as (
      select e.at, 0 as source, e.id, e.kind, e.by_role as by, e.detail, null::uuid as session_id,
        null::timestamptz as starts_at, null::timestamptz as starts_at_before, null::uuid as version_id, null::int as version
      from app.client_event e where e.therapist_id = ${tx.actor.id} and e.client_id = ${wanted.id}
      union all
      select h.at, 1, h.id, 'session', case h.by_role when 'product' then 'system' else h.by_role end, h.action, h.session_id, h.starts_at_after, nullif(h.starts_at_before, h.starts_at_after), null, null
      from app.session_client sc join app.session_history h on h.therapist_id = sc.therapist_id and h.session_id = sc.session_id
        join app.session s on s.id = sc.session_id and s.deleted_at is null
      where sc.therapist_id = ${tx.actor.id} and sc.client_id = ${wanted.id} and (h.client_id is null or h.client_id = sc.client_id)
      union all
      select a.agreed_at, 2, a.seq, 'agreed', 'client', v.page, null, null, null, v.id, v.version
      from app.client_name c join app.legal_consent a on a.account_id = c.account_id join app.legal_version v on v.id = a.version_id
      where c.therapist_id = ${tx.actor.id} and c.id = ${wanted.id})
    select source || '-' || id as id, at, kind, by, detail, at::text || '_' || source || '_' || id as place,
      case when session_id is not null then
        json_build_object('id', session_id, 'startsAt', starts_at, 'startsAtBefore', starts_at_before) end as session,
      case when version_id is not null then json_build_object('id', version_id, 'version', version) end as "legalVersion"
    from step
    where ${place.at}::timestamptz is null or (step.at, step.source, step.id) < (${place.at}::timestamptz, ${place.source}::int, ${place.id}::bigint)
    order by step.at desc, step.source desc, step.id desc limit ${wanted.limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, wanted.limit)
  return {
    items: items.map(({ place: _place, session, ...item }) => ({ ...item, session: session && withInstants(session) })),
    next: rows.length > wanted.limit ? (items.at(-1)?.place ?? null) : null,
  }
}

/** Converts the instants in a JSON object from the Postgres format to ISO 8601. */
const withInstants = (session: NonNullable<TimelineItem['session']>) => ({
  ...session,
  startsAt: new Date(session.startsAt).toISOString(),
  startsAtBefore: session.startsAtBefore && new Date(session.startsAtBefore).toISOString(),
})

/**
 * Parses a cursor of the form `<instant>_<source>_<number>`, which identifies the last row of the previous page.
 * Refuses with BAD_REQUEST for any other form.
 */
function placeOf(after: string | undefined) {
  if (after === undefined) return { at: null, source: null, id: null }
  const parts = /^(\d{4}-[\d:. +-]{5,40})_([012])_(\d{1,18})$/.exec(after)
  if (!parts?.[1] || !isPostgresTimestamp(parts[1])) throw createRefusal('BAD_REQUEST', 400)
  return { at: parts[1], source: parts[2] ?? null, id: parts[3] ?? null }
}
