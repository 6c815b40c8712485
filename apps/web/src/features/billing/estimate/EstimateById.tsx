import type { ClientId } from '@attune/contract/common/ids'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { LoadedById } from '../../../ui/page/loading/LoadedById.tsx'
import { EstimateEditor } from './draft/EstimateEditor.tsx'
import { useSubscribeToEstimates } from './use-estimates.ts'

/** Loads the estimates of a client and shows the editor of the draft. */
export function EstimateById({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('estimate')
  useSubscribeToEstimates()
  const read = useQuery(orpc.estimate.get.queryOptions({ input: { clientId } }))
  return (
    <LoadedById
      read={read}
      title={t('title')}
      failed={t('failed')}
      again={t('again')}
      missing={{
        icon: IconReceiptOff,
        title: t('notFound'),
        text: t('notFoundText'),
        back: (
          <ButtonLink variant="light" to="/dashboard/therapist/payments/estimates">
            {t('toList')}
          </ButtonLink>
        ),
      }}
    >
      {(view) => <EstimateEditor view={view} />}
    </LoadedById>
  )
}
