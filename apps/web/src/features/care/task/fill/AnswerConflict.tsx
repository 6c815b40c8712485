import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import type { AutosavedText } from '../../../../platform/autosave/autosave-types.ts'
import { TaskAnswerView } from '../detail/TaskAnswerView.tsx'

type Answers = { form: TaskForm; mine: TaskAnswer; theirs: TaskAnswer }

/**
 * Shows the conflicting answers of two devices side by side. The client chooses one of them. The other answer stays
 * stored and appears below the form.
 */
export function AnswerConflict({ autosave, ...answers }: Answers & { autosave: AutosavedText }) {
  const { t } = useTranslation('taskForms')
  return (
    <TwoAnswers
      {...answers}
      text={t('two.text')}
      onKeepMine={() => autosave.keepMine()}
      onTakeTheirs={() => autosave.takeTheirs()}
    />
  )
}

type TwoAnswersProps = Answers & {
  text: string
  isKeeping?: boolean
  /** Undefined if the answer of this device can no longer be kept. */
  onKeepMine: (() => void) | undefined
  onTakeTheirs: () => void
}

/** Shows the answer on this device and the one on the server, each with a button to keep it. */
export function TwoAnswers({ form, mine, theirs, text, isKeeping = false, onKeepMine, onTakeTheirs }: TwoAnswersProps) {
  return (
    <VersionConflict
      isSaving={isKeeping}
      mine={{ content: <TaskAnswerView form={form} answer={mine} />, onChoose: onKeepMine }}
      theirs={{ content: <TaskAnswerView form={form} answer={theirs} />, onChoose: onTakeTheirs }}
    >
      {text}
    </VersionConflict>
  )
}
