import type { TaskAnswer, TaskForm } from '@attune/contract/features/task.forms'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import type { AutosavedText } from '../../../platform/autosave/autosaved-text.ts'
import { TaskAnswerView } from '../TaskAnswerView.tsx'
import classes from './fill.module.css'

type Props = { form: TaskForm; mine: TaskAnswer; theirs: TaskAnswer; writing: AutosavedText }

/**
 * Shows the conflicting answers of two devices side by side. The client chooses one of them. The other answer stays
 * stored and appears below the form.
 */
export function AnswerConflict({ form, mine, theirs, writing }: Props) {
  const { t } = useTranslation('taskForms')
  return (
    <>
      <Callout kind="warning" urgent title={t('two.title')}>
        {t('two.text')}
      </Callout>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('two.mine')}>
          <h3>{t('two.mine')}</h3>
          <TaskAnswerView form={form} answer={mine} />
          <Button variant="default" onClick={() => writing.keepMine()}>
            {t('two.keepMine')}
          </Button>
        </section>
        <section className={classes.side} aria-label={t('two.theirs')}>
          <h3>{t('two.theirs')}</h3>
          <TaskAnswerView form={form} answer={theirs} />
          <Button variant="default" onClick={() => writing.takeTheirs()}>
            {t('two.takeTheirs')}
          </Button>
        </section>
      </div>
    </>
  )
}
