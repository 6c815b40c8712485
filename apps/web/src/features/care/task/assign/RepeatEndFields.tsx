import { maxTaskRepeats, minTaskRepeats } from '@attune/contract/features/care/task/task.rules'
import { Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { daysOfPlan, hasQuestions, repeatEnds, type TaskAssignment, type TaskProblems } from './task-assignment.ts'

type Props = { plan: TaskAssignment; onChange: (change: Partial<TaskAssignment>) => void; problems: TaskProblems }

/**
 * Renders the fields for the end of the repetitions: a number or a day. Below them, shows the number of repetitions until the day, and the events
 * that end the repetitions early.
 */
export function RepeatEndFields({ plan, onChange, problems }: Props) {
  const { t } = useTranslation('taskAssign')
  const { language } = useLocale()
  const days = daysOfPlan(plan)
  const last = days.at(-1)
  const isCounted = days.length >= minTaskRepeats && days.length <= maxTaskRepeats
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <NativeSelect
          label={t('repeat.ends')}
          value={plan.ends ?? 'count'}
          data={repeatEnds.map((value) => ({ value, label: t(`repeat.endsBy.${value}`) }))}
          onChange={(event) =>
            onChange({ ends: repeatEnds.find((one) => one === event.currentTarget.value) ?? 'count' })
          }
        />
        {plan.ends === 'until' ? (
          <DateInput
            label={t('repeat.until')}
            value={plan.until ?? ''}
            error={problems.until && t('problem.until')}
            onChange={(until) => onChange({ until })}
          />
        ) : (
          <NumberInput
            label={t('repeat.count')}
            min={minTaskRepeats}
            max={maxTaskRepeats}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            value={plan.count ?? ''}
            error={problems.count && t('problem.count')}
            onChange={(count) => onChange({ count: typeof count === 'number' ? count : null })}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {isCounted && last && `${t('repeat.untilHint', { count: days.length, day: dateText(last, language) })} `}
        {t('repeat.hint')} {hasQuestions(plan.kind) && t('repeat.hintQuestionnaire')} {t('repeat.stops')}
      </Text>
    </>
  )
}
