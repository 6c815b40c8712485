import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../../../../ui/page/use-phone.ts'

/** Whether a form asks one question at a time: by default a measure on a phone. Only questionnaires and measures can do so. */
export function useQuestionMode({ kind }: TaskForm) {
  const phone = usePhone()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const canChoose = kind === 'questionnaire' || kind === 'measure'
  return { canChoose, isOneByOne: canChoose && (chosen ?? (phone && kind === 'measure')), choose: setChosen }
}

type Props = { mode: ReturnType<typeof useQuestionMode> }

/** Lets the client answer the questions one at a time or in a list. Renders nothing for other forms. */
export function QuestionModeSwitch({ mode: { canChoose, isOneByOne, choose } }: Props) {
  const { t } = useTranslation('taskForms')
  if (!canChoose) return null
  return (
    <SegmentedControl
      mb="md"
      size="xs"
      aria-label={t('mode.label')}
      value={isOneByOne ? 'one' : 'all'}
      onChange={(next) => choose(next === 'one')}
      data={(['one', 'all'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
    />
  )
}
