import type { QuestionnaireName } from '@attune/contract/features/task.forms'
import { maxScore, scoreBandOf } from '@attune/contract/features/task.scores'
import { useTranslation } from 'react-i18next'
import { useScoreText } from './score-text.ts'
import classes from './TaskDetailsView.module.css'

type Props = { name: QuestionnaireName; score: number }

/** The score of a questionnaire with the severity band that its authors define. */
export function QuestionnaireScore({ name, score }: Props) {
  const scoreText = useScoreText()
  return <p className={classes.sum}>{scoreText(name, score)}</p>
}

/**
 * Shows a client the score, and says that it is no diagnosis and that the client can talk about it with the therapist.
 */
export function OwnQuestionnaireScore({ therapist, ...result }: Props & { therapist: string }) {
  const { t } = useTranslation('taskForms')
  return (
    <>
      <QuestionnaireScore {...result} />
      <p className={classes.source}>{t('notDiagnosis', { name: therapist })}</p>
    </>
  )
}

/** The name and score of a questionnaire in a line of a list. */
export function QuestionnaireResult({ name, score }: Props) {
  const { t } = useTranslation('taskForms')
  const band = t(`band.${scoreBandOf(name, score)}`)
  return <>{t('scoreOf', { name: name.toUpperCase(), score, most: maxScore(name), band })}</>
}
