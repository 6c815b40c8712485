import type { SessionId, TherapistId, WaitingOfferId } from '@attune/contract/common/ids'
import { randomBytes } from 'node:crypto'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sessionCreations } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { describeChange } from '../../../platform/policy/audit.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { markReadAbout } from '../../messages/notification/notification.ts'
import {
  listLockedBusyTimes,
  scheduleSessionReminder,
  slotTakenRefusal,
  tryCalendarLock,
} from '../schedule/schedule.ts'
import {
  notifyBookedClient,
  notifySessionTherapist,
  recordSessionHistory,
  requireReachable,
} from '../session/session.ts'

type Offer = {
  therapistId: TherapistId
  startsAt: string
  endsAt: string
  state: string
  isOver: boolean
  sessionId: SessionId | null
  moves: string | null
}

/**
 * Accepts an open offer as the acting client, with the calendar lock and after a new conflict check. The session is confirmed at once, because the
 * offer is the therapist's confirmation in advance. Returns the id of the session. Repeating the call changes nothing. Refuses with NOT_FOUND,
 * OFFER_ENDED, THERAPIST_UNREACHABLE, and with SLOT_TAKEN and the taken times.
 */
export async function acceptOffer(
  tx: Tx,
  act: { id: WaitingOfferId; sessionId: SessionId },
  now: Date,
): Promise<string> {
  const { therapistId } = await readOffer(tx, act.id, now)
  return tryCalendarLock(tx, therapistId, async (granted) => {
    const locked = await granted
    const offer = await readOffer(tx, act.id, now)
    if (offer.sessionId) return offer.sessionId
    if (!locked || offer.state !== 'open' || offer.isOver) throw ended()
    await requireReachable(tx, therapistId)
    const slot = { id: offer.moves ?? act.sessionId, therapistId, startsAt: offer.startsAt, endsAt: offer.endsAt }
    const busy = await listLockedBusyTimes(tx, slot)
    if (busy.length) throw slotTakenRefusal(busy)
    return take(tx, act, slot, now)
  })
}

type Taken = { sessionId: SessionId; statusBefore: SessionStatus | null; startsBefore: string | null; sequence: number }

async function take(
  tx: Tx,
  act: { id: WaitingOfferId; sessionId: SessionId },
  slot: { id: SessionId; therapistId: TherapistId; startsAt: string },
  now: Date,
): Promise<string> {
  const { rows } = await tx.run<Taken>(
    `select session_id as "sessionId", status_before as "statusBefore", starts_before as "startsBefore", sequence
     from def.accept_waiting_offer($1, $2, $3, $4::timestamptz)`,
    [act.id, act.sessionId, randomBytes(16).toString('base64url'), now],
  )
  const [taken] = rows
  if (!taken) throw ended()
  const { startsAt, therapistId } = slot
  const session = { id: taken.sessionId, therapistId, startsAt, sequence: taken.sequence }
  describeChange(tx, { after: { startsAt, isMoved: taken.startsBefore !== null } })
  await Promise.all([
    recordSessionHistory(tx, {
      session: { ...session, startsAt: taken.startsBefore ?? startsAt },
      action: 'acceptOffer',
      from: taken.statusBefore,
      to: sessionCreations.acceptOffer.to,
      startsAtAfter: startsAt,
      command: act.id,
    }),
    notifySessionTherapist(tx, 'waiting-accepted', session),
    notifyBookedClient(tx, session),
    markReadAbout(tx, { type: 'waiting-offer', ids: [act.id] }, now),
    scheduleSessionReminder(tx, session, now),
  ])
  return taken.sessionId
}

/**
 * Declines an open offer as the acting client, who stays on the waiting list. Repeating the call changes nothing. Refuses with NOT_FOUND and
 * OFFER_ENDED.
 */
export async function declineOffer(tx: Tx, id: WaitingOfferId, now: Date): Promise<void> {
  const { state } = await readOffer(tx, id, now)
  if (state === 'declined') return
  const { rows } = await tx.run<{ declined: boolean }>('select def.decline_waiting_offer($1, $2) as declined', [
    id,
    now,
  ])
  if (!rows[0]?.declined) throw ended()
  await markReadAbout(tx, { type: 'waiting-offer', ids: [id] }, now)
}

const ended = () => createRefusal('OFFER_ENDED', 409)

async function readOffer(tx: Tx, id: WaitingOfferId, now: Date): Promise<Offer> {
  const { rows } = await sql<Offer>`
    select o.therapist_id as "therapistId", o.starts_at as "startsAt", o.ends_at as "endsAt", o.state, o.expires_at <= ${now} as "isOver",
      o.session_id as "sessionId", e.session_id as moves
    from app.waiting_offer o join app.waiting_entry e on e.therapist_id = o.therapist_id and e.id = o.entry_id
    where o.id = ${id}`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}
