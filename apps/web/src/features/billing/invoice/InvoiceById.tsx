import type { InvoiceId } from '@attune/contract/common/ids'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../ui/page/loading/DetailSkeleton.tsx'
import { LoadedById } from '../../../ui/page/loading/LoadedById.tsx'
import { useSubscribeToInvoices } from './use-invoices.ts'

const DraftEditor = lazyInBoundary(() => import('./draft/DraftEditor.tsx'), 'DraftEditor')
const IssuedInvoice = lazyInBoundary(() => import('./issued/IssuedInvoice.tsx'), 'IssuedInvoice')

type Props = {
  id: InvoiceId
  /** Whether the dialog that issues a draft is open. */
  asksIssue: boolean
  onAskIssue: (on: boolean) => void
}

/** Loads an invoice and shows the editor of a draft, the issued invoice or credit note, or that there is no such invoice [8.04]. */
export function InvoiceById({ id, asksIssue, onAskIssue }: Props) {
  const { t } = useTranslation('invoice')
  useSubscribeToInvoices()
  const read = useQuery(orpc.invoice.get.queryOptions({ input: { id } }))
  return (
    <LoadedById
      read={read}
      title={t('kinds.invoice')}
      failed={t('page.failed')}
      again={t('again')}
      missing={{
        icon: IconReceiptOff,
        title: t('page.notFound'),
        text: t('page.notFoundText'),
        back: (
          <ButtonLink variant="light" to="/dashboard/therapist/payments">
            {t('page.toList')}
          </ButtonLink>
        ),
      }}
    >
      {(invoice) => (
        <Suspense fallback={<DetailSkeleton title={t('kinds.invoice')} />}>
          {invoice.status === 'draft' ? (
            <DraftEditor invoice={invoice} asksIssue={asksIssue} onAskIssue={onAskIssue} />
          ) : (
            <IssuedInvoice invoice={invoice} />
          )}
        </Suspense>
      )}
    </LoadedById>
  )
}
