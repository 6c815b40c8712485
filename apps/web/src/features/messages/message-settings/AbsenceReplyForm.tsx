import { textLengths } from '@attune/contract/common/text/lengths'
import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { countryOfZone } from '@attune/contract/features/care/safety/safety.countries.rules'
import { emergencyNumbersText } from '@attune/contract/features/care/safety/safety.numbers'
import { Button, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../ui/base/focus-field.ts'
import { api, createId } from '../../../platform/api/api.ts'
import { useDraft, useForm } from '../../../platform/draft/use-draft.ts'
import { useKeptChanges } from '../../../platform/draft/use-kept-changes.ts'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { SaveForm } from '../../../ui/editor/SaveForm.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { TimeInput } from '../../../ui/input/TimeInput.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import {
  absenceReplyDraft,
  absenceReplyProblems,
  absenceReplySpan,
  type AbsenceReplyDraft,
  type AbsenceReplyProblems,
} from './absence-reply-draft.ts'
import classes from './message-settings.module.css'
import { useCachedMessageSettings } from './use-message-settings.ts'

type Absence = NonNullable<OwnMessageSettings['absence']>
type Props = { saved: Absence | null; latestText: string }

/** Sets, changes and ends the out-of-office reply, with a preview for the therapist. */
export function AbsenceReplyForm({ saved, latestText }: Props) {
  const { t } = useTranslation('messageSettings')
  const { draft, problems, save, change, submit } = useAbsenceReplyForm({ saved, latestText })
  return (
    <SaveForm
      draft={draft}
      save={save}
      onSubmit={submit}
      {...(!saved && { submit: t('absence.turnOn') })}
      buttons={saved && <EndButton absence={saved} onEnded={() => draft.forget()} />}
    >
      <Section title={t('absence.title')} hint={t('absence.hint')} hiddenTitle>
        <div className={classes.fields}>
          {saved && <AbsenceStatus absence={saved} />}
          <SpanFields draft={draft.value} problems={problems} onChange={change} />
          <Textarea
            label={t('absence.text')}
            placeholder={t('absence.example')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={textLengths.absenceReply}
            value={draft.value.text}
            error={problems.text && t('absence.problem.text')}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <AbsencePreview text={draft.value.text} />
        </div>
      </Section>
    </SaveForm>
  )
}

function useAbsenceReplyForm({ saved, latestText }: Props) {
  const { t } = useTranslation('settings')
  const { zone } = useLocale()
  const setCached = useCachedMessageSettings()
  const draft = useDraft<AbsenceReplyDraft>('absence-reply', () => absenceReplyDraft(saved, latestText, zone))
  const keepChanges = useKeptChanges(draft)
  // The id of a new absence stays the same if saving is retried.
  const [newId] = useState(createId)
  const save = useMutation({
    mutationFn: ({ absence }: { absence: Absence; saving: AbsenceReplyDraft }) =>
      api.messageSettings.saveAbsence(absence),
    onSuccess: (_, { absence, saving }) => {
      keepChanges(saving, saving)
      setCached({ absence, absenceText: absence.text })
      toast.success(t('form.saved'))
    },
  })
  const { problems, change, check } = useForm<AbsenceReplyDraft, AbsenceReplyProblems>(draft, save)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const span = absenceReplySpan(draft.value, zone)
    if (!check(absenceReplyProblems(draft.value, zone)) || !span) {
      focusFirstInvalid(event.currentTarget)
    } else if (!save.isPending) {
      const absence = { id: saved?.id ?? newId, ...span, text: draft.value.text.trim() }
      save.mutate({ absence, saving: draft.value })
    }
  }
  return { draft, problems, save, change, submit }
}

type SpanProps = {
  draft: AbsenceReplyDraft
  problems: AbsenceReplyProblems
  onChange: (part: Partial<AbsenceReplyDraft>) => void
}

function SpanFields({ draft, problems, onChange }: SpanProps) {
  const { t } = useTranslation('messageSettings')
  return (
    <div className={classes.span}>
      <DateInput
        label={t('absence.fromDay')}
        value={draft.fromDay}
        error={problems.from && t('absence.problem.missing')}
        onChange={(fromDay) => onChange({ fromDay })}
      />
      <TimeInput label={t('absence.fromTime')} value={draft.fromTime} onChange={(fromTime) => onChange({ fromTime })} />
      <DateInput
        label={t('absence.untilDay')}
        value={draft.untilDay}
        error={problems.until && t(`absence.problem.${problems.until}`)}
        onChange={(untilDay) => onChange({ untilDay })}
      />
      <TimeInput
        label={t('absence.untilTime')}
        value={draft.untilTime}
        onChange={(untilTime) => onChange({ untilTime })}
      />
    </div>
  )
}

/** Shows whether the reply is on, and its end or beginning. */
function AbsenceStatus({ absence: { startsAt, endsAt } }: { absence: Absence }) {
  const { t } = useTranslation('messageSettings')
  const locale = useLocale()
  const now = useNow()
  const isOn = Date.parse(startsAt) <= now.getTime()
  const when = (instant: string) => momentInSentence(instant, locale, now)
  return (
    <Text size="sm" fw={550} role="status">
      {isOn ? t('absence.on', { until: when(endsAt) }) : t('absence.later', { from: when(startsAt) })}
    </Text>
  )
}

/** A preview of the out-of-office reply for a client. The phone numbers are those of the therapist's own country, as an example. */
function AbsencePreview({ text }: { text: string }) {
  const { t } = useTranslation(['messageSettings', 'safety'])
  const { zone } = useLocale()
  const { safetyNumbers } = useProductSettings()
  const numbers = emergencyNumbersText(countryOfZone(zone, safetyNumbers), safetyNumbers)
  return (
    <div className={classes.preview}>
      <h3>{t('absence.preview')}</h3>
      <p>{text.trim() || t('absence.example')}</p>
      <p>
        {t('safety:messagesNotice')} {numbers ?? t('safety:now.general')}
      </p>
      <Text size="xs" c="dimmed">
        {t('absence.numbers')}
      </Text>
    </div>
  )
}

function EndButton({ absence: { id, startsAt }, onEnded }: { absence: Absence; onEnded: () => void }) {
  const { t } = useTranslation('messageSettings')
  const setCached = useCachedMessageSettings()
  const isOn = Date.parse(startsAt) <= useNow().getTime()
  const end = useMutation({
    mutationFn: () => api.messageSettings.endAbsence({ id }),
    onSuccess: () => {
      onEnded()
      setCached({ absence: null })
      toast.success(t('absence.ended'))
    },
    onError: () => toast.error(t('saveFailed')),
  })
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t(isOn ? 'absence.end' : 'absence.remove')}
    </Button>
  )
}
