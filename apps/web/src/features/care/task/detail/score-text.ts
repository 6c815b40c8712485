import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { maxScore, scoreBandOf } from '@attune/contract/features/care/task/task.scores'
import { useTranslation } from 'react-i18next'

/** Returns a formatter for a score with its highest value and its severity band, e.g. '9 of 27, mild'. */
export function useScoreText() {
  const { t } = useTranslation('taskForms')
  return (name: QuestionnaireName, score: number) =>
    t('score', { score, most: maxScore(name), band: t(`band.${scoreBandOf(name, score)}`) })
}
