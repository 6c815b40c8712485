import type { QuestionnaireName } from '@attune/contract/features/task.forms'
import { scoreBandOf, maxScore } from '@attune/contract/features/task.scores'
import { useTranslation } from 'react-i18next'
import classes from './TaskDetailsView.module.css'

/** The score of a questionnaire with the severity band that its authors define. */
export function QuestionnaireScore({ name, score }: { name: QuestionnaireName; score: number }) {
  const { t } = useTranslation('taskForms')
  return (
    <p className={classes.sum}>
      {t('score', { score, most: maxScore(name), band: t(`band.${scoreBandOf(name, score)}`) })}
    </p>
  )
}
