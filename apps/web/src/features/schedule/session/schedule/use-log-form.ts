import type { SessionId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import type { NewPastSession } from '@attune/contract/features/schedule/session/session'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateSessions } from '../summary/mutations.ts'
import type { ClientsDraft } from '../fields/ClientsField.tsx'
import {
  lastFullHour,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'

type LogDraft = ClientsDraft & {
  id: SessionId
  when: SessionTimeDraft
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
  const { id, clients, therapyType, when, format, location, outcome } = draft.value
  const enter = useMutation({
    mutationFn: (input: Required<NewPastSession>) => api.session.logPast(input),
    onSuccess: () => {
      draft.forget()
      toast({ variant: 'success', title: t('entry.done') })
      onClose()
    },
    onSettled: changed,
  })
  const { problems, change, check } = useForm<LogDraft, Problems>(draft, enter)
  const submit = () => {
    const startsAt = startInstantOf(when, zone)
    if (!check(pastSessionProblems(draft.value, zone)) || !startsAt || !when.minutes) return
    enter.mutate({
      id,
      clientIds: clients.map((one) => one.id),
      startsAt,
      durationMinutes: when.minutes,
      format,
      therapyType,
      location,
      outcome,
    })
  }
  return { draft, problems, enter, change, submit }
}

function pastSessionProblems({ when, clients }: LogDraft, zone: string): Problems {
  const { time, ...wrong } = sessionTimeProblems(when, zone)
  return {
    ...wrong,
    // Ignores the problem 'past' of `sessionTimeProblems`, because a logged session is always in the past.
    ...(time && time !== 'past' && { time }),
    ...(clients.length ? {} : { client: 'clientMissing' }),
  }
}
