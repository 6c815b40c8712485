import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { LazyOwnEstimates } from '../../estimate/estimate.ts'
import { PayerAgreement } from '../../payer/payer.ts'
import { LazyOwnSuperbills } from '../../superbill/superbill.ts'
import { useSubscribeToInvoices } from '../use-invoices.ts'
import { OwnInvoiceTable } from './OwnInvoiceTable.tsx'
import { OwnStatements } from './OwnStatements.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/** Lists the acting client's invoices, estimates, superbills and yearly statements, and shows who else pays for the client's sessions. */
export function OwnInvoicesPage() {
  const { t } = useTranslation('ownInvoice')
  return (
    <>
      <PageHeader title={t('title')} />
      <PayerAgreement />
      <OwnInvoices />
      <Suspense>
        <LazyOwnEstimates />
        <LazyOwnSuperbills />
      </Suspense>
      <OwnStatements />
    </>
  )
}

/** Shows the invoices and credit notes in pages of 50, and the states loading, failed and empty. */
function OwnInvoices() {
  const { t } = useTranslation('ownInvoice')
  const pages = useOwnInvoicePages()
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card>
      <Query of={pages} pending={<RowSkeletons rows={6} avatar={false} />} failed={t('failed')} again={t('again')} />
      {pages.isSuccess && rows.length === 0 && (
        <EmptyState icon={IconReceipt} title={t('emptyTitle')} text={t('emptyText')} />
      )}
      {rows.length > 0 && (
        <OwnInvoiceTable
          rows={rows}
          more={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
          loadingMore={pages.isFetchingNextPage}
        />
      )}
    </Card>
  )
}

function useOwnInvoicePages() {
  useSubscribeToInvoices()
  return useInfiniteQuery(
    orpc.invoice.mine.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
}
