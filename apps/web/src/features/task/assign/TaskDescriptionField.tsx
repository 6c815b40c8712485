import type { RichText } from '@attune/contract/common/rich-text.schemas'
import { maxTaskDescriptionLength } from '@attune/contract/features/task.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './assign.module.css'
import { RichEditor } from '../../../ui/rich-text/RichEditor.tsx'

/** Renders a rich-text field for the description of a task. */
export function TaskDescriptionField({ value, onChange }: { value: RichText; onChange: (doc: RichText) => void }) {
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
    </div>
  )
}
