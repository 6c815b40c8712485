import type { ClientSort, ClientStatus } from '@attune/contract/features/people/client/client'
import type { ClientCounts } from '@attune/contract/features/people/client/client.open-items'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { ClientTagFilter, useSubscribeToClientTags } from '../../client-tag/client-tag.ts'
import { InviteCodeButton, InviteCodeLine } from '../../connection/connection.ts'
import { useSubscribeToSessions } from '../../../schedule/session/session.ts'
import classes from './ClientList.module.css'
import { ClientTable } from './ClientTable.tsx'
import { ImportExportButtons } from './ImportExportButtons.tsx'
import { useSubscribeToClients } from '../use-client-updates.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type Filter = ClientStatus | 'all'
const filters: readonly Filter[] = ['active', 'pending', 'inactive', 'all']
const onlys = ['open', 'without-next'] as const
type Only = (typeof onlys)[number]
const sorts: readonly ClientSort[] = ['name', 'next', 'last', 'joined']

/** The search text, the filters and the sort order of the list. */
type Narrowing = { typed: string; filter: Filter; only?: Only | undefined; tag?: string | undefined; sort: ClientSort }

/**
 * Lists all clients, with a search field, filters by status and tag, and a sort order. Loads the clients in pages of
 * 50.
 */
export function ClientList() {
  const { t } = useTranslation(['client', 'clientOverview', 'clientTag'])
  const [narrowing, setNarrowing] = useState<Narrowing>({ typed: '', filter: 'all', sort: 'name' })
  const [search] = useDebouncedValue(narrowing.typed.trim(), 200)
  const pages = useClientPages(narrowing, search)
  const clients = pages.data?.pages.flatMap((page) => page.items) ?? []
  const narrowed =
    search !== '' || narrowing.filter !== 'all' || narrowing.tag !== undefined || narrowing.only !== undefined
  const none = pages.isSuccess && clients.length === 0
  const empty = none && !narrowed
  const phone = usePhone()
  return (
    <>
      <PageHeader
        title={t('list.title')}
        menu={phone && <ImportExportButtons compact canExport={!empty} />}
        actions={
          <>
            {!phone && <ImportExportButtons canExport={!empty} />}
            {!empty && <InviteCodeButton label={t('list.code')} />}
            <AddClientButton label={t('list.add')} icon={IconPlus} variant={empty ? 'default' : 'filled'} />
          </>
        }
      />
      {!empty && <ListTools value={narrowing} counts={pages.data?.pages[0]?.counts ?? null} onChange={setNarrowing} />}
      <Card>
        <Query of={pages} pending={<RowSkeletons rows={8} />} failed={t('loadFailed')} again={t('again')} />
        {empty && <NoClients />}
        {none && narrowed && (
          <NothingFound
            search={search}
            tag={narrowing.tag}
            onAll={() => setNarrowing({ typed: '', filter: 'all', sort: narrowing.sort })}
          />
        )}
        {clients.length > 0 && (
          <ClientTable
            clients={clients}
            stale={pages.isPlaceholderData}
            more={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
            loadingMore={pages.isFetchingNextPage}
          />
        )}
      </Card>
      <ListFoot count={clients.length} complete={!pages.hasNextPage} narrowed={narrowed} />
    </>
  )
}

/** Loads the clients page by page. Refetches them when a client, a tag or a session changes. */
function useClientPages({ filter, only, tag, sort }: Narrowing, search: string) {
  useSubscribeToClients()
  useSubscribeToSessions()
  useSubscribeToClientTags()
  const status = filter === 'all' ? undefined : filter
  return useInfiniteQuery({
    ...orpc.client.list.infiniteOptions({
      input: (after: string | undefined) => ({ search, status, only, tag, sort, after, limit: 50, withOpen: true }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}

type ToolsProps = { value: Narrowing; counts: ClientCounts | null; onChange: (value: Narrowing) => void }

/** Renders the search field, the filters and the sort order. The key '/' focuses the search field. */
function ListTools({ value, counts, onChange }: ToolsProps) {
  const { t } = useTranslation('client')
  const { typed, filter, tag, sort } = value
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  return (
    <div className={classes.tools}>
      <SearchField
        ref={field}
        className={classes.search}
        label={t('list.searchBy')}
        rightSection={
          typed ? null : (
            <span className={classes.key} aria-hidden>
              /
            </span>
          )
        }
        rightSectionPointerEvents="none"
        value={typed}
        onChange={(text) => onChange({ ...value, typed: text })}
      />
      <SegmentedControl
        aria-label={t('list.filter')}
        value={filter}
        onChange={(next) => onChange({ ...value, filter: next })}
        data={filters.map((one) => ({
          value: one,
          label: <Counted label={t(one === 'all' ? 'list.all' : `status.${one}`)} count={counts?.[one]} />,
        }))}
      />
      <OnlyFilter value={value.only} counts={counts} onChange={(only) => onChange({ ...value, only })} />
      <ClientTagFilter tag={tag} onTag={(next) => onChange({ ...value, tag: next })} />
      <NativeSelect
        className={classes.sort}
        aria-label={t('list.sort')}
        value={sort}
        onChange={(event) =>
          onChange({ ...value, sort: sorts.find((one) => one === event.currentTarget.value) ?? 'name' })
        }
        data={sorts.map((one) => ({ value: one, label: t(`list.sorts.${one}`) }))}
      />
    </div>
  )
}

/** The label of a filter with the number of matching clients. */
const Counted = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    {label} {count !== undefined && <span className={classes.number}>{count}</span>}
  </>
)

type OnlyProps = { value: Only | undefined; counts: ClientCounts | null; onChange: (only: Only | undefined) => void }

/** Two toggles: only clients with something open, and only active clients without a scheduled session. */
function OnlyFilter({ value, counts, onChange }: OnlyProps) {
  const { t } = useTranslation('clientOverview')
  return (
    <div className={classes.only} role="group" aria-label={t('filter.label')}>
      {onlys.map((one) => (
        <Button
          key={one}
          variant={value === one ? 'light' : 'default'}
          aria-pressed={value === one}
          onClick={() => onChange(value === one ? undefined : one)}
        >
          <Counted label={t(`filter.${one}`)} count={counts?.[one === 'open' ? 'open' : 'withoutNext']} />
        </Button>
      ))}
    </div>
  )
}

/** Shows the number of clients once all are loaded. */
function ListFoot({ count, complete, narrowed }: { count: number; complete: boolean; narrowed: boolean }) {
  const { t } = useTranslation('client')
  return (
    <div className={classes.count} role="status">
      {count > 0 && complete && t(narrowed ? 'list.found' : 'list.end', { count })}
    </div>
  )
}

function NoClients() {
  const { t } = useTranslation('client')
  return (
    <>
      <EmptyState icon={IconUsers} title={t('list.emptyTitle')} text={t('list.emptyText')}>
        <AddClientButton label={t('list.emptyAction')} icon={IconUserPlus} variant="filled" />
      </EmptyState>
      <InviteCodeLine />
    </>
  )
}

type NothingProps = { search: string; tag: string | undefined; onAll: () => void }

function NothingFound({ search, tag, onAll }: NothingProps) {
  const { t } = useTranslation(['client', 'clientTag'])
  const nothingFilter = tag ? t('clientTag:nothing') : t('list.nothingFilter')
  return (
    <EmptyState
      icon={IconSearch}
      title={t('list.nothingTitle')}
      text={search ? t('list.nothingText', { search }) : nothingFilter}
    >
      <Button variant="light" onClick={onAll}>
        {t('list.showAll')}
      </Button>
    </EmptyState>
  )
}

function AddClientButton(props: { label: string; icon: typeof IconPlus; variant: 'filled' | 'default' }) {
  const { label, icon: Icon, variant } = props
  return (
    <Button
      variant={variant}
      leftSection={<Icon size={18} aria-hidden />}
      renderRoot={(root) => <Link to="/dashboard/therapist/add-client" {...root} />}
    >
      {label}
    </Button>
  )
}
