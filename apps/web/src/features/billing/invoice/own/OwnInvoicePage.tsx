import type { InvoiceId } from '@attune/contract/common/ids'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { useSubscribeToInvoices } from '../use-invoices.ts'

const OwnInvoiceView = lazyInBoundary(() => import('./OwnInvoiceView.tsx'), 'OwnInvoiceView')

const route = getRouteApi('/dashboard/client/payments/$invoiceId')

/** The page of one invoice or credit note that was issued to the acting client. */
export function OwnInvoicePage() {
  const { invoiceId } = route.useParams()
  return <OwnInvoiceById key={invoiceId} id={invoiceId} />
}

/** Loads an invoice that was issued to the acting client, and shows it. */
export function OwnInvoiceById({ id }: { id: InvoiceId }) {
  const { t } = useTranslation(['invoice', 'ownInvoice'])
  useSubscribeToInvoices()
  const read = useQuery(orpc.invoice.mineOne.queryOptions({ input: { id } }))
  return (
    <LoadedById
      read={read}
      title={t('kinds.invoice')}
      failed={t('page.failed')}
      again={t('again')}
      missing={{
        icon: IconReceiptOff,
        title: t('page.notFound'),
        text: t('ownInvoice:notFoundText'),
        back: (
          <ButtonLink variant="light" to="/dashboard/client/payments">
            {t('page.toList')}
          </ButtonLink>
        ),
      }}
    >
      {(invoice) => (
        <Suspense fallback={<DetailSkeleton title={t('kinds.invoice')} />}>
          <OwnInvoiceView invoice={invoice} />
        </Suspense>
      )}
    </LoadedById>
  )
}
