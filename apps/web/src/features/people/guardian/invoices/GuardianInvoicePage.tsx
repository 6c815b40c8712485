import type { InvoiceId } from '@attune/contract/common/ids'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { LazyOwnInvoiceView } from '../../../billing/invoice/invoice.ts'
import { useActingFor } from '../frame/acting-for.ts'
import { useSubscribeToGuardedInvoices } from './use-guarded-invoices.ts'

const route = getRouteApi('/for/$clientId/invoices/$invoiceId')

/** The page of one invoice or credit note of the client for whom a guardian acts. */
export function GuardianInvoicePage() {
  const { invoiceId } = route.useParams()
  return <GuardianInvoice key={invoiceId} id={invoiceId} />
}

/** Loads an invoice of the client for whom a guardian acts, and shows it. */
export function GuardianInvoice({ id }: { id: InvoiceId }) {
  const { t } = useTranslation(['invoice', 'guardianInvoices'])
  const { clientId, firstName } = useActingFor()
  useSubscribeToGuardedInvoices()
  const read = useQuery(orpc.guardian.invoice.queryOptions({ input: { actingFor: clientId, id } }))
  return (
    <LoadedById
      read={read}
      title={t('kinds.invoice')}
      failed={t('page.failed')}
      again={t('again')}
      missing={{
        icon: IconReceiptOff,
        title: t('page.notFound'),
        text: t('guardianInvoices:notFoundText'),
        back: (
          <ButtonLink variant="light" to="/for/$clientId" params={{ clientId }}>
            {t('guardianInvoices:back', { name: firstName })}
          </ButtonLink>
        ),
      }}
    >
      {(invoice) => (
        <Suspense fallback={<DetailSkeleton title={t('kinds.invoice')} />}>
          <LazyOwnInvoiceView invoice={invoice} actingFor={clientId} />
        </Suspense>
      )}
    </LoadedById>
  )
}
