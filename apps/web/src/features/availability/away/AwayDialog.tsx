import type { Absence } from '@attune/contract/features/availability'
import { Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../../platform/api.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { cityOf } from '../../../ui/moment.ts'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toast.ts'
import { useHoursChanged } from '../live.ts'
import classes from '../timetable.module.css'
import { entryOf, newEntry, spanOf, wrongIn, type Entry, type Wrong } from './span.ts'

type Props = {
  /** Null adds a new absence. */
  absence: Absence | null
  zone: string
  onSaved: (absence: Absence, hits: number) => void
  onClose: () => void
}

/** Adds or edits an absence. Shows before saving how many sessions are in that time. */
export function AwayDialog({ absence, zone, onSaved, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const changed = useHoursChanged()
  const draft = useDraft<Entry>(`absence-${absence?.id ?? 'new'}`, () =>
    absence ? entryOf(absence, zone) : newEntry(newId(), zone),
  )
  const entry = draft.value
  const [wrong, setWrong] = useState<Wrong>({})
  const span = spanOf(entry, zone)
  const fits = span !== null && Object.keys(wrongIn(entry, zone)).length === 0
  const hits = useQuery({
    ...query.availability.absenceHits.queryOptions({ input: span ?? { startsAt: '', endsAt: '' } }),
    enabled: fits,
  })
  const save = useMutation({
    mutationFn: (input: Parameters<typeof api.availability.saveAbsence>[0]) => api.availability.saveAbsence(input),
    onSuccess: (answer) => {
      draft.forget()
      toast.success(t('away.saved'))
      onSaved(answer.absence, answer.total)
    },
    onSettled: changed,
  })
  const change = (part: Partial<Entry>) => {
    const next = { ...entry, ...part }
    // Moves the last day along when the first day passes it.
    if (part.fromDay && next.untilDay < part.fromDay) next.untilDay = part.fromDay
    draft.change(next)
    setWrong({})
    if (save.isError) save.reset()
  }
  const submit = () => {
    const found = wrongIn(entry, zone)
    setWrong(found)
    if (Object.keys(found).length || !span) return
    save.mutate({ id: entry.id, title: entry.title.trim(), wholeDays: entry.wholeDays, ...span })
  }
  const word = (name: keyof Wrong) => wrong[name] && t(`away.wrong.${wrong[name]}`)
  const total = fits ? (hits.data?.total ?? 0) : 0
  return (
    <FormDialog
      wide
      title={t(absence ? 'away.edit' : 'away.new')}
      submit={t('save')}
      back={t('back')}
      busy={save.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftNote draft={draft} />
      <TextInput
        label={t('away.name')}
        description={t('away.nameHint')}
        maxLength={200}
        data-autofocus
        value={entry.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Switch
        label={t('away.wholeDays')}
        checked={entry.wholeDays}
        onChange={(event) => change({ wholeDays: event.currentTarget.checked })}
      />
      <div className={classes.fields}>
        <TextInput
          type="date"
          required
          label={t(entry.wholeDays ? 'away.firstDay' : 'away.from')}
          value={entry.fromDay}
          error={word('from')}
          onChange={(event) => change({ fromDay: event.currentTarget.value })}
        />
        {entry.wholeDays ? null : (
          <TextInput
            type="time"
            required
            label={t('away.fromTime')}
            value={entry.fromTime}
            onChange={(event) => change({ fromTime: event.currentTarget.value.slice(0, 5) })}
          />
        )}
        <TextInput
          type="date"
          required
          label={t(entry.wholeDays ? 'away.lastDay' : 'away.until')}
          value={entry.untilDay}
          error={word('until')}
          onChange={(event) => change({ untilDay: event.currentTarget.value })}
        />
        {entry.wholeDays ? null : (
          <TextInput
            type="time"
            required
            label={t('away.untilTime')}
            value={entry.untilTime}
            onChange={(event) => change({ untilTime: event.currentTarget.value.slice(0, 5) })}
          />
        )}
      </div>
      <Text size="sm" c="dimmed">
        {t('away.then', { city: cityOf(zone) })}
      </Text>
      <div aria-live="polite">{total > 0 && <Note kind="warning">{t('away.willHit', { count: total })}</Note>}</div>
      {save.isError && (
        <Note kind="danger" urgent>
          {t('failed')}
        </Note>
      )}
    </FormDialog>
  )
}
