import type { QuestionnaireName } from '@attune/contract/features/task.forms'
import { bandOf, highestScore } from '@attune/contract/features/task.scores'
import { useTranslation } from 'react-i18next'
import classes from './TaskSheet.module.css'

/** The score of a questionnaire with the severity band that its authors define. */
export function ScoreLine({ name, score }: { name: QuestionnaireName; score: number }) {
  const { t } = useTranslation('taskForms')
  return (
    <p className={classes.sum}>
      {t('score', { score, most: highestScore(name), band: t(`band.${bandOf(name, score)}`) })}
    </p>
  )
}
