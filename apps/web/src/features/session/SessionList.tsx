import { Button, Center } from '@mantine/core'
import { IconCalendar, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { SessionRows } from './SessionRows.tsx'

type Props = { which: 'upcoming' | 'history'; viewer: 'therapist' | 'client'; clientId?: string }

/** Upcoming sessions or the history, page by page; of one client where one is named. */
export function SessionList({ which, viewer, clientId }: Props) {
  const { t } = useTranslation('session')
  const pages = useInfiniteQuery(
    query.session.list.infiniteOptions({
      input: (after: string | undefined) => ({ which, clientId, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  if (pages.isPending) return <RowSkeletons rows={4} avatar={!clientId} />
  if (pages.isError && !pages.data) {
    return <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void pages.refetch()} />
  }
  const sessions = pages.data.pages.flatMap((page) => page.items)
  if (sessions.length === 0 && which === 'history') {
    return <Empty icon={IconHistory} title={t('empty.history')} text={t('empty.historyText')} />
  }
  if (sessions.length === 0) {
    const side = viewer === 'therapist' ? 'upcomingTherapist' : 'upcomingClient'
    return <Empty icon={IconCalendar} title={t(`empty.${side}`)} text={t(`empty.${side}Text`)} />
  }
  return (
    <>
      <SessionRows sessions={sessions} viewer={viewer} withPerson={!clientId} />
      {pages.hasNextPage && (
        <Center p="sm">
          <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('more')}
          </Button>
        </Center>
      )}
    </>
  )
}
