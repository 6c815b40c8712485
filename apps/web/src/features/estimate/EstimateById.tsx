import { VisuallyHidden } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { errorCode } from '../../platform/errors.ts'
import { ButtonLink } from '../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../ui/page/DetailSkeleton.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { LoadFailed } from '../../ui/page/ListStates.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { EstimateEditor } from './EstimateEditor.tsx'
import { useSubscribeToEstimates } from './use-estimates.ts'

/** Loads the estimates of a client and shows the editor of the draft. */
export function EstimateById({ clientId }: { clientId: string }) {
  const { t } = useTranslation('estimate')
  useSubscribeToEstimates()
  const read = useQuery(orpc.estimate.get.queryOptions({ input: { clientId } }))
  if (read.isPending) return <DetailSkeleton title={t('title')} />
  if (read.data) return <EstimateEditor view={read.data} />
  if (!['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error)))
    return (
      <Card>
        <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
        <LoadFailed words={t('failed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  return (
    <Card>
      <EmptyState icon={IconReceiptOff} level="h1" title={t('notFound')} text={t('notFoundText')}>
        <ButtonLink variant="light" to="/dashboard/therapist/payments/estimates">
          {t('toList')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
