import { useTranslation } from 'react-i18next'
import { mended, problemsOf, type Hours } from './hours.ts'
import { RangeFields } from './RangeFields.tsx'
import classes from './timetable.module.css'

type Props = {
  /** Of the day. */
  name: string
  ranges: Hours[]
  usualPlace: string
  /** The place of the range that has just been added. */
  focus: number | null
  onFocused: () => void
  onChange: (ranges: Hours[]) => void
  onRemove: (place: number) => void
  /** Left out where there is no next day to which the rest could go. */
  onSplit?: (place: number) => void
}

/** The ranges of one day, with what is wrong said at the field and a way out of it offered. */
export function Ranges({ name, ranges, usualPlace, focus, onFocused, onChange, onRemove, onSplit }: Props) {
  const { t } = useTranslation('timetable')
  const problems = problemsOf(ranges)
  const mend = (place: number) => {
    const found = problems[place]
    if (found?.until === 'crossesMidnight' && onSplit) return { words: t('mend.midnight'), run: () => onSplit(place) }
    const better = found?.from === 'overlaps' ? mended(ranges, place) : null
    return better ? { words: t(`mend.${better.kind}`), run: () => onChange(better.ranges) } : undefined
  }
  return (
    <div className={classes.ranges}>
      {ranges.map((range, place) => (
        // The order of the rows is their identity: two of them may be the same for a moment.
        <RangeFields
          key={place}
          name={ranges.length > 1 ? t('range.name', { day: name, number: place + 1 }) : name}
          value={range}
          problems={problems[place] ?? {}}
          mend={mend(place)}
          usualPlace={usualPlace}
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
