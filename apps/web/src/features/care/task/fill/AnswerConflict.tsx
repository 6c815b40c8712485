import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { AutosavedText } from '../../../../platform/autosave/autosaved-text.ts'
import { TaskAnswerView } from '../detail/TaskAnswerView.tsx'
import classes from './fill.module.css'

type Answers = { form: TaskForm; mine: TaskAnswer; theirs: TaskAnswer }

/**
 * Shows the conflicting answers of two devices side by side. The client chooses one of them. The other answer stays
 * stored and appears below the form.
 */
export function AnswerConflict({ writing, ...answers }: Answers & { writing: AutosavedText }) {
  const { t } = useTranslation('taskForms')
  return (
    <TwoAnswers
      {...answers}
      text={t('two.text')}
      onKeepMine={() => writing.keepMine()}
      onTakeTheirs={() => writing.takeTheirs()}
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

/** Shows the answer of this device and the one of the server, each with the button that keeps it. */
export function TwoAnswers({ form, mine, theirs, text, isKeeping = false, onKeepMine, onTakeTheirs }: TwoAnswersProps) {
  const { t } = useTranslation('taskForms')
  return (
    <>
      <Callout kind="warning" urgent title={t('two.title')}>
        {text}
      </Callout>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('two.mine')}>
          <h3>{t('two.mine')}</h3>
          <TaskAnswerView form={form} answer={mine} />
          {onKeepMine && (
            <Button variant="default" loading={isKeeping} onClick={onKeepMine}>
              {t('two.keepMine')}
            </Button>
          )}
        </section>
        <section className={classes.side} aria-label={t('two.theirs')}>
          <h3>{t('two.theirs')}</h3>
          <TaskAnswerView form={form} answer={theirs} />
          <Button variant="default" disabled={isKeeping} onClick={onTakeTheirs}>
            {t('two.takeTheirs')}
          </Button>
        </section>
      </div>
    </>
  )
}
