import type { TaskAnswer, TaskForm } from '@attune/contract/features/task.forms'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/Note.tsx'
import type { Writing } from '../../note/note.ts'
import { AnswerView } from '../AnswerView.tsx'
import classes from './fill.module.css'

type Props = { form: TaskForm; mine: TaskAnswer; theirs: TaskAnswer; writing: Writing }

/**
 * Shows the conflicting answers of two devices side by side, to choose one. The other one is kept and shown below the
 * form.
 */
export function TwoAnswers({ form, mine, theirs, writing }: Props) {
  const { t } = useTranslation('taskForms')
  return (
    <>
      <Note kind="warning" urgent title={t('two.title')}>
        {t('two.text')}
      </Note>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('two.mine')}>
          <h3>{t('two.mine')}</h3>
          <AnswerView form={form} answer={mine} />
          <Button variant="default" onClick={() => writing.keepMine()}>
            {t('two.keepMine')}
          </Button>
        </section>
        <section className={classes.side} aria-label={t('two.theirs')}>
          <h3>{t('two.theirs')}</h3>
          <AnswerView form={form} answer={theirs} />
          <Button variant="default" onClick={() => writing.takeTheirs()}>
            {t('two.takeTheirs')}
          </Button>
        </section>
      </div>
    </>
  )
}
