import type { Task } from '@attune/contract/features/task'
import { Button } from '@mantine/core'
import { IconListCheck, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { Empty } from '../../ui/Empty.tsx'
import { More } from '../../ui/More.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import type { TaskFilters } from './filters.ts'
import { GivenRow } from './GivenRow.tsx'

type Props = {
  filters: Omit<TaskFilters, 'part'> & {
    sessionId?: string
    part?: 'open' | 'overdue' | 'ended'
    withWaiting?: boolean
  }
  /** Whether the rows name the client. Not needed in the list of one client. */
  withPerson?: boolean
  /** Clears the filters. If given, the empty state offers it. */
  onClear?: () => void
  /** The title of the empty state. */
  none?: string
}

/** The tasks that a therapist has assigned, page by page: open ones by due day, ended ones latest first. */
export function GivenList({ filters, withPerson = true, onClear, none }: Props) {
  const { t } = useTranslation('tasks')
  const pages = useInfiniteQuery({
    ...query.task.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...filters, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  if (pages.isPending) return <RowSkeletons rows={4} avatar={withPerson} />
  if (pages.isError && !pages.data)
    return <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void pages.refetch()} />
  const tasks: Task[] = pages.data.pages.flatMap((page) => page.items)
  if (tasks.length === 0 && onClear)
    return (
      <Empty icon={IconSearch} title={t('empty.filtered')} text={t('empty.filteredText')}>
        <Button variant="light" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      </Empty>
    )
  if (tasks.length === 0) return <Empty icon={IconListCheck} title={none ?? t('empty.given')} level="h3" />
  return (
    <>
      {tasks.map((task) => (
        <GivenRow key={task.id} task={task} withPerson={withPerson} />
      ))}
      {pages.hasNextPage && (
        <More words={t('more')} loading={pages.isFetchingNextPage} onMore={() => void pages.fetchNextPage()} />
      )}
    </>
  )
}
