import { longestSeries } from '@attune/contract/common/recurrence'
import { isDay } from '@attune/contract/common/time'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nthOf, type RepeatProblems, type Rhythm } from './repeat.ts'
import classes from './series.module.css'
import { useMonthlyWords } from './words.ts'

type Props = { value: Rhythm; onChange: (value: Rhythm) => void; firstDay: string; problems: RepeatProblems }
const commonWeekIntervals = [1, 2, 3, 4]

/** Input fields for the recurrence rule of a series. The weekday is that of `firstDay`. */
export function RepeatFields({ value, onChange, firstDay, problems }: Props) {
  const { t } = useTranslation('series')
  const monthly = useMonthlyWords()
  const [showsOtherInterval, setShowsOtherInterval] = useState(
    value.every === 'weeks' && !commonWeekIntervals.includes(value.weeks ?? 0),
  )
  const set = (part: Partial<Rhythm>) => onChange({ ...value, ...part })
  const problemText = (name: keyof RepeatProblems) => problems[name] && t(`problem.${problems[name]}`)
  const months = isDay(firstDay) ? monthly(firstDay) : []
  const chosen =
    value.every === 'months'
      ? `months ${nthOf(value, isDay(firstDay) ? firstDay : '2026-01-01')}`
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
  const numbers = { clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('fields.how')}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...commonWeekIntervals.map((count) => ({ value: `weeks ${count}`, label: t('weekly', { count }) })),
          { value: 'other', label: t('fields.otherWeeks') },
          ...months.map(({ nth, words }) => ({ value: `months ${nth}`, label: words })),
        ]}
      />
      {chosen === 'other' && (
        <NumberInput
          label={t('fields.weeks')}
          min={1}
          max={52}
          {...numbers}
          value={value.weeks ?? ''}
          error={problemText('weeks')}
          onChange={(weeks) => set({ weeks: typeof weeks === 'number' ? weeks : null })}
        />
      )}
      <NativeSelect
        label={t('fields.ends')}
        value={value.ends}
        onChange={(event) => set({ ends: event.currentTarget.value as Rhythm['ends'] })}
        data={(['never', 'count', 'day'] as const).map((one) => ({ value: one, label: t(`ends.${one}`) }))}
      />
      {value.ends === 'count' && (
        <NumberInput
          label={t('fields.count')}
          min={1}
          max={longestSeries}
          {...numbers}
          value={value.count ?? ''}
          error={problemText('count')}
          onChange={(count) => set({ count: typeof count === 'number' ? count : null })}
        />
      )}
      {value.ends === 'day' && (
        <TextInput
          type="date"
          label={t('fields.until')}
          min={firstDay}
          value={value.until}
          error={problemText('until')}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
