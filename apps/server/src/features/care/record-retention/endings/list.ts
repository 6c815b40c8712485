import type { ClientId } from '@attune/contract/common/ids'
import type {
  RecordEnding,
  RecordEndings,
  RecordRetention,
} from '@attune/contract/features/care/record-retention/record-retention'
import { type EndingState, maxShownEndings } from '@attune/contract/features/care/record-retention/record-ending.rules'
import { retentionOf } from '@attune/contract/features/care/record-retention/record-retention.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { retentionFactsOf, type RetentionRow } from '../record-retention.queries.ts'

/** SQL condition that is true if the record of the entry `e` has a legal hold that has not ended. */
export const isHeldSql = (e: RawBuilder<unknown>) => sql<boolean>`exists (select from app.record_hold rh
  where rh.therapist_id = ${e}.therapist_id and rh.client_id = ${e}.client_id and rh.ended_at is null)`

/** SQL condition that is true if the confirmation of the entry `e` is valid: no legal hold was placed since. */
const isConfirmedSql = (
  e: RawBuilder<unknown>,
) => sql<boolean>`(${e}.confirmed_at is not null and not exists (select from app.record_hold rc
  where rc.therapist_id = ${e}.therapist_id and rc.client_id = ${e}.client_id and rc.placed_at >= ${e}.confirmed_at))`

const entry = sql.ref('e')
const stateSql = sql<EndingState>`case when ${isHeldSql(entry)} then 'held' when ${isConfirmedSql(entry)} then 'confirmed' else 'open' end`

type Row = RetentionRow & Pick<RecordEnding, 'clientId' | 'name' | 'listedAt' | 'state'> & { listedUntil: string }

/** Returns the records of the acting therapist whose retention ends: those to be confirmed first, then those confirmed and held. */
export async function listRecordEndings(tx: Tx): Promise<RecordEndings> {
  const [{ rows }, counts] = await Promise.all([
    sql<Row>`
      select e.client_id as "clientId", c.name, e.listed_at as "listedAt", e.kept_until::text as "listedUntil", s.state,
        f.last_session_at as "lastSessionAt", f.added_at as "addedAt", f.left_at as "leftAt", f.birth_date::text as "birthDate",
        f.zone, f.years, f.majority_age as "majorityAge"
      from app.record_ending e join app.client_name c on c.id = e.client_id
        cross join lateral def.retention_of_record(e.client_id) f, lateral (select ${stateSql} as state) s
      where e.therapist_id = ${tx.actor.id}
      order by s.state = 'held', s.state = 'confirmed', e.kept_until, c.name, e.client_id limit ${maxShownEndings}`.execute(
      tx.kysely,
    ),
    countEndings(tx),
  ])
  return { items: rows.map(endingOf), counts }
}

function endingOf({ clientId, name, listedAt, state, listedUntil, ...row }: Row): RecordEnding {
  const { from } = retentionOf(retentionFactsOf(row), row)
  const { lastSessionAt, years } = row
  return { clientId, name, lastSessionAt, keptUntil: listedUntil, from, years, listedAt, state }
}

/** Returns the number of entries of a therapist that are neither confirmed nor held. */
export async function countOpenEndings(tx: Tx, therapistId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.record_ending e
    where e.therapist_id = ${therapistId} and ${stateSql} = 'open'`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}

/** Returns the numbers of entries of the acting therapist by state. */
export async function countEndings(tx: Tx): Promise<RecordEndings['counts']> {
  const { rows } = await sql<{ state: EndingState; count: number }>`
    select s.state, count(*)::int as count from app.record_ending e, lateral (select ${stateSql} as state) s
    where e.therapist_id = ${tx.actor.id} group by s.state`.execute(tx.kysely)
  const of = (state: EndingState) => rows.find((row) => row.state === state)?.count ?? 0
  return { open: of('open'), confirmed: of('confirmed'), held: of('held') }
}

/**
 * Returns the time at which a record of the acting therapist was put on the list, and the time at which its erasure was confirmed; null if it is not
 * on the list.
 */
export async function readRecordEnding(tx: Tx, clientId: ClientId): Promise<RecordRetention['ending']> {
  const { rows } = await sql<NonNullable<RecordRetention['ending']>>`
    select e.listed_at as "listedAt", case when ${isConfirmedSql(entry)} then e.confirmed_at end as "confirmedAt"
    from app.record_ending e where e.therapist_id = ${tx.actor.id} and e.client_id = ${clientId}`.execute(tx.kysely)
  return rows[0] ?? null
}
