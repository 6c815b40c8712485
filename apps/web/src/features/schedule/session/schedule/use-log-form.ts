import type { SessionId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import type { NewPastSession } from '@attune/contract/features/schedule/session/session'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { ClientGroup } from '../../group/group.ts'
import { useSessionTypes } from '../../session-type/session-type.ts'
import { useInvalidateSessions } from '../summary/mutations.ts'
import {
  lastFullHour,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { useScheduleGroup, type GroupDraft } from './use-schedule-group.ts'

type LogDraft = GroupDraft & {
  id: SessionId
  format: NewPastSession['format']
  location: string
  outcome: NewPastSession['outcome']
}
type Problems = SessionTimeProblems & { client?: 'clientMissing' }

/** Returns the state of the form that logs a past session: draft, problems and submit function. */
export function useLogForm(zone: string, onClose: () => void) {
  const { t } = useTranslation('sessionNew')
  const changed = useInvalidateSessions()
  const draft = useDraft<LogDraft>('session-entry', () => ({
    id: createDatedId(),
    clients: [],
    therapyType: 'individual',
    when: lastFullHour(zone),
    format: 'in-person',
    location: '',
    outcome: 'completed',
  }))
  const { id, when, format, location, outcome } = draft.value
  const ofGroup = useScheduleGroup(draft.value)
  const { clients, therapyType, group } = ofGroup
  const enter = useMutation({
    mutationFn: (input: Required<NewPastSession>) => api.session.logPast(input),
    onSuccess: () => {
      draft.forget()
      toast({ variant: 'success', title: t('entry.done') })
      onClose()
    },
    onSettled: changed,
  })
  const types = useSessionTypes().data?.items ?? []
  const { problems, change, check } = useForm<LogDraft, Problems>(draft, enter)
  const submit = () => {
    const startsAt = startInstantOf(when, zone)
    if (!check(pastSessionProblems({ when, clients }, zone)) || !startsAt || !when.minutes) return
    enter.mutate({
      id,
      clientIds: clients.map((one) => one.id),
      startsAt,
      durationMinutes: when.minutes,
      format,
      therapyType,
      location,
      outcome,
      groupId: group?.id ?? null,
    })
  }
  const chooseGroup = (chosen: ClientGroup | null) =>
    change({ groupId: chosen?.id ?? null, leftOut: [], ...valuesOfGroup(chosen, types, when) })
  return { draft, ofGroup, problems, enter, change, chooseGroup, submit }
}

/** Returns the values of the form that the session type of a group determines. */
function valuesOfGroup(group: ClientGroup | null, types: readonly SessionType[], when: LogDraft['when']) {
  const type = types.find(({ id, isArchived }) => id === group?.typeId && !isArchived)
  return type && { when: { ...when, minutes: type.durationMinutes }, format: type.format, location: type.location }
}

function pastSessionProblems({ when, clients }: Pick<LogDraft, 'when' | 'clients'>, zone: string): Problems {
  const { time, ...wrong } = sessionTimeProblems(when, zone)
  return {
    ...wrong,
    // Ignores the problem 'past' of `sessionTimeProblems`, because a logged session is always in the past.
    ...(time && time !== 'past' && { time }),
    ...(clients.length ? {} : { client: 'clientMissing' }),
  }
}
