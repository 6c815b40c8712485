import type { NewSeries } from '@attune/contract/features/series'
import type { NewSession } from '@attune/contract/features/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api.ts'
import { errorCode } from '../../../platform/errors.ts'
import { currentLanguage } from '../../../platform/language.ts'
import { toast } from '../../../ui/toast.ts'
import { useInvalidateSessions } from '../mutations.ts'
import type { ClientsDraft } from '../fields/ClientsField.tsx'
import { counterpartName } from '../status.tsx'
import { takenDates, noDateDecisions, type DateDecisions } from '../series/date-decisions.ts'
import { weeklyRecurrenceDraft, type SeriesRecurrenceDraft } from '../series/recurrence-draft.ts'
import type { PickedClient } from '../fields/use-client-search.ts'
import type { SessionTimeDraft } from '../fields/session-time-draft.ts'

/** The input of the schedule dialog: a session, or the first session of a series. */
export type ScheduleDraft = ClientsDraft & {
  id: string
  when: SessionTimeDraft
  format: NewSession['format']
  /** Null until the therapist types one: then the usual location applies. */
  location: string | null
  agreed: boolean
  repeats: boolean
  rhythm: SeriesRecurrenceDraft
  decided: DateDecisions
}

export const noRecurrence = { repeats: false, rhythm: weeklyRecurrenceDraft, decided: noDateDecisions }

/** The therapist's own terms, with the usual duration, location and video link. */
export const useOwnTerms = () => useQuery(orpc.terms.mine.queryOptions({ input: {} }))

/** Schedules one session, or a series with one message to each client. */
export function useScheduleSession(onDone: () => void) {
  const { t } = useTranslation(['session', 'series'])
  const changed = useInvalidateSessions()
  const done = (title: string) => {
    toast({ variant: 'success', title })
    onDone()
  }
  const one = useMutation({
    mutationFn: (input: NewSession) => api.session.plan(input),
    onSuccess: (session, { agreed }) =>
      done(t(agreed ? 'done.plannedAgreed' : 'done.planned', { name: counterpartName(session, 'therapist') })),
    onSettled: changed,
  })
  const many = useMutation({
    mutationFn: ({ input }: { input: NewSeries; name: string }) => api.series.plan(input),
    onSuccess: ({ made }, { input, name }) =>
      done(t(input.agreed ? 'series:done.plannedAgreed' : 'series:done.planned', { count: made, name })),
    onSettled: changed,
  })
  return {
    one: one.mutate,
    many: (input: NewSeries, clients: readonly PickedClient[]) =>
      many.mutate({ input, name: new Intl.ListFormat(currentLanguage()).format(clients.map((client) => client.name)) }),
    busy: one.isPending || many.isPending,
    error: one.error ?? many.error,
    reset: () => {
      one.reset()
      many.reset()
    },
  }
}

/** The translation key for a refused schedule. Conflicts are shown by `SlotTakenNotice` instead. */
export function scheduleFailureKey(error: unknown) {
  if (takenDates(error)) return 'series:refused.taken'
  const code = errorCode(error)
  if (code === 'CLIENT_INACTIVE') return 'plan.inactive'
  if (code === 'IN_THE_PAST') return 'plan.past'
  return code === 'CONFLICT' ? 'plan.conflict' : 'plan.failed'
}
