import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateSessions } from '../summary/mutations.ts'
import {
  nextFullHour,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'

type RequestDraft = {
  id: SessionId
  therapistId: TherapistId
  when: SessionTimeDraft
  format: Session['format']
  message: string
}

/** Returns the state of the form that requests a session: draft, problems and submit function. */
export function useRequestForm(therapistId: TherapistId, onClose: () => void) {
  const { t } = useTranslation('sessionNew')
  const locale = useLocale()
  const changed = useInvalidateSessions()
  const draft = useDraft<RequestDraft>('session-request', () => ({
    id: createId(),
    therapistId,
    when: { ...nextFullHour(locale.zone), time: '', minutes: null },
    format: 'in-person',
    message: '',
  }))
  const request = useMutation({
    mutationFn: (input: Parameters<typeof api.session.request>[0]) => api.session.request(input),
    onSuccess: (session) => {
      draft.forget()
      toast({ variant: 'success', title: t('request.done', { name: session.therapist.name }) })
      onClose()
    },
    onSettled: changed,
  })
  const { problems, change, check } = useForm<RequestDraft, SessionTimeProblems>(draft, request)
  const submit = (therapist: ConnectedTherapist, requested: SessionTimeDraft & { minutes: number }) => {
    const { id, format, message } = draft.value
    const startsAt = startInstantOf(requested, locale.zone)
    if (!check(sessionTimeProblems(requested, locale.zone)) || !startsAt) return
    const durationMinutes = requested.minutes
    request.mutate({ id, therapistId: therapist.therapistId, startsAt, durationMinutes, format, message })
  }
  return { draft, problems, request, change, submit }
}

export type RequestForm = ReturnType<typeof useRequestForm>
