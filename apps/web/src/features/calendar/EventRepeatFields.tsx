import { monthlyPositions, maxOccurrences } from '@attune/contract/common/recurrence'
import { isDay, weekdayOf } from '@attune/contract/common/time'
import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../platform/language.ts'
import { weekdayText } from '../../ui/page/date-text.ts'
import { type EventDraft, type EventProblems, eventMonthlyPosition } from './event-draft.ts'

type Props = { value: EventDraft; onChange: (next: Partial<EventDraft>) => void; problems: EventProblems }

/** How a busy time repeats: every n weeks or on the same weekday of each month, and when the repeat ends. */
export function EventRepeatFields({ value, onChange, problems }: Props) {
  const { t } = useTranslation('calendar')
  const { day, rhythm } = value
  const known = isDay(day)
  const weekday = known ? weekdayText(weekdayOf(day), currentLanguage()) : ''
  const monthly = (which: number) =>
    which === -1
      ? t('event.monthlyLast', { weekday })
      : t('event.monthly', { weekday, nth: t(`event.nths.${which as 1 | 2 | 3 | 4}`) })
  const weeks = Number(rhythm)
  const rhythms = [
    { value: 'never', label: t('event.never') },
    { value: '1', label: t('event.weekly') },
    { value: '2', label: t('event.biweekly') },
    ...(weeks > 2 ? [{ value: rhythm, label: t('event.everyWeeks', { count: weeks }) }] : []),
    ...(known ? monthlyPositions(day).map((which) => ({ value: `months ${which}`, label: monthly(which) })) : []),
  ]
  return (
    <>
      <NativeSelect
        label={t('event.repeat')}
        data={rhythms}
        value={rhythm === 'months' ? `months ${eventMonthlyPosition(value)}` : rhythm}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChange(
            chosen.startsWith('months ')
              ? { rhythm: 'months', nth: Number(chosen.slice(7)) as EventDraft['nth'] }
              : { rhythm: chosen as EventDraft['rhythm'] },
          )
        }}
      />
      {rhythm !== 'never' && <EventRepeatEnd value={value} onChange={onChange} problems={problems} />}
    </>
  )
}

/** When a repeat ends: never, on a day, or after a number of times. */
function EventRepeatEnd({ value, onChange, problems }: Props) {
  const { t } = useTranslation('calendar')
  const { ends } = value
  return (
    <Group grow align="flex-start" gap="sm">
      <NativeSelect
        label={t('event.ends')}
        value={ends}
        onChange={(event) => onChange({ ends: event.currentTarget.value as EventDraft['ends'] })}
        data={[
          { value: 'never', label: t('event.endsNever') },
          { value: 'day', label: t('event.endsDay') },
          { value: 'count', label: t('event.endsCount') },
        ]}
      />
      {ends === 'day' && (
        <TextInput
          type="date"
          label={t('event.lastDay')}
          value={value.lastDay}
          min={value.day}
          error={problems.lastDay && t('event.dateMissing')}
          onChange={(event) => onChange({ lastDay: event.currentTarget.value })}
        />
      )}
      {ends === 'count' && (
        <NumberInput
          label={t('event.count')}
          min={1}
          max={maxOccurrences}
          allowDecimal={false}
          allowNegative={false}
          value={value.count ?? ''}
          error={problems.count !== undefined}
          onChange={(count) => onChange({ count: typeof count === 'number' ? count : null })}
        />
      )}
    </Group>
  )
}
