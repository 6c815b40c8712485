import type { AccountId, ClientId } from '@attune/contract/common/ids'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { ownClientRecords } from './queries.ts'

/**
 * Selects history events of sessions. A client cannot read events of other clients, or events that concern only another
 * participant. For a client, the deletion of a session is shown as a cancellation.
 */
function selectHistoryEvents(tx: Tx, condition: RawBuilder<unknown>) {
  const client = tx.actor.role === 'client'
  const mine = sql`(by_role <> 'client' or by_account = ${tx.actor.id}) and (client_id is null or client_id = any (${ownClientRecords}))
    and (action <> 'delete' or from_status <> to_status)`
  const action = client ? sql`case action when 'delete' then 'cancel' else action end` : sql`action`
  // The client does not see the reason that a guardian wrote to the therapist.
  const reason = client ? sql`case by_role when 'guardian' then '' else reason end` : sql`reason`
  return sql<SessionEvent & { session: string; byAccount: AccountId | null }>`
    select session_id as session, by_account as "byAccount", at, by_role as by, ${action} as action, from_status as "from", to_status as "to",
      starts_at_before as "startsAtBefore", starts_at_after as "startsAtAfter", ${reason} as reason, client_id as "clientId"
    from app.session_history where ${condition} and ${client ? mine : sql`true`} order by id`
}

export async function listSessionHistory(tx: Tx, session: string): Promise<SessionEvent[]> {
  const { rows } = await selectHistoryEvents(tx, sql`session_id = ${session}`).execute(tx.kysely)
  const names = rows.some(({ by }) => by === 'guardian') ? await readGuardianNames(tx, session) : null
  return rows.map(({ session: _session, byAccount, ...event }) => {
    const guardianName = event.by === 'guardian' && byAccount ? names?.get(byAccount) : undefined
    return guardianName === undefined ? event : { ...event, guardianName }
  })
}

/** Returns the names of the guardians in the history of a session that the actor may see, by account. */
async function readGuardianNames(tx: Tx, session: string): Promise<Map<AccountId, string>> {
  const { rows } = await tx.run<{ account: AccountId; name: string }>(
    'select account_id as account, name from def.guardian_names_in($1)',
    [session],
  )
  return new Map(rows.map(({ account, name }) => [account, name]))
}

type EventForGuardian = Omit<SessionEvent, 'reason' | 'clientId' | 'by'> & {
  /** `you`: the acting guardian. `guardian`: another guardian. */
  by: SessionEvent['by'] | 'you'
}

/**
 * Returns the history of a session for the acting guardian: without reasons, and without events that concern other participants. Another guardian has
 * a name only if the therapist lets the guardians of the client know of each other.
 */
export async function listGuardedHistory(tx: Tx, session: string, clientId: ClientId): Promise<EventForGuardian[]> {
  const [{ rows }, names] = await Promise.all([
    sql<Omit<EventForGuardian, 'guardianName'> & { byAccount: AccountId | null }>`
      select at, case when by_account = ${tx.actor.id} and by_role = 'guardian' then 'you' else by_role end as by, by_account as "byAccount",
        case action when 'delete' then 'cancel' else action end as action, from_status as "from", to_status as "to",
        starts_at_before as "startsAtBefore", starts_at_after as "startsAtAfter"
      from app.session_history
      where session_id = ${session} and (client_id is null or client_id = ${clientId}) and (action <> 'delete' or from_status <> to_status)
        and (by_role <> 'client' or by_account = (select c.account_id from app.client_name c where c.id = ${clientId}))
      order by id`.execute(tx.kysely),
    readGuardianNames(tx, session),
  ])
  return rows.map(({ byAccount, ...event }) => {
    const guardianName = event.by === 'guardian' && byAccount ? names.get(byAccount) : undefined
    return guardianName === undefined ? event : { ...event, guardianName }
  })
}

/** Returns for each session the last change of its time that the actor may read. */
export async function readLastTimeChanges(tx: Tx, sessions: string[]): Promise<Map<string, SessionEvent>> {
  if (!sessions.length) return new Map()
  const moves = sql`session_id = any(${sessions}::uuid[]) and action in ('move', 'counter', 'acceptChange', 'acceptCounter') and starts_at_before <> starts_at_after`
  const { rows } = await selectHistoryEvents(tx, moves).execute(tx.kysely)
  return new Map(rows.map(({ session, byAccount: _byAccount, ...event }) => [session, event]))
}
