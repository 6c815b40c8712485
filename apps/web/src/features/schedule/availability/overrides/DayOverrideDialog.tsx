import { maxRangesPerDay } from '@attune/contract/features/schedule/availability/availability.rules'
import type { Availability } from '@attune/contract/features/schedule/availability/availability'
import { isDay } from '@attune/contract/common/time/time'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { dayText } from '../../../../ui/page/date-text.ts'
import { nextRange, type EditedRange } from '../week/hours.ts'
import { RangeList } from '../week/RangeList.tsx'
import classes from '../timetable/timetable.module.css'
import { useDayOverrideForm } from './use-day-override-form.ts'

type Props = {
  /** The day override to edit; null adds a new one. */
  single: Availability['days'][number] | null
  weekly: EditedRange[][]
  zone: string
  defaultLocation: string
  onSave: (day: string, ranges: EditedRange[]) => Promise<void>
  onClose: () => void
}

/** Edits the hours of a single day. A new override initially has the weekly hours of its weekday. */
export function DayOverrideDialog({ single, weekly, zone, defaultLocation, onSave, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const locale = { ...useLocale(), zone }
  const form = useDayOverrideForm({ single, weekly, locale, onSave, onClose })
  const { draft, save } = form
  const { day, ranges } = draft.value
  const name = isDay(day) ? dayText(day, locale) : t('single.day')
  return (
    <FormDialog
      wide
      title={t(single ? 'single.edit' : 'single.new')}
      submit={t('save')}
      back={t('back')}
      busy={save.isPending}
      dirty={draft.dirty}
      onClose={onClose}
      problem={save.isError && t('failed')}
      onSubmit={form.submit}
    >
      <DraftCallout draft={draft} />
      <DateInput
        label={t('single.day')}
        required
        disabled={single !== null}
        focus
        value={day}
        error={form.problem && t(`away.wrong.${form.problem}`)}
        onChange={form.setDay}
      />
      <Switch
        label={t('single.open')}
        checked={ranges.length > 0}
        onChange={(event) => form.setOpen(event.currentTarget.checked)}
      />
      <DayRanges
        name={name}
        ranges={ranges}
        defaultLocation={defaultLocation}
        onChange={(next) => form.change({ ranges: next })}
      />
    </FormDialog>
  )
}

type RangesProps = {
  name: string
  ranges: EditedRange[]
  defaultLocation: string
  onChange: (ranges: EditedRange[]) => void
}

/** Edits the ranges of the day, with a button that adds a range. A new range receives the focus. */
function DayRanges({ name, ranges, defaultLocation, onChange }: RangesProps) {
  const { t } = useTranslation('timetable')
  const [focus, setFocus] = useState<number | null>(null)
  if (ranges.length === 0) return <p className={classes.quiet}>{t('single.closed')}</p>
  return (
    <div>
      <RangeList
        name={name}
        ranges={ranges}
        defaultLocation={defaultLocation}
        focus={focus}
        onFocused={() => setFocus(null)}
        onChange={onChange}
        onRemove={(place) => onChange(ranges.toSpliced(place, 1))}
      />
      {ranges.length < maxRangesPerDay && (
        <AddButton
          mt="xs"
          onClick={() => {
            setFocus(ranges.length)
            onChange([...ranges, nextRange(ranges)])
          }}
        >
          {t('day.add', { day: name })}
        </AddButton>
      )}
    </div>
  )
}
