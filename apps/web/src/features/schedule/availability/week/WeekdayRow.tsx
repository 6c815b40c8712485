import { maxRangesPerDay } from '@attune/contract/features/schedule/availability/availability.rules'
import { ActionIcon, Switch } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { weekdayText } from '../../../../ui/page/date-text.ts'
import type { EditedRange } from './hours.ts'
import { nextRange, normalizeHours, defaultHours } from './hours.ts'
import { RangeList } from './RangeList.tsx'
import classes from '../timetable/timetable.module.css'

type Props = {
  /** Weekday: 0 is Monday. */
  day: number
  ranges: EditedRange[]
  defaultLocation: string
  onChange: (ranges: EditedRange[]) => void
  /** Splits a range that crosses midnight and moves the part after midnight to the next day. */
  onSplit: (place: number) => void
  onCopy: () => void
}

/**
 * Edits the availability of one weekday: open or closed, its ranges, and buttons to add a range and to copy the day.
 */
export function WeekdayRow({ day, ranges, defaultLocation, onChange, onSplit, onCopy }: Props) {
  const { t } = useTranslation('timetable')
  const { language } = useLocale()
  const name = weekdayText(day + 1, language)
  const open = ranges.length > 0
  const { add, setOpen, addRange, remove, focus, setFocus } = useDayRanges(ranges, onChange)
  return (
    <li className={classes.day}>
      <Switch
        className={classes.switch}
        label={weekdayText(day + 1, language, 'title')}
        checked={open}
        onChange={(event) => setOpen(event.currentTarget.checked)}
      />
      {open ? (
        <RangeList
          name={name}
          ranges={ranges}
          defaultLocation={defaultLocation}
          focus={focus}
          onFocused={() => setFocus(null)}
          onChange={onChange}
          onSplit={onSplit}
          onRemove={remove}
        />
      ) : (
        <p className={classes.closed}>{t('closed')}</p>
      )}
      <div className={classes.acts}>
        <DayButton
          ref={add}
          label={t('day.add', { day: name })}
          Icon={IconPlus}
          disabled={ranges.length >= maxRangesPerDay}
          onClick={addRange}
        />
        <DayButton label={t('day.copy', { day: name })} Icon={IconCopy} disabled={!open} onClick={onCopy} />
      </div>
    </li>
  )
}

/** Opens and closes a day, and adds and removes ranges. `focus` is the index of the range to focus, or null. */
function useDayRanges(ranges: EditedRange[], onChange: Props['onChange']) {
  // Stores the hours of a closed day. Opening the day again restores them.
  const before = useRef<EditedRange[]>([])
  const [focus, setFocus] = useState<number | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const setOpen = (open: boolean) => {
    if (!open) before.current = ranges
    onChange(open ? (before.current.length ? before.current : [defaultHours]) : [])
  }
  const addRange = () => {
    onChange([...ranges, nextRange(ranges)])
    setFocus(ranges.length)
  }
  const remove = (place: number) => {
    onChange(ranges.toSpliced(place, 1))
    add.current?.focus()
  }
  return { add, focus, setFocus, setOpen, addRange, remove }
}

type ButtonProps = {
  label: string
  Icon: typeof IconPlus
  disabled: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

function DayButton({ label, Icon, disabled, onClick, ref }: ButtonProps) {
  return (
    <ActionIcon ref={ref} aria-label={label} disabled={disabled} onClick={onClick}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** Returns a day's hours in the server's format, as a copy for another weekday. */
export const copyHours = (ranges: readonly EditedRange[]): EditedRange[] => normalizeHours(ranges)
