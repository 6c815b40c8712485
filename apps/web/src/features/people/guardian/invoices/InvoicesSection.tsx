import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { LazyOwnInvoiceTable } from '../../../billing/invoice/invoice.ts'
import { useSubscribeToGuardedInvoices } from './use-guarded-invoices.ts'

/** The invoices of a client on the home of a guardian, in pages of 20. */
export function GuardianInvoicesSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['guardianInvoices', 'ownInvoice'])
  useSubscribeToGuardedInvoices()
  const pages = useInfiniteQuery(
    orpc.guardian.invoices.infiniteOptions({
      input: (after: string | undefined) => ({ actingFor: clientId, after, limit: 20 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Section title={t('title')} hint={pages.isSuccess && rows.length === 0 ? t('empty') : undefined}>
      <Query
        of={pages}
        pending={<RowSkeletons rows={2} avatar={false} />}
        failed={t('ownInvoice:failed')}
        again={t('ownInvoice:again')}
      />
      {rows.length > 0 && (
        <LazyOwnInvoiceTable
          rows={rows}
          actingFor={clientId}
          more={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
          loadingMore={pages.isFetchingNextPage}
        />
      )}
    </Section>
  )
}
