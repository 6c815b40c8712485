import type { ClientId } from '@attune/contract/common/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { unreadPollSeconds, usePolling } from '../../../../platform/realtime/use-polling.ts'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { useSharedEntrySubscriptions } from './use-live-shared-entries.ts'
import classes from './reading.module.css'
import { SharedEntryRow } from './SharedEntryRow.tsx'

type Props = { clientId?: ClientId; newOnly?: boolean; empty: ReactNode }

/**
 * Lists the shared entries of one client or of all clients, the latest shared or changed entry first. `newOnly` omits entries that
 * have not changed since the therapist read them.
 */
export function SharedEntryList({ clientId, newOnly = false, empty }: Props) {
  const { t } = useTranslation('sharedJournal')
  useSharedEntrySubscriptions()
  const read = useInfiniteQuery({
    ...orpc.journal.shared.infiniteOptions({
      input: (after: string | undefined) => ({ ...(clientId && { clientId }), newOnly, after, limit: 30 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    refetchOnMount: 'always',
    refetchInterval: usePolling(unreadPollSeconds),
  })
  const entries = read.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card>
      <Query
        of={read}
        pending={<RowSkeletons rows={5} avatar={!clientId} />}
        failed={t('listFailed')}
        again={t('again')}
        empty={entries.length === 0 && empty}
      >
        {() => (
          <ul className={classes.list} aria-label={t('list')}>
            {entries.map((entry) => (
              <SharedEntryRow key={entry.id} entry={entry} withPerson={!clientId} />
            ))}
          </ul>
        )}
      </Query>
      {read.hasNextPage && (
        <LoadMoreButton label={t('more')} loading={read.isFetchingNextPage} onMore={() => void read.fetchNextPage()} />
      )}
    </Card>
  )
}
