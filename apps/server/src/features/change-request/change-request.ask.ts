import type { Session } from '@attune/contract/features/session'
import { mayAskForChange } from '@attune/contract/features/session.states'
import { lateness } from '@attune/contract/features/terms'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { offerAt } from '../availability/availability.ts'
import {
  busyWithin,
  type ChangeRow,
  changesOf,
  enqueueDue,
  type Known,
  lockSession,
  note,
  othersIn,
  ownAnswer,
  ownRecordIn,
  setAnswers,
  setSession,
  type Slot,
  slotOf,
  slotTaken,
  tellTherapist,
} from '../session/session.ts'
import { termsOf } from '../terms/terms.ts'
import { illegal } from './change-request.begin.ts'

type Ask = { id: string; sessionId: string; reason: string }
type AskMove = Ask & { startsAt: string; durationMinutes: number }
/** `alone`: whom the lines in the history concern, where the session has others. */
type Begun = { known: ChangeRow | undefined; session: Known; record: string; alone: string | null }

/**
 * Asks for another time of a session that stands, as the acting client; it keeps its own until the therapist answers. The same
 * id with the same content again changes nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_OPEN, IN_THE_PAST, SLOT_TAKEN with
 * the times alone, and NOT_OFFERED for a time that cannot be booked where the therapist takes no other wishes.
 */
export async function askMove(tx: Tx, ask: AskMove, now: Date): Promise<void> {
  const { known, ...begun } = await beginAsk(tx, ask, now)
  const { session } = begun
  const slot = slotOf(session.id, session.therapistId, ask)
  if (known) {
    const same = known.proposedStartsAt === slot.startsAt && known.proposedEndsAt === slot.endsAt
    if (!same || known.reason !== ask.reason) throw conflict()
    return
  }
  if (Date.parse(slot.startsAt) <= now.getTime()) throw refuse('IN_THE_PAST', 409)
  const [terms, busy] = await Promise.all([termsOf(tx, session.therapistId), busyWithin(tx, slot)])
  const notOffered = () => refuse('NOT_OFFERED', 409)
  const offer = terms.proposeTimes ? null : await offerAt(tx, slot, session.format as Session['format'], now, session)
  if (offer && !offer.offered()) throw notOffered()
  if (busy.length) throw slotTaken(busy)
  if (offer && !(await offer.free())) throw notOffered()
  const late = lateness(terms.move, session, now) !== 'free'
  await Promise.all([
    insert(tx, ask, begun, { kind: 'update', late, slot }),
    note(tx, {
      ...stays(session),
      action: 'askMove',
      startsAtAfter: slot.startsAt,
      reason: ask.reason,
      command: ask.id,
      clientId: begun.alone,
    }),
    tellTherapist(tx, 'change-asked', session),
    enqueueDue(tx, session, now),
  ])
}

/**
 * Asks to cancel a session that stands, as the acting client. Where the therapist accepts early cancels and it is early, the
 * client has left at once, and with the last one the session is called off. Refuses as `askMove` does.
 */
export async function askCancel(tx: Tx, ask: Ask, now: Date): Promise<void> {
  const { known, ...begun } = await beginAsk(tx, ask, now)
  const { session, alone } = begun
  if (known) {
    if (known.kind !== 'cancel' || known.reason !== ask.reason) throw conflict()
    return
  }
  const terms = await termsOf(tx, session.therapistId)
  const late = lateness(terms.cancel, session, now) !== 'free'
  const atOnce = terms.acceptEarlyCancels && !late
  await Promise.all([
    insert(tx, ask, begun, { kind: 'cancel', late, acceptedAt: atOnce ? now : null }),
    note(tx, { ...stays(session), action: 'askCancel', reason: ask.reason, command: ask.id, clientId: alone }),
    tellTherapist(tx, atOnce ? 'session-left' : 'change-asked', session),
    atOnce ? leave(tx, session, alone, now) : enqueueDue(tx, session, now),
  ])
}

/** The therapist's terms have said yes beforehand. */
async function leave(tx: Tx, session: Known, clientId: string | null, now: Date): Promise<void> {
  const to = clientId ? session.status : 'cancelled'
  await Promise.all([
    setSession(tx, session, { status: to }, now),
    setAnswers(tx, session.id, 'declined'),
    note(tx, { ...stays(session), action: 'acceptChange', to, clientId, by: 'product' }),
  ])
}

const stays = (session: Known) => ({ session, from: session.status, to: session.status })

async function beginAsk(tx: Tx, ask: Ask, now: Date): Promise<Begun> {
  const [session, changes, record, others, answer] = await Promise.all([
    lockSession(tx, ask.sessionId),
    changesOf(tx, ask.sessionId),
    ownRecordIn(tx, ask.sessionId),
    othersIn(tx, ask.sessionId),
    ownAnswer(tx, ask.sessionId),
  ])
  if (!session || !record) throw notFound()
  const alone = others.awaited + others.accepted > 0 ? record : null
  const known = changes.find(({ id }) => id === ask.id)
  if (known) return { known, session, record, alone }
  if (answer === 'declined') throw illegal('cancelled', null)
  if (!mayAskForChange(session, now)) throw illegal(session.status, null)
  if (changes.some(({ state }) => state === 'open' || state === 'countered')) throw refuse('CHANGE_OPEN', 409)
  return { known: undefined, session, record, alone }
}

type What = { late: boolean } & ({ kind: 'update'; slot: Slot } | { kind: 'cancel'; acceptedAt: Date | null })

const insert = (tx: Tx, ask: Ask, { session, record }: Omit<Begun, 'known'>, what: What) =>
  tx.kysely
    .insertInto('change_request')
    .values({
      id: ask.id,
      therapist_id: session.therapistId,
      session_id: session.id,
      client_id: record,
      kind: what.kind,
      late: what.late,
      reason: ask.reason,
      original_starts_at: session.startsAt,
      original_ends_at: session.endsAt,
      ...(what.kind === 'update'
        ? { state: 'open', proposed_starts_at: what.slot.startsAt, proposed_ends_at: what.slot.endsAt }
        : { state: what.acceptedAt ? 'accepted' : 'open', answered_at: what.acceptedAt }),
    })
    .execute()
