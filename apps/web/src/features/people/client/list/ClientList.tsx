import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { useSubscribeToClientTags } from '../../client-tag/client-tag.ts'
import { InviteCodeButton, InviteCodeLine } from '../../connection/connection.ts'
import { useSubscribeToSessions } from '../../../schedule/session/session.ts'
import classes from './ClientList.module.css'
import { ClientListTools, type ClientNarrowing } from './ClientListTools.tsx'
import { ClientTable } from './ClientTable.tsx'
import { ImportExportButtons } from './ImportExportButtons.tsx'
import { useSubscribeToClients } from '../use-client-updates.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

const RecordEndingsLink = lazyNamed(
  () => import('../../../care/record-retention/record-retention.ts'),
  'RecordEndingsLink',
)

/**
 * Lists all clients, with a search field, filters by status and tag, and a sort order. Loads the clients in pages of
 * 50.
 */
export function ClientList() {
  const { t } = useTranslation(['client', 'clientOverview', 'clientTag'])
  const [narrowing, setNarrowing] = useState<ClientNarrowing>({ typed: '', filter: 'all', sort: 'name' })
  const [search] = useDebouncedValue(narrowing.typed.trim(), 200)
  const pages = useClientPages(narrowing, search)
  const clients = pages.data?.pages.flatMap((page) => page.items) ?? []
  const narrowed = isNarrowed(narrowing, search)
  const none = pages.isSuccess && clients.length === 0
  const empty = none && !narrowed
  return (
    <>
      <ClientListHeader empty={empty} />
      {/* Keeps its place while it is hidden, so that nothing moves when the list turns out to be empty. */}
      <div style={empty ? { visibility: 'hidden' } : undefined}>
        <ClientListTools value={narrowing} counts={pages.data?.pages[0]?.counts ?? null} onChange={setNarrowing} />
      </div>
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
      {pages.isSuccess && <ListFoot count={clients.length} complete={!pages.hasNextPage} narrowed={narrowed} />}
    </>
  )
}

const isNarrowed = ({ filter, tag, only }: ClientNarrowing, search: string) =>
  search !== '' || filter !== 'all' || tag !== undefined || only !== undefined

/** Loads the clients page by page. Refetches them when a client, a tag or a session changes. */
function useClientPages({ filter, only, tag, sort }: ClientNarrowing, search: string) {
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

function ClientListHeader({ empty }: { empty: boolean }) {
  const { t } = useTranslation('client')
  const phone = usePhone()
  return (
    <PageHeader
      title={t('list.title')}
      facts={
        <MetaList>
          <TextLink to="/dashboard/therapist/clients/groups">{t('list.groups')}</TextLink>
          <TextLink to="/dashboard/therapist/clients/measures">{t('list.measures')}</TextLink>
          <RecordEndingsLink />
        </MetaList>
      }
      menu={phone && <ImportExportButtons compact canExport={!empty} />}
      actions={
        <>
          {!phone && <ImportExportButtons canExport={!empty} />}
          <InviteCodeButton label={t('list.code')} />
          <AddClientButton label={t('list.add')} icon={IconPlus} variant={empty ? 'default' : 'filled'} />
        </>
      }
    />
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
