import { maxOccurrences, maxWeeksApart } from '@attune/contract/common/time/recurrence'
import { isDay } from '@attune/contract/common/time/time'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { nthWeekday, type RecurrenceProblems, type RecurrenceDraft } from './recurrence-draft.ts'
import { useMonthlyOptions } from './recurrence-text.ts'
import classes from './recurrence.module.css'

export type RecurrenceFieldsProps = {
  value: RecurrenceDraft
  onChange: (value: RecurrenceDraft) => void
  firstDay: string
  problems: RecurrenceProblems
}
/**
 * Options of the number inputs. An input does not correct an out-of-range number, because the form shows an error for
 * it.
 */
const numbers = { clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const
const commonWeekIntervals = [1, 2, 3, 4]

/** Renders the input fields for a recurrence rule. The weekday of the rule is the weekday of `firstDay`. */
export function RecurrenceFields({ value, onChange, firstDay, problems }: RecurrenceFieldsProps) {
  const { t } = useTranslation('recurrence')
  const monthly = useMonthlyOptions()
  const [showsOtherInterval, setShowsOtherInterval] = useState(
    value.every === 'weeks' && !commonWeekIntervals.includes(value.weeks ?? 0),
  )
  const set = (part: Partial<RecurrenceDraft>) => onChange({ ...value, ...part })
  const months = isDay(firstDay) ? monthly(firstDay) : []
  const chosen =
    value.every === 'months'
      ? `months ${nthWeekday(value, isDay(firstDay) ? firstDay : '2026-01-01')}`
      : showsOtherInterval
        ? 'other'
        : `weeks ${value.weeks}`
  const choose = (choice: string) => {
    const [every, number] = choice.split(' ')
    setShowsOtherInterval(choice === 'other')
    const month = months.find(({ nth }) => every === 'months' && String(nth) === number)
    if (month) set({ every: 'months', nth: month.nth })
    else set({ every: 'weeks', ...(every === 'weeks' && { weeks: Number(number) }) })
  }
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('fields.how')}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...commonWeekIntervals.map((count) => ({ value: `weeks ${count}`, label: t('weekly', { count }) })),
          { value: 'other', label: t('fields.otherWeeks') },
          ...months.map(({ nth, label }) => ({ value: `months ${nth}`, label })),
        ]}
      />
      {chosen === 'other' && (
        <NumberInput
          label={t('fields.weeks')}
          min={1}
          max={maxWeeksApart}
          {...numbers}
          value={value.weeks ?? ''}
          error={problems.weeks && t(`problem.${problems.weeks}`)}
          onChange={(weeks) => set({ weeks: typeof weeks === 'number' ? weeks : null })}
        />
      )}
      <RecurrenceEnd value={value} onChange={onChange} problems={problems} />
    </div>
  )
}

/** Renders the input fields for the end of the series: never, after a number of times, or on a day. */
function RecurrenceEnd({ value, onChange, problems }: Omit<RecurrenceFieldsProps, 'firstDay'>) {
  const { t } = useTranslation('recurrence')
  const set = (part: Partial<RecurrenceDraft>) => onChange({ ...value, ...part })
  return (
    <>
      <NativeSelect
        label={t('fields.ends')}
        value={value.ends}
        onChange={(event) => set({ ends: event.currentTarget.value as RecurrenceDraft['ends'] })}
        data={(['never', 'count', 'day'] as const).map((one) => ({ value: one, label: t(`ends.${one}`) }))}
      />
      {value.ends === 'count' && (
        <NumberInput
          label={t('fields.count')}
          min={1}
          max={maxOccurrences}
          {...numbers}
          value={value.count ?? ''}
          error={problems.count && t(`problem.${problems.count}`)}
          onChange={(count) => set({ count: typeof count === 'number' ? count : null })}
        />
      )}
      {value.ends === 'day' && (
        <DateInput
          label={t('fields.until')}
          value={value.until}
          error={problems.until && t(`problem.${problems.until}`)}
          onChange={(until) => set({ until })}
        />
      )}
    </>
  )
}
