import type { NewSeries } from '@attune/contract/features/series'
import type { NewSession } from '@attune/contract/features/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { currentLanguage } from '../../platform/language.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import type { Who } from './ClientsField.tsx'
import { calledBy } from './marks.tsx'
import { takenDates, undecided, type Decided } from './series/dates.ts'
import { everyWeek, type Rhythm } from './series/repeat.ts'
import type { Picked } from './use-client-search.ts'
import type { When } from './when.ts'

/** The input of the schedule dialog: a session, or the first session of a series. */
export type Plan = Who & {
  id: string
  when: When
  format: NewSession['format']
  /** Null until the therapist types one: then the usual location applies. */
  location: string | null
  agreed: boolean
  repeats: boolean
  rhythm: Rhythm
  decided: Decided
}

export const unrepeated = { repeats: false, rhythm: everyWeek, decided: undecided }

/** The therapist's own terms, with the usual duration, location and video link. */
export const useOwnTerms = () => useQuery(query.terms.mine.queryOptions({ input: {} }))

/** Schedules one session, or a series with one message to each client. */
export function usePlan(onDone: () => void) {
  const { t } = useTranslation(['session', 'series'])
  const changed = useSessionsChanged()
  const done = (title: string) => {
    toast({ variant: 'success', title })
    onDone()
  }
  const one = useMutation({
    mutationFn: (input: NewSession) => api.session.plan(input),
    onSuccess: (session, { agreed }) =>
      done(t(agreed ? 'done.plannedAgreed' : 'done.planned', { name: calledBy(session, 'therapist') })),
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
    many: (input: NewSeries, clients: readonly Picked[]) =>
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
export function failureOf(error: unknown) {
  if (takenDates(error)) return 'series:refused.taken'
  const code = codeOf(error)
  if (code === 'CLIENT_INACTIVE') return 'plan.inactive'
  if (code === 'IN_THE_PAST') return 'plan.past'
  return code === 'CONFLICT' ? 'plan.conflict' : 'plan.failed'
}
