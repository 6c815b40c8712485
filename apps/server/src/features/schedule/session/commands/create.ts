import type { ClientId, GroupId, SessionId, SessionTypeId } from '@attune/contract/common/ids'
import { requireOwnType } from '../../session-type/session-type.ts'
import { scheduleSessionReminder } from '../../schedule/schedule.ts'
import { pastSessionDays } from '@attune/contract/common/constants'
import type { NewPastSession, NewSession } from '@attune/contract/features/schedule/session/session'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { hasAnyGuardian, listClientsByIds, listClientsWithPush, notifyParticipants } from '../notify/notifications.ts'
import { buildSessionHistoryInsert } from './command.ts'
import { detailColumns, detailValues, type SessionDetails } from '../session.fields.ts'
import { requireMembers } from '../of-group/group-members.ts'
import { readCallPlace } from './call-place.ts'
import {
  listConflictsWithSlot,
  withCalendarLock,
  bookedAnywayColumn,
  type TimeSlot,
  slotOf,
} from '../../schedule/schedule.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'

export type SessionPlan = Required<Omit<NewSession, 'videoUrl' | 'callInAttune'>> &
  Pick<NewSession, 'videoUrl' | 'callInAttune'>
export type PastSessionInput = Required<NewPastSession>

const day = 24 * 60 * 60_000

/**
 * Schedules a session of the acting therapist. Repeating the same id and content changes nothing. Refuses with SLOT_TAKEN and the conflicts unless
 * `plan.anyway` is true, with CLIENT_INACTIVE, with NOT_A_MEMBER, with CONFLICT for the same id with other content, and with NOT_FOUND for a client
 * record, a session type or a group of another therapist. Throws a violation of `session_pkey` if a session that the actor cannot see has the id.
 */
export async function scheduleSession(tx: Tx, plan: SessionPlan, now: Date): Promise<void> {
  const therapistId = tx.actor.id
  const slot = slotOf(plan.id, therapistId, plan)
  return withCalendarLock(tx, therapistId, async () => {
    const [conflicts, clients, withPush, hasGuardians, known, name, place] = await Promise.all([
      listConflictsWithSlot(tx, slot),
      listClientsByIds(tx, plan.clientIds),
      listClientsWithPush(tx, plan.clientIds),
      hasAnyGuardian(tx, plan.clientIds),
      findStoredSession(tx, plan.id),
      readTherapistName(tx),
      readCallPlace(tx, { ...plan, clients: plan.clientIds.length }),
      requireOwnType(tx, plan.typeId),
    ])
    if (known) return refuseOtherContent(known, plan, slot)
    if (clients.length !== plan.clientIds.length) throw notFound()
    if (clients.some((client) => client.status === 'inactive')) throw createRefusal('CLIENT_INACTIVE', 409)
    await requireMembers(tx, plan)
    const taken = bookedAnywayColumn(conflicts, plan.anyway)
    const status: SessionStatus = plan.agreed ? 'confirmed' : 'scheduled'
    const answer = plan.agreed ? 'accepted' : 'awaited'
    const subject = { id: plan.id, therapistId, sequence: 0, startsAt: slot.startsAt }
    const own = { type_id: plan.typeId, group_id: plan.groupId, ...taken }
    tx.send(buildSessionInsert(tx, slot, plan, { status, ...place, booked_at: now, ...own }))
    tx.send(buildParticipantsInsert(tx, slot, clients, { answer }))
    const event = { session: subject, action: 'create', from: null, to: status, command: plan.id } as const
    tx.send(buildSessionHistoryInsert(tx, event))
    const notified = notifyParticipants(
      tx,
      'session-planned',
      subject,
      clients,
      { name },
      0,
      hasGuardians ? undefined : withPush,
    )
    await scheduleSessionReminder(tx, subject, now)
    // Only jobs for guardians' emails and for pushes depend on a result. Without them, all statements are sent together with the commit.
    if (hasGuardians || withPush.size > 0 || clients.some(({ account_id }) => account_id === null)) await notified
  })
}

/**
 * Logs a past session that was not scheduled. Notifies no one. Repeating the same id and content changes nothing. Refuses with TOO_LONG_AGO if the
 * session started more than 365 days ago, with NOT_YET if it has not started, with NOT_A_MEMBER, with CONFLICT for the same id with other content,
 * and with NOT_FOUND for a client record or a group of another therapist.
 */
export async function logPastSession(tx: Tx, entry: PastSessionInput, now: Date): Promise<void> {
  const therapistId = tx.actor.id
  const slot = slotOf(entry.id, therapistId, entry)
  return withCalendarLock(tx, therapistId, async () => {
    const [clients, known] = await Promise.all([listClientsByIds(tx, entry.clientIds), findStoredSession(tx, entry.id)])
    if (known) return refuseOtherContent(known, entry, slot)
    if (clients.length !== entry.clientIds.length) throw notFound()
    const begun = Date.parse(slot.startsAt)
    if (begun > now.getTime()) throw createRefusal('NOT_YET', 409)
    if (begun < now.getTime() - pastSessionDays * day) throw createRefusal('TOO_LONG_AGO', 409)
    await requireMembers(tx, entry)
    const status = entry.outcome
    const attendance = status === 'completed' ? 'attended' : 'absent'
    const session = { id: entry.id, therapistId, startsAt: slot.startsAt }
    const row = {
      status,
      video_url: null,
      in_attune: false,
      booked_at: now,
      type_id: null,
      group_id: entry.groupId,
      booked_anyway: false,
    }
    tx.send(buildSessionInsert(tx, slot, entry, row))
    tx.send(buildParticipantsInsert(tx, slot, clients, { answer: 'accepted', attendance }))
    tx.send(buildSessionHistoryInsert(tx, { session, action: 'enter', from: null, to: status, command: entry.id }))
  })
}

type SessionContent = SessionDetails & Pick<SessionPlan, 'clientIds'>
type NewRow = {
  status: SessionStatus
  video_url: string | null
  in_attune: boolean
  booked_at: Date
  type_id: SessionTypeId | null
  group_id: GroupId | null
  booked_anyway: boolean
}

const buildSessionInsert = (tx: Tx, slot: TimeSlot, what: SessionContent, row: NewRow) =>
  tx.kysely.insertInto('session').values({
    id: slot.id,
    therapist_id: slot.therapistId,
    starts_at: slot.startsAt,
    ends_at: slot.endsAt,
    ...detailValues(what),
    ...row,
  })

const buildParticipantsInsert = (
  tx: Tx,
  slot: TimeSlot,
  clients: { id: ClientId }[],
  how: { answer: string; attendance?: string },
) =>
  tx.kysely.insertInto('session_client').values(
    clients.map(({ id }) => ({
      therapist_id: slot.therapistId,
      session_id: slot.id,
      client_id: id,
      starts_at: slot.startsAt,
      ...how,
    })),
  )

type StoredSession = SessionContent & { startsAt: string; endsAt: string }

/**
 * Returns the acting therapist’s session with this id in its current state. Later commands may have changed it since it
 * was created.
 */
async function findStoredSession(tx: Tx, id: SessionId): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`
    select s.starts_at as "startsAt", s.ends_at as "endsAt",
      ${sql.join(detailColumns.map(([field, column]) => sql`${sql.ref(`s.${column}`)} as ${sql.ref(field)}`))},
      array(select sc.client_id from app.session_client sc where sc.therapist_id = s.therapist_id and sc.session_id = s.id) as "clientIds"
    from app.session s where s.id = ${id}`.execute(tx.kysely)
  return rows[0]
}

function refuseOtherContent(known: StoredSession, wanted: SessionContent, slot: TimeSlot): void {
  const same =
    known.startsAt === slot.startsAt &&
    known.endsAt === slot.endsAt &&
    detailColumns.every(([field]) => known[field] === wanted[field]) &&
    known.clientIds.toSorted().join() === wanted.clientIds.toSorted().join()
  if (!same) throw conflict()
}
