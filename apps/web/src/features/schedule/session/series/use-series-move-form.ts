import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import {
  recurrenceProblems,
  recurrenceRule,
  type RecurrenceProblems,
  type RecurrenceDraft,
} from '../../recurrence/recurrence.ts'
import {
  sessionTimeProblems,
  startInstantOf,
  sessionTimeDraftOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { dateDecisionInput, noDateDecisions, type DateDecisions } from './date-decisions.ts'
import { useSeriesChange, type SeriesTarget } from './use-series-change.ts'
import { useSeriesChangePreview, type StartAndDuration } from './use-series-preview.ts'

export type SeriesMoveProps = SeriesTarget & { to?: StartAndDuration | undefined; onClose: () => void }

/**
 * Returns the state of the form that changes the time or recurrence rule of a series: draft, problems, resulting dates
 * and submit function.
 */
export function useSeriesMoveForm({ session, scope, to, onClose }: SeriesMoveProps) {
  const { zone } = session.therapist
  const series = useQuery(orpc.series.get.queryOptions({ input: { id: session.seriesId ?? '' } }))
  const draft = useSeriesMoveDraft({ session, scope, to })
  const { when, rhythm, decided, reason, agreed } = draft.value
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const startsAt = startInstantOf(when, zone)
  const isSame = startsAt === new Date(session.startsAt).toISOString() && when.minutes === session.durationMinutes
  const repeat = rhythm && recurrenceRule(rhythm, when.day)
  const complete = startsAt && when.minutes && (!rhythm || repeat)
  const change = complete ? { startsAt, durationMinutes: when.minutes as number, ...(repeat && { repeat }) } : null
  const preview = useSeriesChangePreview(session.id, scope, isSame && !rhythm ? null : change)
  const act = useSeriesChange({ session, scope }, 'moved', () => {
    draft.forget()
    onClose()
  })
  const {
    problems,
    change: set,
    check,
  } = useForm<SeriesMoveDraft, SessionTimeProblems & RecurrenceProblems>(draft, act)
  const isUnchanged = isSame && !rhythm
  const submit = () => {
    const found = { ...sessionTimeProblems(when, zone), ...(rhythm && recurrenceProblems(rhythm, when.day)) }
    setHasSubmitted(true)
    if (!check(found) || isUnchanged || !change) return
    act.mutate(
      { ...change, ...dateDecisionInput(preview.dates ?? [], decided), reason, agreed },
      { onError: preview.retry },
    )
  }
  const endless = (repeat ?? series.data?.repeat)?.ends.by === 'never' && !series.data?.lastDay
  return {
    draft,
    saved: series.data,
    startsAt,
    isSame,
    isUnchanged,
    hasSubmitted,
    problems,
    preview,
    endless,
    act,
    set,
    submit,
  }
}

type SeriesMoveDraft = {
  when: SessionTimeDraft
  rhythm: RecurrenceDraft | null
  decided: DateDecisions
  reason: string
  agreed: boolean
}

export type SeriesMoveForm = ReturnType<typeof useSeriesMoveForm>

function useSeriesMoveDraft({ session, scope, to }: Omit<SeriesMoveProps, 'onClose'>) {
  return useDraft<SeriesMoveDraft>(`series-move-${scope}-${session.id}-${to?.startsAt ?? ''}`, () => ({
    when: sessionTimeDraftOf(to ?? session, session.therapist.zone),
    rhythm: null,
    decided: noDateDecisions,
    reason: '',
    agreed: false,
  }))
}
