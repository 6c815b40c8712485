import { VisuallyHidden } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { errorCode } from '../../../platform/errors.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../ui/page/DetailSkeleton.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { LoadFailed } from '../../../ui/page/ListStates.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { useSubscribeToInvoices } from '../use-invoices.ts'

const View = lazyNamed(() => import('./OwnInvoiceView.tsx'), 'OwnInvoiceView')

const route = getRouteApi('/dashboard/client/payments/$invoiceId')

/** The page of one invoice or credit note that was issued to the acting client. */
export function OwnInvoicePage() {
  const { invoiceId } = route.useParams()
  return <OwnInvoiceById key={invoiceId} id={invoiceId} />
}

/** Loads an invoice that was issued to the acting client, and shows it. */
export function OwnInvoiceById({ id }: { id: string }) {
  const { t } = useTranslation('invoice')
  useSubscribeToInvoices()
  const read = useQuery(orpc.invoice.mineOne.queryOptions({ input: { id } }))
  const loading = <DetailSkeleton title={t('kinds.invoice')} />
  if (read.isPending) return loading
  if (!read.data) return <NoOwnInvoice error={read.error} onAgain={() => void read.refetch()} />
  return (
    <Suspense fallback={loading}>
      <View invoice={read.data} />
    </Suspense>
  )
}

/** Shows that nothing with this id was issued to the acting client, or that loading failed. */
function NoOwnInvoice({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation(['invoice', 'ownInvoice'])
  const isUnknown = ['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error))
  return (
    <Card>
      {isUnknown ? (
        <EmptyState icon={IconReceiptOff} level="h1" title={t('page.notFound')} text={t('ownInvoice:notFoundText')}>
          <ButtonLink variant="light" to="/dashboard/client/payments">
            {t('page.toList')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <VisuallyHidden component="h1">{t('kinds.invoice')}</VisuallyHidden>
          <LoadFailed words={t('page.failed')} again={t('again')} onAgain={onAgain} />
        </>
      )}
    </Card>
  )
}
