import type { Conflict } from '@attune/contract/features/session'
import type { Together } from '@attune/contract/features/session.together'
import { maySession, type SessionAction, stateAfter } from '@attune/contract/features/session.states'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound } from '../../platform/policy/refusal.ts'
import { tellOfAct } from './session.act-news.ts'
import { endOpenChanges } from './session.changes.ts'
import { type Known, lockSession, note, setAnswers, setSession } from './session.record.ts'
import { conflictsOver, lockCalendar, type Slot, slotOf } from './session.slot.ts'
import { setTime } from './session.times.ts'

/** One act of the therapist upon many sessions, each by itself; `command` makes a repeat harmless. */
type Act = { command: string; reason: string }

/** Cancels many sessions, and denies those that are wishes. What has ended or was called off is left, and told. Refuses NOT_FOUND. */
export async function cancelTogether(tx: Tx, act: Act & { ids: string[] }, now: Date): Promise<Together> {
  const begun = await begin(tx, act, act.ids, ['cancel', 'deny'])
  const { sessions, before } = begun
  const actionOf = ({ status }: Known) => (status === 'pending' ? 'deny' : 'cancel')
  const going = before ? [] : sessions.filter((one) => maySession(actionOf(one), 'therapist', one, now))
  for (const session of going) {
    const action = actionOf(session)
    const to = stateAfter(action, session.status)
    await Promise.all([
      setSession(tx, session, { status: to }, now),
      note(tx, { session, action, from: session.status, to, reason: act.reason, act: act.command }),
      endOpenChanges(tx, session.id, now),
    ])
  }
  return tellAndAnswer(tx, 'sessions-cancelled', act, begun, idsOf(going))
}

/**
 * Moves many sessions, each to a time of its own. They make room for each other; one whose new time is taken stays where it is, and so may
 * be in the way of another. Refuses NOT_FOUND.
 */
export async function moveTogether(
  tx: Tx,
  act: Act & { moves: { id: string; startsAt: string }[] },
  now: Date,
): Promise<Together> {
  const starts = new Map(act.moves.map(({ id, startsAt }) => [id, startsAt]))
  const begun = await begin(tx, act, [...starts.keys()], ['move'])
  const { sessions, before } = begun
  const wanted = sessions
    .filter((one) => !before?.includes(one.id) && maySession('move', 'therapist', one, now))
    .map((session) => ({ session, slot: slotAt(session, starts.get(session.id) as string) }))
  const { free, taken } = await freeOf(tx, wanted)
  // One may move to where another still stands.
  await tx.run('set constraints app.session_slot deferred', [])
  for (const { session, slot } of before ? [] : free) {
    await setTime(tx, session, slot, { status: 'rescheduled', booked_anyway: false }, now)
    await Promise.all([
      setAnswers(tx, session.id, 'awaited'),
      endOpenChanges(tx, session.id, now),
      note(tx, {
        session,
        action: 'move',
        from: session.status,
        to: 'rescheduled',
        startsAtAfter: slot.startsAt,
        reason: act.reason,
        act: act.command,
      }),
    ])
  }
  await tx.run('set constraints app.session_slot immediate', [])
  return tellAndAnswer(tx, 'sessions-moved', act, begun, idsOf(free.map(({ session }) => session)), taken)
}

const idsOf = (sessions: Known[]) => sessions.map(({ id }) => id)

/** `before`: what the same act has changed already; null where it is new. */
type Begun = { sessions: Known[]; before: string[] | null }

/** Locks the calendar and the sessions, always in the same order. Refuses NOT_FOUND, and a command that was meant for another act. */
async function begin(tx: Tx, act: Act, ids: string[], actions: SessionAction[]): Promise<Begun> {
  await lockCalendar(tx, tx.actor.id as string)
  const sessions: Known[] = []
  for (const id of [...new Set(ids)].toSorted()) {
    const session = await lockSession(tx, id)
    if (!session || session.deleted) throw notFound()
    sessions.push(session)
  }
  const { rows } = await tx.run<{ session_id: string; action: string; act: string | null }>(
    `select session_id, action, act from app.session_history where therapist_id = $1 and (act = $2 or command = $2)`,
    [tx.actor.id, act.command],
  )
  const same = rows.every((row) => row.act === act.command && actions.some((action) => action === row.action))
  if (!same) throw conflict()
  const before = rows.length ? rows.map((row) => row.session_id) : null
  return { sessions: sessions.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)), before }
}

type Wanted = { session: Known; slot: Slot }

const slotAt = ({ id, therapistId, startsAt, endsAt }: Known, start: string): Slot =>
  slotOf(id, therapistId, {
    startsAt: start,
    durationMinutes: (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000,
  })

/** Whose new time is free when all who can have moved. Each one that stays is looked at again as being in the way. */
async function freeOf(tx: Tx, wanted: Wanted[]): Promise<{ free: Wanted[]; taken: Map<string, Conflict[]> }> {
  const taken = new Map<string, Conflict[]>()
  let free = wanted
  for (let settled = false; !settled && free.length;) {
    const spans = free.map(({ slot }) => slot)
    const found = await conflictsOver(tx, tx.actor.id as string, spans, idsOf(free.map(({ session }) => session)))
    const staying = free.filter(({ slot }, place) => {
      const conflicts = [...(found[place] ?? []), ...inTheWay(slot, spans.slice(0, place))]
      if (conflicts.length) taken.set(slot.id, conflicts)
      return conflicts.length > 0
    })
    free = free.filter((one) => !staying.includes(one))
    settled = staying.length === 0
  }
  return { free, taken }
}

/** Of those that move along, the ones that want a part of the same time. */
const inTheWay = (slot: Slot, others: Slot[]): Conflict[] =>
  others
    .filter(({ startsAt, endsAt }) => startsAt < slot.endsAt && endsAt > slot.startsAt)
    .map(({ id, startsAt, endsAt }) => ({ kind: 'session', startsAt, endsAt, sessionId: id, name: '' }))

async function tellAndAnswer(
  tx: Tx,
  kind: 'sessions-moved' | 'sessions-cancelled',
  act: Act,
  { sessions, before }: Begun,
  going: string[],
  taken = new Map<string, Conflict[]>(),
): Promise<Together> {
  const done = before ?? going
  if (!before) await tellOfAct(tx, kind, act.command, done)
  const left = sessions.filter(({ id }) => !done.includes(id))
  return { done, left: left.map(({ id, status }) => ({ id, status, conflicts: taken.get(id) ?? [] })) }
}
