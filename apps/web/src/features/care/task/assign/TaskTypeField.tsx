import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../../ui/choice/ChoiceChips.tsx'
import { isQuestionnaireKind, taskKindChoices, type TaskContent, type TaskKindChoice } from './task-assignment.ts'

type Props = { value: TaskContent; onChange: (change: Partial<TaskContent>) => void }

/** Renders the choice of the type of a task. Proposes a title, unless the therapist has typed one. */
export function TaskTypeField({ value, onChange }: Props) {
  const { t } = useTranslation('tasks')
  const proposedTitle = (kind: TaskKindChoice) => {
    if (kind === 'plain' || kind === 'measure') return ''
    return isQuestionnaireKind(kind) ? kind.toUpperCase() : t(`kind.${kind}`).replace(/ \(.*\)$/, '')
  }
  const isProposed = taskKindChoices.some((kind) => value.title.trim() === proposedTitle(kind))
  return (
    <ChoiceChips
      label={t('fields.kind')}
      description={t(`kindText.${value.kind}`)}
      value={value.kind}
      options={taskKindChoices.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      onChange={(kind) => onChange({ kind, ...(isProposed && { title: proposedTitle(kind) }) })}
    />
  )
}
