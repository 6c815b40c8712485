import { Switch, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/use-locale.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { momentText } from '../../../ui/date-text.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { TimeChange } from '../TimeChange.tsx'
import { counterpartName } from '../status.tsx'
import { OfflineNotice } from '../fields/OfflineNotice.tsx'
import {
  sessionTimeProblems,
  startInstantOf,
  sessionTimeDraftOf,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'
import { dateDecisionInput, noDateDecisions } from './date-decisions.ts'
import {
  seriesRecurrenceProblems,
  seriesRecurrenceRule,
  seriesRecurrenceDraftOf,
  type SeriesRecurrenceProblems,
  type SeriesRecurrenceDraft,
} from './recurrence-draft.ts'
import { SeriesRecurrenceFields } from './SeriesRecurrenceFields.tsx'
import { SeriesDateList } from './SeriesDateList.tsx'
import { useSeriesChange, useSeriesRefusalText, type SeriesTarget } from './use-series-change.ts'
import { useSeriesChangePreview, type StartAndDuration } from './use-series-preview.ts'

type Props = SeriesTarget & { to?: StartAndDuration | undefined; onClose: () => void }

/**
 * Moves several sessions of a series at once, or changes their recurrence rule. Individually changed sessions stay as
 * they are.
 */
export function SeriesMoveDialog({ session, scope, to, onClose }: Props) {
  const { t } = useTranslation(['series', 'sessionDialog', 'session'])
  const reader = useLocale()
  const refusal = useSeriesRefusalText()
  const { zone } = session.therapist
  const series = useQuery(orpc.series.get.queryOptions({ input: { id: session.seriesId ?? '' } }))
  const draft = useDraft(`series-move-${scope}-${session.id}-${to?.startsAt ?? ''}`, () => ({
    when: sessionTimeDraftOf(to ?? session, zone),
    rhythm: null as SeriesRecurrenceDraft | null,
    decided: noDateDecisions,
    reason: '',
    agreed: false,
  }))
  const { when, rhythm, decided, reason, agreed } = draft.value
  const [problems, setProblems] = useState<SessionTimeProblems & SeriesRecurrenceProblems>({})
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const startsAt = startInstantOf(when, zone)
  const isSame = startsAt === new Date(session.startsAt).toISOString() && when.minutes === session.durationMinutes
  const repeat = rhythm && seriesRecurrenceRule(rhythm, when.day)
  const complete = startsAt && when.minutes && (!rhythm || repeat)
  const change = complete ? { startsAt, durationMinutes: when.minutes as number, ...(repeat && { repeat }) } : null
  const preview = useSeriesChangePreview(session.id, scope, isSame && !rhythm ? null : change)
  const name = counterpartName(session, 'therapist')
  const act = useSeriesChange({ session, scope }, 'moved', () => {
    draft.forget()
    onClose()
  })
  const set = (part: Partial<typeof draft.value>) => {
    draft.change({ ...draft.value, ...part })
    setProblems({})
    if (act.isError) act.reset()
  }
  const isUnchanged = isSame && !rhythm
  const submit = () => {
    const found = { ...sessionTimeProblems(when, zone), ...(rhythm && seriesRecurrenceProblems(rhythm, when.day)) }
    setProblems(found)
    setHasSubmitted(true)
    if (Object.keys(found).length || isUnchanged || !change) return
    act.mutate(
      { ...change, ...dateDecisionInput(preview.dates ?? [], decided), reason, agreed },
      { onError: preview.retry },
    )
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`move.${scope}`)}
      submit={t('move.submit')}
      back={t('sessionDialog:moving.back')}
      busy={act.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      <TimeChange
        before={momentText(session.startsAt, reader)}
        after={startsAt && !isSame ? momentText(startsAt, reader) : null}
      />
      <SessionTimeFields
        value={when}
        onChange={(next) => set({ when: next, decided: noDateDecisions })}
        zone={zone}
        problems={problems}
        focus
      />
      <Switch
        label={t('move.rhythm')}
        checked={rhythm !== null}
        disabled={!series.data}
        onChange={(event) =>
          set({
            rhythm: event.currentTarget.checked && series.data ? seriesRecurrenceDraftOf(series.data.repeat) : null,
          })
        }
      />
      {rhythm && (
        <SeriesRecurrenceFields
          value={rhythm}
          onChange={(next) => set({ rhythm: next, decided: noDateDecisions })}
          firstDay={when.day}
          problems={problems}
        />
      )}
      <SeriesDateList
        preview={preview}
        zone={zone}
        decided={decided}
        onDecide={(next) => set({ decided: next })}
        endless={(repeat ?? series.data?.repeat)?.ends.by === 'never' && !series.data?.lastDay}
      />
      {hasSubmitted && isUnchanged && (
        <Callout kind="info" urgent>
          {t('sessionDialog:same')}
        </Callout>
      )}
      <Textarea
        label={t('sessionDialog:reason')}
        description={t('sessionDialog:reasonHint', { name })}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={500}
        value={reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      <Switch
        label={t('session:plan.agreed')}
        description={t('move.agreedHint')}
        checked={agreed}
        onChange={(event) => set({ agreed: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {preview.unchanged > 0 && `${t('unchanged', { count: preview.unchanged })} `}
        {t('oneMessage', { name })}
      </Text>
      {act.isPending && <OfflineNotice />}
      {act.isError && (
        <Callout kind="danger" urgent>
          {refusal(act.error)}
        </Callout>
      )}
    </FormDialog>
  )
}
