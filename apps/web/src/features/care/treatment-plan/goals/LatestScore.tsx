import type { ClientId } from '@attune/contract/common/ids'
import { reachesTarget } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import type { TargetScore } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { useLatestScore } from '../../task/task.ts'

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
