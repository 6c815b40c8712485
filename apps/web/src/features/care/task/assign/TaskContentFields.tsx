import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { textLengths } from '@attune/contract/common/text/lengths'
import { priorities } from '@attune/contract/features/care/task/task.rules'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { TaskDescriptionField } from './TaskDescriptionField.tsx'
import { TaskKindFields } from './TaskKindFields.tsx'
import { TaskTypeField } from './TaskTypeField.tsx'
import { hasQuestions, type TaskProblems, type TaskContent } from './task-assignment.ts'

type Props<W extends TaskContent> = {
  value: W & { dueDay: string; files: string[] }
  onChange: (change: Partial<TaskContent> & { dueDay?: string }) => void
  problems: TaskProblems
  /** The field for files, below the description. */
  files: ReactNode
  focus?: boolean
  /** The client of the task; null if it has several. The assistant handles one client only. */
  client: PickedClient | null
}

/**
 * Renders the fields for the content of a task: type, title, what the type needs, description, files, due day and priority. A questionnaire needs no
 * description and no files, so these are behind a button.
 */
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
      <TaskTypeField value={value} onChange={onChange} />
      <TextInput
        label={t('title')}
        required
        maxLength={textLengths.title}
        data-autofocus={focus || undefined}
        value={value.title}
        error={problems.title && t('problem.title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TaskKindFields value={value} onChange={onChange} problems={problems} />
      <DescriptionAndFiles
        collapsible={hasQuestions(value.kind) && !plainTextOf(value.description).trim() && value.files.length === 0}
      >
        <TaskDescriptionField
          client={client}
          value={value.description}
          onChange={(description) => onChange({ description })}
        />
        {files}
      </DescriptionAndFiles>
      <DueAndPriority value={value} onChange={onChange} problems={problems} />
    </>
  )
}

type DueProps = Pick<Props<TaskContent>, 'value' | 'problems' | 'onChange'>

function DueAndPriority({ value, onChange, problems }: DueProps) {
  const { t } = useTranslation(['taskAssign', 'tasks'])
  return (
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
  )
}

/** Hides its content behind a button while it is `collapsible`. The content stays mounted, because files may be uploading. */
function DescriptionAndFiles({ collapsible, children }: { collapsible: boolean; children: ReactNode }) {
  const { t } = useTranslation('taskAssign')
  const [opened, setOpened] = useState(false)
  const isHidden = collapsible && !opened
  return (
    <>
      {isHidden && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpened(true)}
          >
            {t('more')}
          </Button>
        </div>
      )}
      <Stack gap="md" display={isHidden ? 'none' : undefined}>
        {children}
      </Stack>
    </>
  )
}
