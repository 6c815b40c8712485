import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import type { MeasureResult } from '@attune/contract/features/care/measure/measure.schemas'
import { maxScore, scoreBandOf } from '@attune/contract/features/care/task/task.scores'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'

/** Returns a formatter for a score with its highest value and its severity band, e.g. '9 of 27, mild'. */
export function useScoreText() {
  const { t } = useTranslation('taskForms')
  return (name: QuestionnaireName, score: number) =>
    t('score', { score, most: maxScore(name), band: t(`band.${scoreBandOf(name, score)}`) })
}

/** Returns a formatter for scores and points, which can have decimals. */
export function useNumberText() {
  const { language } = useLocale()
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return (value: number) => format.format(value)
}

/** Returns a formatter for a score of a measure with its range and its band, e.g. '9 of 0 to 27, mild'. */
export function useMeasureResultText() {
  const { t } = useTranslation('taskForms')
  const numberText = useNumberText()
  return ({ score, range, band }: Pick<MeasureResult, 'score' | 'range' | 'band'>) => {
    if (score === null) return t('measure.noScore')
    const points = numberText(score)
    const within = range
      ? t('measure.within', { score: points, from: numberText(range.from), to: numberText(range.to) })
      : points
    return [within, band].filter(Boolean).join(', ')
  }
}
