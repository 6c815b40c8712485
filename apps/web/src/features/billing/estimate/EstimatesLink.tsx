import { IconFileDollar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import { useEstimateOverview } from './use-estimates.ts'

/** A link to the Good Faith Estimates with the number of due ones. Renders nothing for a business outside the United States that has given none. */
export function EstimatesLink() {
  const { t } = useTranslation('estimate')
  const { data, isPending } = useEstimateOverview()
  if (isPending) return <Pending />
  if (!data?.isOffered && !data?.items.length) return null
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconFileDollar size={18} aria-hidden />}
      to="/dashboard/therapist/payments/estimates"
    >
      {data.due.length ? t('linkDue', { count: data.due.length }) : t('titles')}
    </ButtonLink>
  )
}
