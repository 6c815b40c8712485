import type { Availability } from '@attune/contract/features/availability'
import { isDay, shiftDay, weekdayOf } from '@attune/contract/common/time'
import { Button, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { localDay, dayText } from '../../../ui/date-text.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { toast } from '../../../ui/toast.ts'
import { useNow } from '../../../ui/use-now.ts'
import {
  hasProblem,
  maxRangesPerDay,
  nextRange,
  availabilityProblems,
  normalizeHours,
  defaultHours,
  type EditedRange,
} from '../availability-hours.ts'
import { RangeList } from '../RangeList.tsx'
import classes from '../timetable.module.css'

type Props = {
  /** Null adds a new day override. */
  single: Availability['days'][number] | null
  weekly: EditedRange[][]
  zone: string
  usualPlace: string
  onSave: (day: string, ranges: EditedRange[]) => Promise<void>
  onClose: () => void
}

/** Edits the hours of a single day. A new override starts with the hours of its weekday. */
export function DayOverrideDialog({ single, weekly, zone, usualPlace, onSave, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const reader = { ...useLocale(), zone }
  const today = localDay(useNow().toISOString(), reader)
  const hoursOf = (day: string) => normalizeHours(weekly[weekdayOf(day) - 1] ?? [])
  const draft = useDraft(`open-day-${single?.day ?? 'new'}`, () => {
    const day = single?.day ?? shiftDay(today, 1)
    return { day, ranges: single?.ranges ?? hoursOf(day) }
  })
  const { day, ranges } = draft.value
  const [asked, setAsked] = useState(false)
  const [focus, setFocus] = useState<number | null>(null)
  const past = !isDay(day) ? 'dayMissing' : day < today ? 'past' : null
  const wrong = availabilityProblems(ranges).some(hasProblem)
  const save = useMutation({
    mutationFn: () => onSave(day, normalizeHours(ranges)),
    onSuccess: () => {
      draft.forget()
      toast.success(t('single.saved', { day: dayText(day, reader) }))
      onClose()
    },
  })
  const change = (next: Partial<typeof draft.value>) => {
    draft.change({ ...draft.value, ...next })
    if (save.isError) save.reset()
  }
  const name = isDay(day) ? dayText(day, reader) : t('single.day')
  return (
    <FormDialog
      wide
      title={t(single ? 'single.edit' : 'single.new')}
      submit={t('save')}
      back={t('back')}
      busy={save.isPending}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true)
        if (!past && !wrong) save.mutate()
      }}
    >
      <DraftCallout draft={draft} />
      <TextInput
        type="date"
        label={t('single.day')}
        required
        disabled={single !== null}
        data-autofocus
        min={today}
        value={day}
        error={asked && past && t(`away.wrong.${past}`)}
        onChange={(event) => {
          const next = event.currentTarget.value
          change({ day: next, ...(isDay(next) && !draft.dirty && { ranges: hoursOf(next) }) })
        }}
      />
      <Switch
        label={t('single.open')}
        checked={ranges.length > 0}
        onChange={(event) => {
          const usual = isDay(day) ? hoursOf(day) : []
          change({ ranges: event.currentTarget.checked ? (usual.length ? usual : [defaultHours]) : [] })
        }}
      />
      {ranges.length === 0 ? (
        <p className={classes.quiet}>{t('single.closed')}</p>
      ) : (
        <div>
          <RangeList
            name={name}
            ranges={ranges}
            usualPlace={usualPlace}
            focus={focus}
            onFocused={() => setFocus(null)}
            onChange={(next) => change({ ranges: next })}
            onRemove={(place) => change({ ranges: ranges.toSpliced(place, 1) })}
          />
          {ranges.length < maxRangesPerDay && (
            <Button
              mt="xs"
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => {
                setFocus(ranges.length)
                change({ ranges: [...ranges, nextRange(ranges)] })
              }}
            >
              {t('day.add', { day: name })}
            </Button>
          )}
        </div>
      )}
      {save.isError && (
        <Callout kind="danger" urgent>
          {t('failed')}
        </Callout>
      )}
    </FormDialog>
  )
}
