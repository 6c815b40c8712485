import { useTranslation } from 'react-i18next'
import { fixOverlap, availabilityProblems, type EditedRange } from './hours.ts'
import { RangeFields } from './RangeFields.tsx'
import classes from '../timetable/timetable.module.css'

type Props = {
  /** Name of the day, used in the accessible names of the ranges. */
  name: string
  ranges: EditedRange[]
  defaultLocation: string
  /** Index of the new range, which receives the focus; null for none. */
  focus: number | null
  onFocused: () => void
  onChange: (ranges: EditedRange[]) => void
  onRemove: (place: number) => void
  /** Splits a range at midnight. Absent where the part after midnight cannot move to the next day. */
  onSplit?: (place: number) => void
}

/**
 * Edits the ranges of one day. Shows each problem at its field and, where possible, a button that fixes the problem.
 */
export function RangeList({ name, ranges, defaultLocation, focus, onFocused, onChange, onRemove, onSplit }: Props) {
  const { t } = useTranslation('timetable')
  const problems = availabilityProblems(ranges)
  const mend = (place: number) => {
    const found = problems[place]
    if (found?.until === 'crossesMidnight' && onSplit) return { label: t('fix.midnight'), run: () => onSplit(place) }
    const better = found?.from === 'overlaps' ? fixOverlap(ranges, place) : null
    return better ? { label: t(`fix.${better.kind}`), run: () => onChange(better.ranges) } : undefined
  }
  return (
    <div className={classes.ranges}>
      {ranges.map((range, place) => (
        // The index is the key, because ranges have no id and two ranges may be equal while they are edited.
        <RangeFields
          key={place}
          name={ranges.length > 1 ? t('range.name', { day: name, number: place + 1 }) : name}
          value={range}
          problems={problems[place] ?? {}}
          mend={mend(place)}
          defaultLocation={defaultLocation}
          focusRef={
            focus === place
              ? (field) => {
                  field?.focus()
                  onFocused()
                }
              : undefined
          }
          onChange={(next) => onChange(ranges.with(place, next))}
          onRemove={() => onRemove(place)}
        />
      ))}
    </div>
  )
}
