import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { maxTaskDescriptionLength } from '@attune/contract/features/care/task/task.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import classes from './assign.module.css'
import { RichEditor } from '../../../../ui/rich-text/RichEditor.tsx'

const TaskAssistant = lazyNamed(() => import('./TaskAssistant.tsx'), 'TaskAssistant')

type Props = { client: PickedClient | null; value: RichText; onChange: (doc: RichText) => void }

/** Renders a rich-text field for the description of a task, and the button of the assistant. */
export function TaskDescriptionField({ client, value, onChange }: Props) {
  const { t } = useTranslation('tasks')
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4} aria-hidden>
        {t('fields.description')}
      </Text>
      <div className={classes.editor}>
        <RichEditor
          label={t('fields.description')}
          value={value}
          max={maxTaskDescriptionLength}
          minHeight={96}
          onChange={onChange}
        />
      </div>
      <TaskAssistant client={client} value={value} onChange={onChange} />
    </div>
  )
}
