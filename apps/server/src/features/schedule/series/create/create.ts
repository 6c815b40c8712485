import type { SeriesId, SessionId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import { withCalendarLock, scheduleSessionReminders } from '../../schedule/schedule.ts'
import type { NewSeries } from '@attune/contract/features/schedule/series/series'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { readZone } from '../../../people/profile/profile.ts'
import {
  addExceptions,
  insertSeries,
  type Occurrence,
  findSeries,
  startRecurrence,
} from '../../recurrence/recurrence.ts'
import { requireOwnType } from '../../session-type/session-type.ts'
import {
  listClientsByIds,
  requireMembers,
  sessionDetailsOf,
  readCallPlaces,
  notifyOfBulkCommand,
} from '../../session/session.ts'
import { assertNoSeriesConflict, maxSeriesDates, addConflicts, addLockedConflicts } from '../series.conflicts.ts'
import type { SeriesTemplate, SessionSeriesRow } from '../series.queries.ts'
import { insertSeriesSessions, type NewHistoryEvent, recordHistoryEvents } from '../../session/session.ts'

export type SeriesPlan = Required<Omit<NewSeries, 'videoUrl' | 'callInAttune'>> &
  Pick<NewSeries, 'videoUrl' | 'callInAttune'>
type RecurrenceInput = Pick<SeriesPlan, 'startsAt' | 'durationMinutes' | 'repeat'>

/**
 * Returns the dates that `scheduleSeries` would create, with their conflicts. Writes nothing. Refuses with BAD_REQUEST if the rule does not include
 * the first day.
 */
export async function previewSeries(tx: Tx, input: RecurrenceInput, now: Date) {
  const { dates } = startRecurrence(input, await readZone(tx), now)
  return { dates: await addConflicts(tx, dates.slice(0, maxSeriesDates)), total: dates.length }
}

/**
 * Schedules recurring sessions of the acting therapist in one command, and inserts those of the first twelve months. Repeating the same id and
 * content changes nothing. Throws a violation of `series_pkey` if a series of another therapist has the id. Refuses with:
 * - NOT_FOUND for a client record, a session type or a group of another therapist
 * - NOT_A_MEMBER if a client is no member of the group on the first day
 * - BAD_REQUEST if the rule does not include the day of the first session
 * - CONFLICT for the same id with other content
 * - CLIENT_INACTIVE and IN_THE_PAST
 * - SERIES_TAKEN and the dates that have conflicts
 */
export async function scheduleSeries(tx: Tx, plan: SeriesPlan, now: Date): Promise<void> {
  const therapistId = tx.actor.id
  return withCalendarLock(tx, therapistId, async () => {
    const [known, zone, clients] = await Promise.all([
      findSeries<SeriesTemplate>(tx, plan.id),
      readZone(tx),
      listClientsByIds(tx, plan.clientIds),
      requireOwnType(tx, plan.typeId),
    ])
    const { series, dates } = startRecurrence(plan, known?.zone ?? zone, now)
    const planned = dates.filter(({ day }) => !plan.leaveOut.includes(day))
    if (known)
      return refuseOtherContent(known, plan, planned[0]?.startsAt ?? null, await readCreatedSessions(tx, plan.id))
    if (clients.length !== plan.clientIds.length) throw notFound()
    if (clients.some((client) => client.status === 'inactive')) throw createRefusal('CLIENT_INACTIVE', 409)
    await requireMembers(tx, plan)
    if (Date.parse((planned[0] ?? dates[0])?.startsAt ?? plan.startsAt) <= now.getTime())
      throw createRefusal('IN_THE_PAST', 409)
    const taken = assertNoSeriesConflict(await addLockedConflicts(tx, planned), plan.anyway)
    const leftOut = dates.map(({ day }) => day).filter((day) => plan.leaveOut.includes(day))
    await insertPlannedSeries(tx, plan, { series, planned, taken, leftOut }, now)
  })
}

type PlannedSeries = {
  series: ReturnType<typeof startRecurrence>['series']
  planned: Occurrence[]
  /** Days with conflicts that the therapist has accepted. */
  taken: Set<string>
  leftOut: string[]
}

/** Inserts a series with the sessions of the planned dates, their history, reminders and notifications. */
async function insertPlannedSeries(
  tx: Tx,
  plan: SeriesPlan,
  { series, planned, taken, leftOut }: PlannedSeries,
  now: Date,
): Promise<void> {
  const therapistId = tx.actor.id
  const wanted = { ...plan, clients: plan.clientIds.length }
  const { callInAttune, videoUrls } = await readCallPlaces(tx, planned.length, wanted)
  const rows = planned.map(({ day, startsAt, endsAt }, number) => ({
    id: createDatedId(),
    day,
    startsAt,
    endsAt,
    videoUrl: videoUrls[number] ?? null,
    callInAttune,
    bookedAnyway: taken.has(day),
  }))
  const status = plan.agreed ? 'confirmed' : 'scheduled'
  const { clientIds, agreed, typeId, groupId } = plan
  const place = { videoUrl: callInAttune ? null : (plan.videoUrl ?? null), callInAttune }
  const template: SeriesTemplate = { ...sessionDetailsOf(plan), clientIds, ...place, agreed, typeId, groupId }
  const subjects = rows.map(({ id, startsAt }) => ({ id, startsAt, therapistId, sequence: 0 }))
  const events = rows.map(({ id, startsAt }): NewHistoryEvent => ({
    sessionId: id,
    action: 'create',
    from: null,
    to: status,
    before: null,
    after: startsAt,
  }))
  await insertSeries(tx, { ...series, id: plan.id, kind: 'session', template })
  await Promise.all([
    addExceptions(tx, plan.id, leftOut),
    insertSeriesSessions(tx, rows, { ...template, seriesId: plan.id, therapistId, status, now }),
    recordHistoryEvents(tx, plan.id, events),
    scheduleSessionReminders(tx, subjects, now),
  ])
  await notifyOfBulkCommand(
    tx,
    'series-planned',
    plan.id,
    rows.map(({ id }) => id),
  )
}

type CreatedSessions = { made: number; firstSessionId: SessionId | null; firstStartsAt: string | null }

/** Returns the number of sessions that were created together with a series, and the id and start of the first one. */
export async function readCreatedSessions(tx: Tx, id: SeriesId): Promise<CreatedSessions> {
  const { rows } = await tx.run<{ id: SessionId; at: string }>(
    `select session_id as id, starts_at_after as at from app.session_history
     where therapist_id = $1 and act = $2 and action = 'create' order by starts_at_after`,
    [tx.actor.id, id],
  )
  const [first] = rows
  return { made: rows.length, firstSessionId: first?.id ?? null, firstStartsAt: first?.at ?? null }
}

/**
 * Refuses with CONFLICT if the therapy type, the first start or the group differs from the stored series. Without a group, also compares the clients;
 * with a group, the clients of the series can change with its members. No later command changes the compared values.
 */
function refuseOtherContent(
  known: SessionSeriesRow,
  plan: SeriesPlan,
  firstStartsAt: string | null,
  created: CreatedSessions,
): void {
  const { clientIds, therapyType, groupId } = known.template
  const same =
    known.kind === 'session' &&
    therapyType === plan.therapyType &&
    (groupId ?? null) === plan.groupId &&
    (plan.groupId !== null || clientIds.toSorted().join() === plan.clientIds.toSorted().join()) &&
    firstStartsAt === created.firstStartsAt
  if (!same) throw conflict()
}
