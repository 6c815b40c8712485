import { textLengths } from '@attune/contract/common/lengths'
import type { ClientSort, ClientStatus } from '@attune/contract/features/client'
import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconFileImport, IconPlus, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Card } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/ListStates.tsx'
import { ClientTagFilter, useSubscribeToClientTags } from '../client-tag/client-tag.ts'
import { InviteCodeButton, InviteCodeLine } from '../connection/connection.ts'
import { useSubscribeToSessions } from '../session/session.ts'
import classes from './ClientList.module.css'
import { ClientTable } from './ClientTable.tsx'
import { ExportClientsButton } from './ExportClientsButton.tsx'
import { useSubscribeToClients } from './use-client-updates.ts'

type Filter = ClientStatus | 'all'
const filters: readonly Filter[] = ['active', 'pending', 'inactive', 'all']
const sorts: readonly ClientSort[] = ['name', 'next', 'last', 'joined']

/** All clients with search, status filter and sort order, loaded in pages of 50. */
export function ClientList() {
  const { t } = useTranslation(['client', 'clientTag'])
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [tag, setTag] = useState<string>()
  const [sort, setSort] = useState<ClientSort>('name')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  useSubscribeToClients()
  useSubscribeToSessions()
  useSubscribeToClientTags()
  const status = filter === 'all' ? undefined : filter
  const pages = useInfiniteQuery({
    ...orpc.client.list.infiniteOptions({
      input: (after: string | undefined) => ({ search, status, tag, sort, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const clients = pages.data?.pages.flatMap((page) => page.items) ?? []
  const narrowed = search !== '' || status !== undefined || tag !== undefined
  const none = pages.isSuccess && clients.length === 0
  const empty = none && !narrowed
  const nothingFilter = tag ? t('clientTag:nothing') : t('list.nothingFilter')
  const nothingText = search ? t('list.nothingText', { search }) : nothingFilter
  const showAll = () => {
    setTyped('')
    setFilter('all')
    setTag(undefined)
  }
  return (
    <>
      <PageHeader
        title={t('list.title')}
        actions={
          <>
            {!empty && <InviteCodeButton words={t('list.code')} />}
            <AddButton words={t('list.add')} icon={IconPlus} variant={empty ? 'default' : 'filled'} />
          </>
        }
      />
      {!empty && (
        <div className={classes.tools}>
          <TextInput
            ref={field}
            className={classes.search}
            type="search"
            maxLength={textLengths.search}
            aria-label={t('list.search')}
            placeholder={t('list.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={
              typed ? null : (
                <span className={classes.key} aria-hidden>
                  /
                </span>
              )
            }
            rightSectionPointerEvents="none"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <SegmentedControl
            aria-label={t('list.filter')}
            value={filter}
            onChange={setFilter}
            data={filters.map((value) => ({ value, label: t(value === 'all' ? 'list.all' : `status.${value}`) }))}
          />
          <ClientTagFilter tag={tag} onTag={setTag} />
          <NativeSelect
            className={classes.sort}
            aria-label={t('list.sort')}
            value={sort}
            onChange={(event) => setSort(sorts.find((one) => one === event.currentTarget.value) ?? 'name')}
            data={sorts.map((value) => ({ value, label: t(`list.sorts.${value}`) }))}
          />
        </div>
      )}
      <Card>
        {pages.isPending && <RowSkeletons rows={8} />}
        {pages.isError && !pages.data && (
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void pages.refetch()} />
        )}
        {empty && (
          <EmptyState icon={IconUsers} title={t('list.emptyTitle')} text={t('list.emptyText')}>
            <AddButton words={t('list.emptyAction')} icon={IconUserPlus} variant="filled" />
          </EmptyState>
        )}
        {empty && <InviteCodeLine />}
        {none && narrowed && (
          <EmptyState icon={IconSearch} title={t('list.nothingTitle')} text={nothingText}>
            <Button variant="light" onClick={showAll}>
              {t('list.showAll')}
            </Button>
          </EmptyState>
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
      <div className={classes.foot}>
        <div className={classes.count} role="status">
          {clients.length > 0 &&
            !pages.hasNextPage &&
            t(narrowed ? 'list.found' : 'list.end', { count: clients.length })}
        </div>
        <ImportLink words={t('list.import')} />
        {clients.length > 0 && <ExportClientsButton />}
      </div>
    </>
  )
}

function AddButton(props: { words: string; icon: typeof IconPlus; variant: 'filled' | 'default' }) {
  const { words, icon: Icon, variant } = props
  return (
    <Button
      variant={variant}
      leftSection={<Icon size={18} aria-hidden />}
      renderRoot={(root) => <Link to="/dashboard/therapist/add-client" {...root} />}
    >
      {words}
    </Button>
  )
}

function ImportLink({ words }: { words: string }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFileImport size={16} aria-hidden />}
      renderRoot={(root) => <Link to="/dashboard/therapist/clients/import" {...root} />}
    >
      {words}
    </Button>
  )
}
