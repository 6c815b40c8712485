import type { InvoiceId } from '@attune/contract/common/ids'
import { invoiceFilters } from '@attune/contract/features/billing/invoice/invoice.filter.rules'
import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconReceipt, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { PageTogether } from '../../../../ui/page/loading/PageTogether.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { LazyEstimateWarnings } from '../../estimate/estimate.ts'
import { RemindersToSend } from '../../payment/payment.ts'
import { DraftsToIssue } from './DraftsToIssue.tsx'
import { InvoiceListActions, InvoiceListMenu } from './InvoiceListActions.tsx'
import { InvoiceSummary } from './InvoiceSummary.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import classes from './InvoiceListPage.module.css'
import type { InvoiceFilter, InvoiceSearch } from '../invoice-search.ts'
import { useSubscribeToInvoices } from '../use-invoices.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

const IssueAndSendDialog = lazyNamed(() => import('../issue-many/IssueAndSendDialog.tsx'), 'IssueAndSendDialog')
const NewInvoiceDialog = lazyNamed(() => import('./NewInvoiceDialog.tsx'), 'NewInvoiceDialog')

const route = getRouteApi('/dashboard/therapist/payments/')

/**
 * Lists the therapist's invoices and credit notes, with sums by currency, a search field and filters by status. A menu exports invoices and imports a
 * bank statement.
 */
export function InvoiceListPage() {
  const { t } = useTranslation('invoice')
  const search: InvoiceSearch = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState('')
  const [issuing, setIssuing] = useState<{ ids?: InvoiceId[] } | null>(null)
  const filter = search.filter ?? 'all'
  const setFilter = (next: InvoiceFilter) =>
    void navigate({ search: next === 'all' ? {} : { filter: next }, replace: true })
  const setNew = (on: boolean) =>
    void navigate({ search: { ...(search.filter && { filter: search.filter }), ...(on && { new: true }) } })
  return (
    <PageTogether title={t('list.title')}>
      <PageHeader
        title={t('list.title')}
        menu={<InvoiceListMenu />}
        actions={<InvoiceListActions onNew={() => setNew(true)} />}
      />
      <InvoiceSummary />
      <DraftsToIssue onOpen={() => setIssuing({})} />
      <LazyEstimateWarnings />
      <RemindersToSend />
      <ListTools typed={typed} onTyped={setTyped} filter={filter} onFilter={setFilter} />
      <Invoices
        typed={typed}
        filter={filter}
        onIssue={(id) => setIssuing({ ids: [id] })}
        onAll={() => {
          setTyped('')
          setFilter('all')
        }}
      />
      {issuing && <IssueAndSendDialog {...issuing} onClose={() => setIssuing(null)} />}
      {search.new && <NewInvoiceDialog onClose={() => setNew(false)} />}
    </PageTogether>
  )
}

type ToolsProps = {
  typed: string
  onTyped: (typed: string) => void
  filter: InvoiceFilter
  onFilter: (filter: InvoiceFilter) => void
}

/** Renders the search field and the filter. The key '/' focuses the search field. */
function ListTools({ typed, onTyped, filter, onFilter }: ToolsProps) {
  const { t } = useTranslation('invoice')
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  return (
    <div className={classes.tools}>
      <SearchField ref={field} className={classes.search} label={t('list.searchBy')} value={typed} onChange={onTyped} />
      <SegmentedControl
        className={classes.filter}
        aria-label={t('list.filter')}
        value={filter}
        onChange={onFilter}
        data={invoiceFilters.map((one) => ({ value: one, label: t(`filters.${one}`) }))}
      />
    </div>
  )
}

type InvoicesProps = { typed: string; filter: InvoiceFilter; onIssue: (id: InvoiceId) => void; onAll: () => void }

/** Shows the matching invoices in pages of 50, and the states loading, failed, empty and nothing found. */
function Invoices({ typed, filter, onIssue, onAll }: InvoicesProps) {
  const { t } = useTranslation(['invoice', 'toBill'])
  const [search] = useDebouncedValue(typed.trim(), 200)
  const pages = useInvoicePages(filter, search)
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? []
  const none = pages.isSuccess && rows.length === 0
  const narrowed = search !== '' || filter !== 'all'
  return (
    <Card>
      <Query
        of={pages}
        pending={<RowSkeletons rows={8} avatar={false} />}
        failed={t('list.failed')}
        again={t('again')}
      />
      {none && !narrowed && (
        <EmptyState icon={IconReceipt} title={t('list.emptyTitle')} text={t('list.emptyText')}>
          <ButtonLink variant="light" to="/dashboard/therapist/payments/to-bill">
            {t('toBill:title')}
          </ButtonLink>
        </EmptyState>
      )}
      {none && narrowed && (
        <EmptyState
          icon={IconSearch}
          title={t('list.nothingTitle')}
          text={search ? t('list.nothingText', { search }) : t('list.nothingFilter')}
        >
          <Button variant="light" onClick={onAll}>
            {t('list.showAll')}
          </Button>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <InvoiceTable
          rows={rows}
          stale={pages.isPlaceholderData}
          onIssue={onIssue}
          more={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
          loadingMore={pages.isFetchingNextPage}
        />
      )}
    </Card>
  )
}

function useInvoicePages(filter: InvoiceFilter, search: string) {
  useSubscribeToInvoices()
  return useInfiniteQuery({
    ...orpc.invoice.list.infiniteOptions({
      input: (after: string | undefined) => ({ filter, search, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}
