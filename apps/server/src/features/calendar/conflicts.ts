import type { Conflict } from '@attune/contract/features/session'
import { holdingStatuses } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { slotTaken } from '../session/session.ts'

export type Span = { startsAt: string; endsAt: string }

/** So many are told; the rest would help nobody. */
const most = 20

/**
 * What holds a part of any of these times in the acting therapist's calendar, but for what is being changed; by start.
 * One statement over all of them, sent after the lock.
 */
export async function conflictsOver(tx: Tx, spans: Span[], but: string[] = []): Promise<Conflict[]> {
  if (!spans.length) return []
  const me = tx.actor.id
  const touches = (name: string, longest: string) =>
    sql.raw(
      `${name}.starts_at < w.ends_at and ${name}.starts_at > w.starts_at - interval '${longest}' and ${name}.ends_at > w.starts_at`,
    )
  const { rows } = await sql<Conflict>`
    select distinct f.kind, f.starts_at as "startsAt", f.ends_at as "endsAt", f.session_id as "sessionId", f.name
    from unnest(${spans.map((span) => span.startsAt)}::timestamptz[], ${spans.map((span) => span.endsAt)}::timestamptz[]) w (starts_at, ends_at)
    cross join lateral (
      select 'session' as kind, s.starts_at, s.ends_at, s.id as session_id,
        coalesce((select string_agg(c.first_name || ' ' || left(c.last_name, 1) || '.', ', ' order by c.last_name)
          from app.session_client sc join app.client c on c.id = sc.client_id
          where sc.therapist_id = s.therapist_id and sc.session_id = s.id), '') as name
      from app.session s where s.therapist_id = ${me} and ${touches('s', '24 hours')}
        and s.status = any (${[...holdingStatuses]}::text[]) and s.id <> all (${but}::uuid[])
      union all
      select 'event', e.starts_at, e.ends_at, null, e.title from app.event e
      where e.therapist_id = ${me} and ${touches('e', '24 hours')} and e.id <> all (${but}::uuid[])
      union all
      select 'imported', i.starts_at, i.ends_at, null, i.title from app.imported_event i
      where i.therapist_id = ${me} and ${touches('i', '25 hours')}
      union all
      select 'absence', a.starts_at, a.ends_at, null, a.title from app.absence a
      where a.therapist_id = ${me} and ${touches('a', '1100 days')}
    ) f order by 2, 1 limit ${most}`.execute(tx.kysely)
  return rows
}

/** Refuses SLOT_TAKEN with what is in the way, unless that is to be passed over. */
export async function refuseTaken(tx: Tx, spans: Span[], anyway: boolean, but: string[] = []): Promise<void> {
  if (anyway) return
  const conflicts = await conflictsOver(tx, spans, but)
  if (conflicts.length) throw slotTaken(conflicts)
}
