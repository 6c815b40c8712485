import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Card } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/ListStates.tsx'
import type { PickedClient } from '../session/session.ts'
import { AssignTaskButton } from './AssignTaskButton.tsx'
import { TaskBoard, TaskBoardSkeleton } from './TaskBoard.tsx'
import { TaskFilterBar } from './TaskFilterBar.tsx'
import { countTaskFilters, taskFiltersOf } from './task-filters.ts'
import { AssignedTaskList } from './AssignedTaskList.tsx'
import type { TaskSearch } from './task-search.ts'

type Props = { search: TaskSearch; onSearch: (search: TaskSearch) => void }

/** The tasks that a therapist has assigned, as a board of the four statuses or as a list with filters. */
export function AssignedTasks({ search, onSearch }: Props) {
  const { t } = useTranslation('tasks')
  const [client, setClient] = useState<PickedClient | null>(null)
  const board = useQuery({
    ...orpc.task.board.queryOptions({ input: client ? { clientId: client.id } : {} }),
    placeholderData: keepPreviousData,
  })
  const { given = 0, overdue = 0, declined = 0 } = board.data ?? {}
  const summary = [
    t('sum.given', { count: given }),
    ...(overdue ? [t('sum.overdue', { count: overdue })] : []),
    ...(declined ? [t('sum.declined', { count: declined })] : []),
  ]
  const list = search.view === 'list'
  const isFiltered = countTaskFilters(list ? search : {}, client?.id) > 0
  const clear = () => {
    setClient(null)
    onSearch(list ? { view: 'list' } : {})
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={board.data ? summary.join(', ') : '\u00a0'}
        actions={
          <>
            <SegmentedControl
              aria-label={t('view.label')}
              style={{ alignSelf: 'center' }}
              value={list ? 'list' : 'board'}
              onChange={(next) =>
                onSearch(next === 'list' ? { ...search, view: 'list' } : { ...search, view: undefined })
              }
              data={(['board', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
            />
            <AssignTaskButton clients={client ? [client] : []} />
          </>
        }
      />
      <TaskFilterBar
        list={list}
        client={client}
        onClient={setClient}
        search={search}
        onSearch={onSearch}
        onClear={isFiltered ? clear : undefined}
      />
      {list && (
        <Card>
          <AssignedTaskList
            filters={{ ...taskFiltersOf(search, client?.id), withWaiting: client !== null }}
            onClear={isFiltered ? clear : undefined}
          />
        </Card>
      )}
      {!list && board.isPending && <TaskBoardSkeleton />}
      {!list && board.isError && !board.data && (
        <Card>
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void board.refetch()} />
        </Card>
      )}
      {!list && board.data && <TaskBoard columns={board.data.columns} client={client} />}
    </>
  )
}
