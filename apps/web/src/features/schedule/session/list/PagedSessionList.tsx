import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconCalendar, IconHistory, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import type { SessionListFilters } from './session-filters.ts'
import { SessionRows } from './SessionRows.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type Props = {
  which: 'upcoming' | 'history'
  viewer: 'therapist' | 'client'
  /** Restricts the list to one client. The rows then leave out the client's name. */
  clientId?: ClientId
  filters?: SessionListFilters
  /** Clears the filters. If this function is given, the empty state has a button that calls it. */
  onClear?: () => void
}

/** Lists upcoming or past sessions page by page. `clientId` and `filters` restrict the list. */
export function PagedSessionList({ which, viewer, clientId, filters, onClear }: Props) {
  const { t } = useTranslation(['session', 'sessionList'])
  const pages = useInfiniteQuery({
    ...orpc.session.list.infiniteOptions({
      input: (after: string | undefined) => ({ clientId, ...filters, which, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  if (pages.isPending) return <RowSkeletons rows={4} avatar={!clientId} />
  if (pages.isError && !pages.data) return <Query of={pages} failed={t('loadFailed')} again={t('again')} />
  const sessions = pages.data.pages.flatMap((page) => page.items)
  if (sessions.length === 0 && onClear) {
    return (
      <EmptyState icon={IconSearch} title={t('sessionList:none.title')} text={t('sessionList:none.text')}>
        <Button variant="light" onClick={onClear}>
          {t('sessionList:filter.clear')}
        </Button>
      </EmptyState>
    )
  }
  if (sessions.length === 0 && which === 'history') {
    return <EmptyState icon={IconHistory} title={t('empty.history')} text={t('empty.historyText')} />
  }
  if (sessions.length === 0) {
    const side = viewer === 'therapist' ? 'upcomingTherapist' : 'upcomingClient'
    return <EmptyState icon={IconCalendar} title={t(`empty.${side}`)} text={t(`empty.${side}Text`)} />
  }
  return (
    <>
      <SessionRows sessions={sessions} viewer={viewer} withPerson={!clientId} />
      {pages.hasNextPage && (
        <LoadMoreButton
          label={t('more')}
          loading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  )
}
