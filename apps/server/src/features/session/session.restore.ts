import { type SessionStatus, stateAfter } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { clientsIn, ownName, tellClients } from './session.news.ts'
import { type Act, beginStep, note, setSession } from './session.record.ts'
import { conflictsWith, lockCalendar, passOver } from './session.slot.ts'
import { sessionById } from './session.view.queries.ts'

/**
 * Takes the acting therapist's own cancel back while its mails wait: the session stands as before, with what was asked of it, and no mail
 * leaves. Its number stays, so that no calendar and no reminder has missed anything. Refuses SLOT_TAKEN where its time was given away
 * meanwhile, CLIENT_INACTIVE where it was the end of a connection that called it off.
 */
export async function restoreSession(tx: Tx, act: Act, now: Date): Promise<void> {
  // Read before the lock, so that the look goes with it; nothing moves a session that is called off.
  const called = await sessionById(tx, act.id)
  if (!called) throw notFound()
  const slot = { ...called, therapistId: called.therapist_id }
  const [, conflicts, session, clients, name, before] = await Promise.all([
    lockCalendar(tx, tx.actor.id as string),
    conflictsWith(tx, slot),
    beginStep(tx, 'restore', act, now),
    clientsIn(tx, act.id),
    ownName(tx),
    stateBefore(tx, act.id),
  ])
  if (!session) return
  if (clients.some((client) => client.status === 'inactive')) throw refuse('CLIENT_INACTIVE', 409)
  // An absence was there while the session stood, and gives its time to nobody.
  const givenAway = conflicts.filter(({ kind }) => kind !== 'absence')
  const taken = passOver(givenAway, called.bookedAnyway)
  const to = stateAfter('restore', session.status, before?.status)
  // What its series called off, or was moved by itself before, stands alone; else it follows the series again.
  const follows = before?.alone && before.moves === 0
  await Promise.all([
    setSession(tx, session, { status: to, ...taken, ...(follows && { detached: false }) }, now),
    reopenChanges(tx, session.id, session.calledOffAt),
    note(tx, { session, action: 'restore', from: session.status, to, command: act.command }),
    tx.run('select def.take_cancel_back($1)', [session.id]),
    tellClients(tx, 'session-restored', session, clients, { name }, null),
  ])
}

type Before = { status: SessionStatus; alone: boolean; moves: number }

async function stateBefore(tx: Tx, session: string): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select from_status as status, alone,
      count(*) filter (where alone and action in ('move', 'acceptChange', 'acceptCounter')) over () as moves
    from app.session_history
    where therapist_id = ${tx.actor.id} and session_id = ${session} order by id desc limit 1`.execute(tx.kysely)
  return rows[0]
}

/** What the cancel ended waits again, for whom it waited before. */
const reopenChanges = (tx: Tx, session: string, endedAt: string | null) =>
  sql`
  update app.change_request set state = case when counter_starts_at is null then 'open' else 'countered' end, 
    answered_at = case when counter_starts_at is null then null else answered_at end
  where session_id = ${session} and state = 'expired' and answered_at = ${endedAt}`.execute(tx.kysely)
