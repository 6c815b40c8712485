import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { unreadSeconds, usePolling } from '../../../platform/polling.ts'
import { More } from '../../../ui/More.tsx'
import { Panel } from '../../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../../ui/Waiting.tsx'
import { useLiveShared } from './live.ts'
import classes from './reading.module.css'
import { SharedRow } from './SharedRow.tsx'

type Props = { clientId?: string; newOnly?: boolean; empty: ReactNode }

/** Shared entries of one client or of all, the latest shared or changed first. */
export function SharedList({ clientId, newOnly = false, empty }: Props) {
  const { t } = useTranslation('sharedJournal')
  useLiveShared()
  const read = useInfiniteQuery({
    ...query.journal.shared.infiniteOptions({
      input: (after: string | undefined) => ({ ...(clientId && { clientId }), newOnly, after, limit: 30 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    refetchOnMount: 'always',
    refetchInterval: usePolling(unreadSeconds),
  })
  const entries = read.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Panel>
      {read.isPending && <RowSkeletons rows={5} avatar={!clientId} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('listFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && entries.length === 0 && empty}
      {entries.length > 0 && (
        <ul className={classes.list} aria-label={t('list')}>
          {entries.map((entry) => (
            <SharedRow key={entry.id} entry={entry} withPerson={!clientId} />
          ))}
        </ul>
      )}
      {read.hasNextPage && (
        <More words={t('more')} loading={read.isFetchingNextPage} onMore={() => void read.fetchNextPage()} />
      )}
    </Panel>
  )
}
