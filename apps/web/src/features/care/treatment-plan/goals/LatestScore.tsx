import type { ClientId } from '@attune/contract/common/ids'
import type { MeasureCurve } from '@attune/contract/features/care/task/task.measures'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { bandOf, maxScore, scoreBandOf } from '@attune/contract/features/care/task/task.scores'
import { reachesTarget } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import type { TargetScore } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'

type Props = { clientId: ClientId; score: TargetScore }

/** Shows a client's latest score of the questionnaire that measures an objective, and whether it reaches the target. */
export function LatestScore({ clientId, score }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const { language, ...locale } = useLocale()
  const latest = useLatestScore(clientId, score.questionnaire)
  if (latest === undefined) return null
  if (latest === null) return <MetaList>{t('score.none', { title: score.title })}</MetaList>
  const day = dateText(localDay(latest.at, { language, ...locale }), language)
  return (
    <MetaList>
      {t('score.latest', { title: score.title, score: latest.text, day })}
      {reachesTarget(score, latest.score) && (
        <StatusBadge icon={IconCircleCheck} tone="success">
          {t('score.reached')}
        </StatusBadge>
      )}
    </MetaList>
  )
}

/**
 * Returns the latest score of a client's questionnaire in the last 52 weeks, with its time and its text with range and band. Returns null if there is
 * none, and undefined while it is loading or if it could not be loaded.
 */
function useLatestScore(clientId: ClientId, questionnaire: string) {
  const { t } = useTranslation('taskForms')
  const { language } = useLocale()
  const { data } = useQuery(orpc.task.progress.queryOptions({ input: { clientId, weeks: 52 } }))
  if (!data) return undefined
  const name = questionnaires.find((one) => one === questionnaire)
  if (!name)
    return latestOf(
      data.measures?.find(({ id }) => id === questionnaire),
      { t, language },
    )
  const last = data.scores.findLast((one) => one.name === name)
  if (!last) return null
  const { at, score } = last
  const band = t(`band.${scoreBandOf(last.name, score)}`)
  return { at, score, text: t('score', { score, most: maxScore(last.name), band }) }
}

type Words = { t: TFunction<'taskForms'>; language: string }

/** Returns the latest score of one of the therapist's own questionnaires, with its text with range and band; null if there is no score. */
function latestOf(curve: MeasureCurve | undefined, { t, language }: Words) {
  const last = curve?.points.at(-1)
  if (!curve || !last) return null
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const { range } = curve
  const score = format(last.score)
  const within = range ? t('measure.within', { score, from: format(range.from), to: format(range.to) }) : score
  return { at: last.at, score: last.score, text: [within, bandOf(curve, last.score)?.text].filter(Boolean).join(', ') }
}
