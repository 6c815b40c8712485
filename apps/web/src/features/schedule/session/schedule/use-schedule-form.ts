import { createDatedId } from '@attune/contract/common/dated-id'
import { defaultDurationMinutes } from '@attune/contract/common/constants'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { recurrenceProblems, recurrenceRule, type RecurrenceProblems } from '../../recurrence/recurrence.ts'
import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { dateDecisionInput, noDateDecisions } from '../series/date-decisions.ts'
import { useNewSeriesPreview } from '../series/use-series-preview.ts'
import { isInAttune } from '../fields/CallPlaceField.tsx'
import { useOwnTerms } from '../fields/use-own-terms.ts'
import type { PickedClient } from '../fields/use-client-search.ts'
import {
  nextFullHour,
  sessionTimeDraftOf,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { useScheduleGroup, type ScheduleGroup } from './use-schedule-group.ts'
import { useScheduleProposal, type ScheduleProposal } from './use-schedule-proposal.ts'
import { noRecurrence, useScheduleSession, type ScheduleDraft } from './use-schedule-session.ts'

type Problems = SessionTimeProblems & RecurrenceProblems & { client?: 'clientMissing'; dates?: 'noDate' }

/** The initial format and session type of the form. */
export type ScheduleWhat = Pick<ScheduleDraft, 'format' | 'typeId'>

export type ScheduleFormProps = {
  client?: PickedClient | null
  /** The group whose members take part, and its session type. */
  group?: { group: ClientGroup; type: SessionType | null } | null
  at?: SessionTimeDraft | null
  what?: ScheduleWhat
  onClose: () => void
}

/**
 * Returns the state of the form that schedules a session or series: draft, problems, dates of the series and submit
 * function.
 */
export function useScheduleForm({ onClose, ...start }: ScheduleFormProps) {
  const { zone } = useLocale()
  const own = useOwnTerms()
  const { draft, value } = useScheduleDraft(start, own.data?.durationMinutes)
  const { when, format, repeats, rhythm, decided } = value
  const ofGroup = useScheduleGroup(value)
  const { clients } = ofGroup
  const location = value.location ?? (format === 'in-person' ? (own.data?.location ?? '') : '')
  const callInAttune = isInAttune(value.callInAttune, clients.length, own.data?.callsInAttune)
  const set = (next: Partial<ScheduleDraft>) => draft.change({ ...value, ...next })
  const schedule = useScheduleSession(() => {
    draft.forget()
    onClose()
  })
  const { problems, change, check } = useForm<ScheduleDraft, Problems>({ ...draft, value }, schedule)
  const startsAt = startInstantOf(when, zone)
  const repeat = repeats ? recurrenceRule(rhythm, when.day) : null
  const preview = useNewSeriesPreview(
    startsAt && when.minutes && repeat ? { startsAt, durationMinutes: when.minutes, repeat } : null,
  )
  const submit = (anyway = false) => {
    const decision = dateDecisionInput(preview.dates ?? [], decided)
    const none = preview.dates !== undefined && decision.leaveOut.length === preview.total
    const isValid = check({
      ...sessionTimeProblems(when, zone),
      ...(clients.length ? {} : { client: 'clientMissing' }),
      ...(repeats && { ...recurrenceProblems(rhythm, when.day), ...(none && { dates: 'noDate' }) }),
    })
    if (!isValid || !startsAt || !when.minutes) return
    const place = format === 'video' && own.data ? { callInAttune } : {}
    const what = { ...enteredOf(value, ofGroup), ...place, location, startsAt, durationMinutes: when.minutes }
    if (repeat) schedule.many({ ...what, repeat, ...decision }, clients)
    else schedule.one({ ...what, anyway })
  }
  const acts = { set, change, submit, ...choicesOf(value, change, zone) }
  return {
    draft,
    value,
    startsAt,
    location,
    callInAttune,
    videoLink: own.data?.videoLink,
    problems,
    schedule,
    preview,
    ofGroup,
    ...acts,
  }
}

/** Returns the values of a new session or series that are sent exactly as the form contains them. */
const enteredOf = ({ id, format, typeId, agreed }: ScheduleDraft, { clients, therapyType, group }: ScheduleGroup) => ({
  id,
  clientIds: clients.map((one) => one.id),
  format,
  typeId,
  groupId: group?.id ?? null,
  therapyType,
  agreed,
})

/** Returns the functions that fill in several fields at once. The therapist can still change all of them. */
const choicesOf = ({ when }: ScheduleDraft, change: (next: Partial<ScheduleDraft>) => void, zone: string) => ({
  chooseType: (type: SessionType | null) =>
    change({
      typeId: type?.id ?? null,
      ...(type && valuesOfType(type, when)),
    }),
  chooseGroup: (group: ClientGroup | null, types: readonly SessionType[]) => {
    const type = types.find(({ id, isArchived }) => id === group?.typeId && !isArchived)
    change({ groupId: group?.id ?? null, leftOut: [], ...(type && valuesOfType(type, when)) })
  },
  chooseTime: (startsAt: string) => {
    const durationMinutes = when.minutes ?? defaultDurationMinutes
    change({ when: sessionTimeDraftOf({ startsAt, durationMinutes }, zone), decided: noDateDecisions })
  },
})

/** Returns the values of the form that a session type determines. */
const valuesOfType = (type: SessionType, when: Omit<SessionTimeDraft, 'minutes'>) => ({
  typeId: type.id,
  when: { ...when, minutes: type.durationMinutes },
  format: type.format,
  location: type.location || null,
  decided: noDateDecisions,
})

export type ScheduleForm = ReturnType<typeof useScheduleForm>

/**
 * Returns the draft of the form. A new draft contains the given client, group and time; without a given time, it starts at the next full hour. Unless
 * a format or session type is given, proposed values replace time, format, type and location until the therapist changes one of them. A given time
 * is kept; nothing is proposed for it until a single client is chosen. There is a separate draft for each given client, group and time.
 */
function useScheduleDraft(
  { client, group, at, what }: Omit<ScheduleFormProps, 'onClose'>,
  usualMinutes = defaultDurationMinutes,
) {
  const { zone } = useLocale()
  const name = [client?.id, group?.group.id, at && `${at.day}-${at.time}`].filter(Boolean).join('-')
  const draft = useDraft<ScheduleDraft>(`session-plan-${name}`, () => ({
    id: createDatedId(),
    clients: client ? [client] : [],
    therapyType: 'individual',
    when: at?.minutes ? at : { ...(at ?? nextFullHour(zone)), minutes: usualMinutes },
    format: 'in-person',
    typeId: null,
    location: null,
    agreed: false,
    isProposed: !what && !group?.type,
    ...what,
    ...noRecurrence,
    ...(group && { groupId: group.group.id, ...(group.type && valuesOfType(group.type, at ?? nextFullHour(zone))) }),
  }))
  const { clients, therapyType, groupId, isProposed = false } = draft.value
  const clientId = (!groupId && therapyType === 'individual' && clients[0]?.id) || null
  const proposal = useScheduleProposal(clientId, isProposed && (!at || clientId !== null))
  const entered: ScheduleDraft = { ...noRecurrence, ...draft.value, typeId: draft.value.typeId ?? null }
  const value = isProposed && proposal ? { ...entered, ...proposedValues(proposal, entered.when, at, zone) } : entered
  const change = (next: ScheduleDraft) =>
    draft.change({ ...next, isProposed: isProposed && proposedFields.every((field) => next[field] === value[field]) })
  return { draft: { ...draft, change }, value }
}

const proposedFields = ['when', 'format', 'typeId', 'location'] as const

/** Returns the values of the fields that are proposed. Keeps a given time and a given duration. */
function proposedValues(
  { startsAt, durationMinutes, format, typeId, location }: ScheduleProposal,
  when: SessionTimeDraft,
  at: SessionTimeDraft | null | undefined,
  zone: string,
): Pick<ScheduleDraft, (typeof proposedFields)[number]> {
  const free = startsAt && !at ? sessionTimeDraftOf({ startsAt, durationMinutes }, zone) : when
  return { when: { ...free, minutes: at?.minutes ?? durationMinutes }, format, typeId, location }
}
