import type { SessionId } from '@attune/contract/common/ids'
import type { ListedTask } from '@attune/contract/features/care/task/task'
import { Button } from '@mantine/core'
import { IconListCheck, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import type { TaskListFilters } from './filters.ts'
import { AssignedTaskRow } from './AssignedTaskRow.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type Props = {
  filters: Omit<TaskListFilters, 'part'> & {
    sessionId?: SessionId
    part?: 'open' | 'overdue' | 'ended'
    withWaiting?: boolean
  }
  /** Whether the rows show the client. False in the list of a single client. */
  withPerson?: boolean
  /** Clears the filters. If this function is given, the empty state has a button that calls it. */
  onClear?: () => void
  /** The title of the empty state. */
  none?: string
}

/**
 * Lists tasks that a therapist has assigned, page by page. Open tasks are in the order of their due day. Ended tasks
 * are in the order of their end, latest first.
 */
export function AssignedTaskList({ filters, withPerson = true, onClear, none }: Props) {
  const { t } = useTranslation('tasks')
  const pages = useInfiniteQuery({
    ...orpc.task.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...filters, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  if (pages.isPending) return <RowSkeletons rows={4} avatar={withPerson} />
  if (pages.isError && !pages.data) return <Query of={pages} failed={t('loadFailed')} again={t('again')} />
  const tasks: ListedTask[] = pages.data.pages.flatMap((page) => page.items)
  if (tasks.length === 0 && onClear)
    return (
      <EmptyState icon={IconSearch} title={t('empty.filtered')} text={t('empty.filteredText')}>
        <Button variant="light" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      </EmptyState>
    )
  if (tasks.length === 0) return <EmptyState icon={IconListCheck} title={none ?? t('empty.given')} level="h3" />
  return (
    <>
      {tasks.map((task) => (
        <AssignedTaskRow key={task.id} task={task} withPerson={withPerson} />
      ))}
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
