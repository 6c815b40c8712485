import type { Absence } from '@attune/contract/features/availability'
import { Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { cityOf } from '../../../ui/date-text.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { toast } from '../../../ui/toast.ts'
import { useInvalidateAvailability } from '../use-availability-updates.ts'
import classes from '../timetable.module.css'
import {
  absenceDraftOf,
  newAbsenceDraft,
  absenceSpan,
  absenceProblems,
  type AbsenceDraft,
  type AbsenceProblems,
} from './absence-draft.ts'

type Props = {
  /** Null adds a new absence. */
  absence: Absence | null
  zone: string
  onSaved: (absence: Absence, hits: number) => void
  onClose: () => void
}

/** Adds or edits an absence. Shows before saving how many sessions are in that time. */
export function AbsenceDialog({ absence, zone, onSaved, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const changed = useInvalidateAvailability()
  const draft = useDraft<AbsenceDraft>(`absence-${absence?.id ?? 'new'}`, () =>
    absence ? absenceDraftOf(absence, zone) : newAbsenceDraft(createId(), zone),
  )
  const entry = draft.value
  const [wrong, setWrong] = useState<AbsenceProblems>({})
  const span = absenceSpan(entry, zone)
  const fits = span !== null && Object.keys(absenceProblems(entry, zone)).length === 0
  const hits = useQuery({
    ...orpc.availability.absenceHits.queryOptions({ input: span ?? { startsAt: '', endsAt: '' } }),
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
  const change = (part: Partial<AbsenceDraft>) => {
    const next = { ...entry, ...part }
    // Moves the last day along when the first day passes it.
    if (part.fromDay && next.untilDay < part.fromDay) next.untilDay = part.fromDay
    draft.change(next)
    setWrong({})
    if (save.isError) save.reset()
  }
  const submit = () => {
    const found = absenceProblems(entry, zone)
    setWrong(found)
    if (Object.keys(found).length || !span) return
    save.mutate({ id: entry.id, title: entry.title.trim(), wholeDays: entry.wholeDays, ...span })
  }
  const word = (name: keyof AbsenceProblems) => wrong[name] && t(`away.wrong.${wrong[name]}`)
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
      <DraftCallout draft={draft} />
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
      <div aria-live="polite">
        {total > 0 && <Callout kind="warning">{t('away.willHit', { count: total })}</Callout>}
      </div>
      {save.isError && (
        <Callout kind="danger" urgent>
          {t('failed')}
        </Callout>
      )}
    </FormDialog>
  )
}
