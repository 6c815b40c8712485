import type { SessionTypeId } from '@attune/contract/common/ids'
import type { NewSeries } from '@attune/contract/features/schedule/series/series'
import type { NewSession } from '@attune/contract/features/schedule/session/session'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { weeklyRecurrenceDraft, type RecurrenceDraft } from '../../recurrence/recurrence.ts'
import { useInvalidateSessions } from '../summary/mutations.ts'
import { counterpartName } from '../summary/status.tsx'
import { takenSeriesDates, noDateDecisions, type DateDecisions } from '../series/date-decisions.ts'
import type { PickedClient } from '../fields/use-client-search.ts'
import type { GroupDraft } from './use-schedule-group.ts'

/** The values of the schedule form for a single session, or for a series and its first session. */
export type ScheduleDraft = GroupDraft & {
  id: string
  format: NewSession['format']
  /** The session type; null if no type is chosen. */
  typeId: SessionTypeId | null
  /** The typed location. While it is null, the therapist's usual location applies. */
  location: string | null
  /** Whether the call of a video session is in Attune. Absent while the default of the terms applies. */
  callInAttune?: boolean
  /** Whether time, format, type and location are the proposed ones. Absent in drafts of earlier versions. */
  isProposed?: boolean
  agreed: boolean
  repeats: boolean
  rhythm: RecurrenceDraft
  decided: DateDecisions
}

/**
 * All fields of a new session or series except the video link. The server takes the link from the therapist's terms, and also the place of a video
 * call if the form leaves it out.
 */
type Entered<Input> = Required<Omit<Input, 'videoUrl' | 'callInAttune'>> & { callInAttune?: boolean }

export const noRecurrence = { repeats: false, rhythm: weeklyRecurrenceDraft, decided: noDateDecisions }

/**
 * Returns functions that schedule one session (`one`) or a series (`many`). Each client gets a single message about a
 * series.
 */
export function useScheduleSession(onDone: () => void) {
  const { t } = useTranslation(['session', 'series'])
  const changed = useInvalidateSessions()
  const done = (title: string) => {
    toast({ variant: 'success', title })
    onDone()
  }
  const one = useMutation({
    mutationFn: (input: Entered<NewSession>) => api.session.create(input),
    onSuccess: (session, { agreed }) =>
      done(t(agreed ? 'done.plannedAgreed' : 'done.planned', { name: counterpartName(session, 'therapist') })),
    onSettled: changed,
  })
  const many = useMutation({
    mutationFn: ({ input }: { input: Entered<NewSeries>; name: string }) => api.series.create(input),
    onSuccess: ({ made }, { input, name }) =>
      done(t(input.agreed ? 'series:done.plannedAgreed' : 'series:done.planned', { count: made, name })),
    onSettled: changed,
  })
  return {
    one: one.mutate,
    many: (input: Entered<NewSeries>, clients: readonly PickedClient[]) =>
      many.mutate({ input, name: new Intl.ListFormat(currentLanguage()).format(clients.map((client) => client.name)) }),
    busy: one.isPending || many.isPending,
    error: one.error ?? many.error,
    reset: () => {
      one.reset()
      many.reset()
    },
  }
}

/**
 * Returns the translation key for the error of a failed request. `SlotTakenNotice` shows the conflicts of a single
 * session instead.
 */
export function scheduleFailureKey(error: unknown) {
  if (takenSeriesDates(error)) return 'series:refused.taken'
  const code = errorCode(error)
  if (code === 'CLIENT_INACTIVE') return 'plan.inactive'
  if (code === 'NOT_A_MEMBER') return 'plan.notMember'
  if (code === 'IN_THE_PAST') return 'plan.past'
  return code === 'CONFLICT' ? 'plan.conflict' : 'plan.failed'
}
