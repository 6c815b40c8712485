import { ActionIcon, Switch } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import { weekdayText } from '../../ui/date-text.ts'
import type { EditedRange } from './availability-hours.ts'
import { maxRangesPerDay, nextRange, normalizeHours, defaultHours } from './availability-hours.ts'
import { RangeList } from './RangeList.tsx'
import classes from './timetable.module.css'

type Props = {
  /** Weekday: 0 is Monday. */
  day: number
  ranges: EditedRange[]
  usualPlace: string
  onChange: (ranges: EditedRange[]) => void
  /** Splits a range that crosses midnight; the rest goes to the next day. */
  onSplit: (place: number) => void
  onCopy: () => void
}

/** The availability of one weekday: open or closed, its ranges, and the buttons to add a range and to copy the day. */
export function WeekdayRow({ day, ranges, usualPlace, onChange, onSplit, onCopy }: Props) {
  const { t } = useTranslation('timetable')
  const { language } = useLocale()
  // Restores the previous hours when a day is closed by mistake and opened again.
  const before = useRef<EditedRange[]>([])
  const [focus, setFocus] = useState<number | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const name = weekdayText(day + 1, language)
  const open = ranges.length > 0
  return (
    <li className={classes.day}>
      <Switch
        className={classes.switch}
        label={name}
        checked={open}
        onChange={(event) => {
          if (!event.currentTarget.checked) before.current = ranges
          onChange(event.currentTarget.checked ? (before.current.length ? before.current : [defaultHours]) : [])
        }}
      />
      {open ? (
        <RangeList
          name={name}
          ranges={ranges}
          usualPlace={usualPlace}
          focus={focus}
          onFocused={() => setFocus(null)}
          onChange={onChange}
          onSplit={onSplit}
          onRemove={(place) => {
            onChange(ranges.toSpliced(place, 1))
            add.current?.focus()
          }}
        />
      ) : (
        <p className={classes.closed}>{t('closed')}</p>
      )}
      <div className={classes.acts}>
        <ActionIcon
          ref={add}
          aria-label={t('day.add', { day: name })}
          disabled={ranges.length >= maxRangesPerDay}
          onClick={() => {
            const next = [...ranges, nextRange(ranges)]
            onChange(next)
            setFocus(next.length - 1)
          }}
        >
          <IconPlus size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('day.copy', { day: name })} disabled={!open} onClick={onCopy}>
          <IconCopy size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

/** A copy of the hours for another weekday. */
export const copyHours = (ranges: readonly EditedRange[]): EditedRange[] => normalizeHours(ranges)
