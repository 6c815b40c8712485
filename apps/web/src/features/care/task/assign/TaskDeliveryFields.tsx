import type { ClientId } from '@attune/contract/common/ids'
import { taskRepeats } from '@attune/contract/features/care/task/task.rules'
import { Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TimeInput } from '../../../../ui/input/TimeInput.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { cityOf } from '../../../../ui/page/date-text.ts'
import { RepeatEndFields } from './RepeatEndFields.tsx'
import type { TaskAssignment, TaskProblems } from './task-assignment.ts'

type Props = { plan: TaskAssignment; onChange: (change: Partial<TaskAssignment>) => void; problems: TaskProblems }
const deliveryOptions = ['now', 'at', 'after'] as const

/** Renders the fields for the time of delivery and for repetition. */
export function TaskDeliveryFields({ plan, onChange, problems }: Props) {
  const { t } = useTranslation('taskAssign')
  const one = plan.clients.length === 1 ? plan.clients[0] : undefined
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <NativeSelect
          label={t('delivery.label')}
          value={plan.how}
          data={deliveryOptions.map((how) => ({
            value: how,
            label: t(`delivery.${how}`),
            disabled: how === 'after' && !one,
          }))}
          onChange={(event) =>
            onChange({ how: deliveryOptions.find((how) => how === event.currentTarget.value) ?? 'now' })
          }
        />
        <NativeSelect
          label={t('repeat.label')}
          value={plan.every}
          data={[
            { value: '', label: t('repeat.none') },
            ...taskRepeats.map((every) => ({ value: every, label: t(`repeat.${every}`) })),
          ]}
          onChange={(event) =>
            onChange({ every: taskRepeats.find((every) => every === event.currentTarget.value) ?? '' })
          }
        />
      </Group>
      {plan.how === 'at' && <DeliveryTimeFields plan={plan} onChange={onChange} problems={problems} />}
      {plan.how === 'after' && one && (
        <PreviousTaskSelect clientId={one.id} plan={plan} onChange={onChange} wrong={problems.after} />
      )}
      {plan.every && <RepeatEndFields plan={plan} onChange={onChange} problems={problems} />}
    </>
  )
}

function DeliveryTimeFields({ plan, onChange, problems }: Props) {
  const { t } = useTranslation('taskAssign')
  const { zone } = useLocale()
  return (
    <Group grow align="flex-start" gap="sm">
      <DateInput
        label={t('delivery.day')}
        value={plan.day}
        error={problems.at && t('problem.at')}
        onChange={(day) => onChange({ day })}
      />
      <TimeInput
        label={t('delivery.time', { city: cityOf(zone) })}
        value={plan.time}
        onChange={(time) => onChange({ time })}
      />
    </Group>
  )
}

type PreviousTaskSelectProps = Pick<Props, 'plan' | 'onChange'> & { clientId: ClientId; wrong?: boolean }

/** Renders a select of the client's open tasks. The new task is delivered once the selected task is completed. */
function PreviousTaskSelect({ clientId, plan, onChange, wrong }: PreviousTaskSelectProps) {
  const { t } = useTranslation('taskAssign')
  const open = useQuery(
    orpc.task.list.queryOptions({ input: { clientId, part: 'open', withWaiting: true, limit: 100 } }),
  )
  const items = open.data?.items ?? []
  return (
    <NativeSelect
      label={t('delivery.before')}
      value={plan.afterId}
      error={wrong && t('problem.after')}
      description={open.data && items.length === 0 ? t('delivery.noneBefore') : undefined}
      data={[
        { value: '', label: t('delivery.choose') },
        ...items.map(({ id, title, repeat }) => ({
          value: id,
          label: repeat ? `${title} (${repeat.number}/${repeat.of})` : title,
        })),
      ]}
      onChange={(event) => onChange({ afterId: event.currentTarget.value })}
    />
  )
}
