import type { MeasureId } from '@attune/contract/common/ids'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
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
  const measures = useReleasedMeasures()
  const proposals = [...taskKindChoices.map(proposedTitle), ...measures.map(({ title }) => title)]
  const isProposed = proposals.includes(value.title.trim())
  const chooseKind = (kind: TaskKindChoice) => onChange({ kind, ...(isProposed && { title: proposedTitle(kind) }) })
  const chooseMeasure = ({ id, title }: { id: MeasureId; title: string }) =>
    onChange({ kind: 'measure', measureId: id, ...(isProposed && { title }) })
  return (
    <ChoiceChips<string>
      label={t('fields.kind')}
      description={t(`kindText.${value.kind}`)}
      value={value.kind === 'measure' ? (value.measureId ?? '') : value.kind}
      options={[
        ...taskKindChoices.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ...measures.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      onChange={(chosen) => {
        const measure = measures.find(({ id }) => id === chosen)
        const kind = taskKindChoices.find((one) => one === chosen)
        if (measure) chooseMeasure(measure)
        else if (kind) chooseKind(kind)
      }}
    />
  )
}

/** Returns the therapist's questionnaires that can be sent; empty until they are loaded. */
function useReleasedMeasures() {
  const read = useQuery(orpc.measure.list.queryOptions({ input: {} }))
  return (read.data?.items ?? []).filter(({ version }) => version !== null)
}
