import { Switch, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { useReader } from '../../../platform/reader.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { momentText } from '../../../ui/moment.ts'
import { Note } from '../../../ui/Note.tsx'
import { Change } from '../Change.tsx'
import { calledBy } from '../marks.tsx'
import { Unsent } from '../Unsent.tsx'
import { problemsOf, startOf, whenOf, type WhenProblems } from '../when.ts'
import { WhenFields } from '../WhenFields.tsx'
import { decisions, undecided } from './dates.ts'
import { problemsOfRhythm, repeatOf, rhythmOf, type RepeatProblems, type Rhythm } from './repeat.ts'
import { RepeatFields } from './RepeatFields.tsx'
import { SeriesDates } from './SeriesDates.tsx'
import { useSeriesChange, useSeriesRefusal, type Concerned } from './use-change.ts'
import { useChangePreview, type Time } from './use-preview.ts'

type Props = Concerned & { to?: Time | undefined; onClose: () => void }

/**
 * Moves several sessions of a series at once, or changes their recurrence rule. Individually changed sessions stay as
 * they are.
 */
export function SeriesMoveDialog({ session, scope, to, onClose }: Props) {
  const { t } = useTranslation(['series', 'sessionDialog', 'session'])
  const reader = useReader()
  const refusal = useSeriesRefusal()
  const { zone } = session.therapist
  const series = useQuery(query.series.get.queryOptions({ input: { id: session.seriesId ?? '' } }))
  const draft = useDraft(`series-move-${scope}-${session.id}-${to?.startsAt ?? ''}`, () => ({
    when: whenOf(to ?? session, zone),
    rhythm: null as Rhythm | null,
    decided: undecided,
    reason: '',
    agreed: false,
  }))
  const { when, rhythm, decided, reason, agreed } = draft.value
  const [problems, setProblems] = useState<WhenProblems & RepeatProblems>({})
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const startsAt = startOf(when, zone)
  const isSame = startsAt === new Date(session.startsAt).toISOString() && when.minutes === session.durationMinutes
  const repeat = rhythm && repeatOf(rhythm, when.day)
  const complete = startsAt && when.minutes && (!rhythm || repeat)
  const change = complete ? { startsAt, durationMinutes: when.minutes as number, ...(repeat && { repeat }) } : null
  const preview = useChangePreview(session.id, scope, isSame && !rhythm ? null : change)
  const name = calledBy(session, 'therapist')
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
    const found = { ...problemsOf(when, zone), ...(rhythm && problemsOfRhythm(rhythm, when.day)) }
    setProblems(found)
    setHasSubmitted(true)
    if (Object.keys(found).length || isUnchanged || !change) return
    act.mutate({ ...change, ...decisions(preview.dates ?? [], decided), reason, agreed }, { onError: preview.again })
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
      <DraftNote draft={draft} />
      <Change
        before={momentText(session.startsAt, reader)}
        after={startsAt && !isSame ? momentText(startsAt, reader) : null}
      />
      <WhenFields
        value={when}
        onChange={(next) => set({ when: next, decided: undecided })}
        zone={zone}
        problems={problems}
        focus
      />
      <Switch
        label={t('move.rhythm')}
        checked={rhythm !== null}
        disabled={!series.data}
        onChange={(event) =>
          set({ rhythm: event.currentTarget.checked && series.data ? rhythmOf(series.data.repeat) : null })
        }
      />
      {rhythm && (
        <RepeatFields
          value={rhythm}
          onChange={(next) => set({ rhythm: next, decided: undecided })}
          firstDay={when.day}
          problems={problems}
        />
      )}
      <SeriesDates
        preview={preview}
        zone={zone}
        decided={decided}
        onDecide={(next) => set({ decided: next })}
        endless={(repeat ?? series.data?.repeat)?.ends.by === 'never' && !series.data?.lastDay}
      />
      {hasSubmitted && isUnchanged && (
        <Note kind="info" urgent>
          {t('sessionDialog:same')}
        </Note>
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
      {act.isPending && <Unsent />}
      {act.isError && (
        <Note kind="danger" urgent>
          {refusal(act.error)}
        </Note>
      )}
    </FormDialog>
  )
}
