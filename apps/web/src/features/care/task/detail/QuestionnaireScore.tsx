import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { maxScore, scoreBandOf } from '@attune/contract/features/care/task/task.scores'
import type { ListedTask } from '@attune/contract/features/care/task/task'
import { useTranslation } from 'react-i18next'
import { useMeasureResultText } from './score-text.ts'
import classes from './TaskDetailsView.module.css'

type Props = { name: QuestionnaireName; score: number }

/** Shows the score of a questionnaire with the severity band that the authors of the questionnaire define. */
export function QuestionnaireScore(result: Props) {
  return (
    <p className={classes.sum}>
      <QuestionnaireResult {...result} />
    </p>
  )
}

/**
 * Shows a client the score. A note says that the score is no diagnosis, and that the client can talk about it with the
 * therapist.
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

/** Shows the name, score and severity band of a questionnaire in a line of a list. */
export function QuestionnaireResult({ name, score }: Props) {
  const { t } = useTranslation('taskForms')
  const band = t(`band.${scoreBandOf(name, score)}`)
  return <>{t('scoreOf', { name: name.toUpperCase(), score, most: maxScore(name), band })}</>
}

/** Shows the main score of the therapist's questionnaire with its range and band in a line of a list. */
export function MeasureResultLine({ title, ...result }: NonNullable<ListedTask['measure']>) {
  const resultText = useMeasureResultText()
  const { t } = useTranslation('common')
  return <>{t('labelled', { label: title, text: resultText(result) })}</>
}
