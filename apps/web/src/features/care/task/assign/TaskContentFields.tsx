import { textLengths } from '@attune/contract/common/text/lengths'
import { priorities } from '@attune/contract/features/care/task/task.rules'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { TaskDescriptionField } from './TaskDescriptionField.tsx'
import { TaskKindFields } from './TaskKindFields.tsx'
import type { TaskProblems, TaskContent } from './task-assignment.ts'

type Props<W extends TaskContent> = {
  value: W & { dueDay: string }
  onChange: (change: Partial<TaskContent> & { dueDay?: string }) => void
  problems: TaskProblems
  /** The field for files, shown below the description. */
  files: React.ReactNode
  focus?: boolean
  /** The client of the task; null if it has several. The assistant handles one client only. */
  client: PickedClient | null
}

/** Renders the fields for the content of a task: title, description, files, type, due day and priority. */
export function TaskContentFields<W extends TaskContent>({
  value,
  onChange,
  problems,
  files,
  focus,
  client,
}: Props<W>) {
  const { t } = useTranslation(['taskAssign', 'tasks'])
  return (
    <>
      <TextInput
        label={t('title')}
        required
        maxLength={textLengths.title}
        data-autofocus={focus || undefined}
        value={value.title}
        error={problems.title && t('problem.title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TaskDescriptionField
        client={client}
        value={value.description}
        onChange={(description) => onChange({ description })}
      />
      {files}
      <TaskKindFields value={value} onChange={onChange} problems={problems} />
      <Group grow align="flex-start" gap="sm">
        <DateInput
          label={t('tasks:fields.due')}
          description={t('dueHint')}
          value={value.dueDay}
          error={problems.dueDay && t('problem.dueDay')}
          onChange={(dueDay) => onChange({ dueDay })}
        />
        <NativeSelect
          label={t('tasks:fields.priority')}
          description={t('priorityHint')}
          value={value.priority}
          data={priorities.map((one) => ({ value: one, label: t(`tasks:priority.${one}`) }))}
          onChange={(event) =>
            onChange({ priority: priorities.find((one) => one === event.currentTarget.value) ?? 'medium' })
          }
        />
      </Group>
    </>
  )
}
