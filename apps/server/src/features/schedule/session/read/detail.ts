import type { SessionId } from '@attune/contract/common/ids'
import type { SessionText } from '@attune/contract/features/schedule/session/session'
import { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readTerms } from '../../terms/terms.ts'
import { listChangeRequestsOfSession, toChangeRequest } from '../change-requests/read.ts'
import { listSessionHistory } from './history.queries.ts'
import { readSlotInfo } from './waiting.ts'
import { findSessionRow, toSession } from './view.queries.ts'

/**
 * Returns one session with all data that the viewer may see. Refuses with NOT_FOUND for a session that the viewer
 * cannot see.
 */
export async function readSessionDetail(tx: Tx, id: SessionId, now: Date) {
  const { role } = tx.actor
  const [row, history, changes, texts, companions, awaitedInSeries] = await Promise.all([
    findSessionRow(tx, id),
    listSessionHistory(tx, id),
    listChangeRequestsOfSession(tx, id),
    listSessionTexts(tx, id),
    role === 'client' ? listCompanions(tx, id) : [],
    countAwaitedInSeries(tx, id, now),
  ])
  if (!row) throw notFound()
  const session = toSession(row, role, now)
  const open =
    changes.find(({ state }) => state === 'open') ?? changes.find(({ state }) => state === 'countered') ?? null
  const [terms, slotInfo] = await Promise.all([readTerms(tx, session.therapist.id), readSlotInfo(tx, session, open)])
  const requests = changes.map((one) => toChangeRequest(one, role, now))
  return { session, history, changes: requests, texts, companions, terms, awaitedInSeries, ...slotInfo }
}

/**
 * Counts the sessions of the same series that the actor can accept in one command. For a client, counts only sessions
 * that await their own answer, because row security hides the other participants.
 */
async function countAwaitedInSeries(tx: Tx, session: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from app.session me join app.session s on s.therapist_id = me.therapist_id and s.series_id = me.series_id
    where me.id = ${session} and s.starts_at > ${now} and s.status in ('scheduled', 'rescheduled')
      and exists (select from app.session_client sc
        where sc.therapist_id = s.therapist_id and sc.session_id = s.id and sc.answer = 'awaited')`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}

/** Returns the objectives and next steps of a session. A client gets only the shared texts. */
async function listSessionTexts(tx: Tx, session: string): Promise<SessionText[]> {
  const { rows } = await sql<SessionText>`
    select x.kind, x.text, x.version, x.updated_at as "updatedAt",
      exists (select from app.session_text_share h where h.text_id = x.id) as shared
    from app.session_text x where x.session_id = ${session} order by x.kind desc`.execute(tx.kysely)
  if (tx.actor.role === 'client') return rows
  const none = { text: '', version: 0, shared: false, updatedAt: null }
  return sessionTextKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...none })
}

async function listCompanions(tx: Tx, session: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] | null }>`select def.companions_in(${session}) as names`.execute(
    tx.kysely,
  )
  return rows[0]?.names ?? []
}
