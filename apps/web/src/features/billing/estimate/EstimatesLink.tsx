import { IconFileDollar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { useEstimateOverview } from './use-estimates.ts'

/**
 * Leads to the Good Faith Estimates and says how many are due. Renders nothing for a business outside of the United States
 * that has given none.
 */
export function EstimatesLink() {
  const { t } = useTranslation('estimate')
  const { data } = useEstimateOverview()
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
