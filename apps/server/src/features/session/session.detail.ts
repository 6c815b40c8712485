import { type SessionText, type SessionEvent, textKinds } from '@attune/contract/features/session'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { termsOf } from '../terms/terms.ts'
import { changesOf, toChange } from './session.changes.ts'
import { myRecords } from './session.queries.ts'
import { inTheWay } from './session.waiting.ts'
import { sessionById, toSession } from './session.view.queries.ts'

/** Everything about one session that its viewer may see. Refuses NOT_FOUND. */
export async function sessionInFull(tx: Tx, id: string, now: Date) {
  const { role } = tx.actor
  const [row, history, changes, texts, companions] = await Promise.all([
    sessionById(tx, id),
    historyOf(tx, id),
    changesOf(tx, id),
    textsOf(tx, id),
    role === 'client' ? companionsIn(tx, id) : [],
  ])
  if (!row) throw notFound()
  const session = toSession(row, role, now)
  const open =
    changes.find(({ state }) => state === 'open') ?? changes.find(({ state }) => state === 'countered') ?? null
  const [terms, way] = await Promise.all([termsOf(tx, session.therapist.id), inTheWay(tx, session, open)])
  return { session, history, changes: changes.map((one) => toChange(one, role, now)), texts, companions, terms, ...way }
}

/**
 * What happened to a session. A client reads what the therapist and the product did and what the client did, nothing that concerns another
 * participant alone; a deleted session is one that was cancelled.
 */
async function historyOf(tx: Tx, session: string): Promise<SessionEvent[]> {
  const client = tx.actor.role === 'client'
  const mine = sql`(by_role <> 'client' or by_account = ${tx.actor.id}) and (client_id is null or client_id = any (${myRecords}))
    and (action <> 'delete' or from_status <> to_status)`
  const action = client ? sql`case action when 'delete' then 'cancel' else action end` : sql`action`
  const { rows } = await sql<SessionEvent>`
    select at, by_role as by, ${action} as action, from_status as "from", to_status as "to", starts_at_before as "startsAtBefore",
           starts_at_after as "startsAtAfter", reason, client_id as "clientId"
    from app.session_history where session_id = ${session} and ${client ? mine : sql`true`} order by id`.execute(
    tx.kysely,
  )
  return rows
}

/** Objectives and next steps: the therapist's own, shared or not; of a client those that are shared. */
async function textsOf(tx: Tx, session: string): Promise<SessionText[]> {
  const { rows } = await sql<SessionText>`
    select x.kind, x.text, x.version, x.updated_at as "updatedAt",
      exists (select from app.session_text_share h where h.text_id = x.id) as shared
    from app.session_text x where x.session_id = ${session} order by x.kind desc`.execute(tx.kysely)
  if (tx.actor.role === 'client') return rows
  const none = { text: '', version: 0, shared: false, updatedAt: null }
  return textKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...none })
}

async function companionsIn(tx: Tx, session: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] | null }>`select def.companions_in(${session}) as names`.execute(
    tx.kysely,
  )
  return rows[0]?.names ?? []
}
