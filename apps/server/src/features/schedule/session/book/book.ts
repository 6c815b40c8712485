import type { SessionTypeId } from '@attune/contract/common/ids'
import { randomBytes } from 'node:crypto'
import { sessionCreations } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../../platform/database/actor.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { conflict, createRefusal, forbidden, notFound } from '../../../../platform/policy/refusal.ts'
import {
  checkOffer,
  listLockedBusyTimes,
  scheduleSessionReminder,
  slotOf,
  slotTakenRefusal,
  tryCalendarLock,
  type TimeSlot,
} from '../../schedule/schedule.ts'
import { findOfferedType, doesSessionTypeExist, type OfferedType } from '../../session-type/session-type.ts'
import { recordSessionHistory } from '../commands/command.ts'
import { readActingClientName, notifyBookedClient, notifySessionTherapist } from '../notify/notifications.ts'
import {
  hasContentOf,
  isSameRequest,
  locationOf,
  findOwnRecordAt,
  findStoredRequest,
  type SessionRequestInput,
} from './request.ts'

export type SessionBooking = Omit<SessionRequestInput, 'typeId'> & { typeId: SessionTypeId }

/**
 * Books a free time of a session type for the acting client, by the therapist’s rule for instant booking. The session is confirmed at once, and the
 * history names the rule. Repeating the same id and content changes nothing. Refuses with:
 * - NOT_FOUND for an unknown therapist and for a type of another therapist
 * - CONFLICT for the same id with other content
 * - CLIENT_INACTIVE, THERAPIST_UNREACHABLE and IN_THE_PAST like a request
 * - FORBIDDEN if no rule of the therapist confirms this type for this client
 * - SLOT_TAKEN if the time is taken, without the reason
 * - NOT_OFFERED if the time is outside the hours, the notice, the horizon or the limits, if it is too close to another session, or if the duration or
 * format is no longer that of the type
 */
export async function bookSession(tx: Tx, booking: SessionBooking, now: Date): Promise<void> {
  const slot = slotOf(booking.id, booking.therapistId, booking)
  await tryCalendarLock(tx, booking.therapistId, async (granted) => {
    const [known, record, type, busy] = await Promise.all([
      findStoredRequest(tx, booking.id),
      findOwnRecordAt(tx, booking.therapistId),
      findOfferedType(tx, booking.therapistId, booking.typeId),
      listLockedBusyTimes(tx, slot),
    ])
    if (known) {
      if (!isSameRequest(known, booking, slot)) throw conflict()
      return
    }
    if (!record) throw notFound()
    if (!(await granted)) throw createRefusal('CLIENT_INACTIVE', 409)
    if (!type?.ruleId) throw (await doesSessionTypeExist(tx, booking)) ? forbidden() : notFound()
    if (!record.isReachable) throw createRefusal('THERAPIST_UNREACHABLE', 409)
    if (Date.parse(slot.startsAt) <= now.getTime()) throw createRefusal('IN_THE_PAST', 409)
    if (!hasContentOf(type, booking)) throw createRefusal('NOT_OFFERED', 409)
    const offer = await checkOffer(tx, slot, type.format, now, { buffers: type })
    // A client must not learn whether times outside the availability are taken.
    if (!offer.offered()) throw createRefusal('NOT_OFFERED', 409)
    if (busy.length) throw slotTakenRefusal(busy)
    if (!(await offer.free())) throw createRefusal('NOT_OFFERED', 409)
    await insertBooking(tx, { slot, type, location: offer.location, message: booking.message }, now)
  })
}

type Booked = { slot: TimeSlot; type: OfferedType; location: string; message: string }

async function insertBooking(tx: Tx, { slot, type, location, message }: Booked, now: Date): Promise<void> {
  const { rows } = await tx.run<{ rule: string | null }>(
    'select def.book_session($1, $2, $3, $4::timestamptz, $5, $6, $7::timestamptz) as rule',
    [
      slot.id,
      slot.therapistId,
      type.id,
      slot.startsAt,
      locationOf(type, location),
      randomBytes(16).toString('base64url'),
      now,
    ],
  )
  const ruleId = rows[0]?.rule
  if (!ruleId) throw forbidden()
  describeChange(tx, { after: { ruleId } })
  const session = { ...slot, sequence: 0 }
  await Promise.all([
    recordSessionHistory(tx, {
      session,
      action: 'book',
      from: null,
      to: sessionCreations.book.to,
      reason: message,
      command: slot.id,
      ruleId,
    }),
    notifySessionTherapist(tx, 'session-booked', session, await readActingClientName(tx, slot.id)),
    notifyBookedClient(tx, session),
    scheduleSessionReminder(tx, session, now),
  ])
}
