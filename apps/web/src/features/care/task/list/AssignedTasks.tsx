import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import { TaskBoard, TaskBoardSkeleton } from '../board/TaskBoard.tsx'
import { TaskFilterBar } from './TaskFilterBar.tsx'
import { countTaskFilters, taskFiltersOf } from './filters.ts'
import { AssignedTaskList } from './AssignedTaskList.tsx'
import type { TaskSearch } from '../task-search.ts'

type Props = { search: TaskSearch; onSearch: (search: TaskSearch) => void }

/** Shows the tasks that a therapist has assigned, as a board of the four statuses or as a list with filters. */
export function AssignedTasks({ search, onSearch }: Props) {
  const { t } = useTranslation('tasks')
  const [client, setClient] = useState<PickedClient | null>(null)
  const board = useQuery({
    ...orpc.task.board.queryOptions({ input: client ? { clientId: client.id } : {} }),
    placeholderData: keepPreviousData,
  })
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
        facts={<BoardFacts board={board.data} />}
        actions={
          <>
            <ViewSwitch search={search} onSearch={onSearch} />
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
      {!list && (
        <Query of={board} pending={<TaskBoardSkeleton />} failed={t('loadFailed')} again={t('again')} card>
          {({ columns }) => <TaskBoard columns={columns} client={client} />}
        </Query>
      )}
    </>
  )
}

function ViewSwitch({ search, onSearch }: Props) {
  const { t } = useTranslation('tasks')
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      style={{ alignSelf: 'center' }}
      value={search.view === 'list' ? 'list' : 'board'}
      onChange={(next) => onSearch(next === 'list' ? { ...search, view: 'list' } : { ...search, view: undefined })}
      data={(['board', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
    />
  )
}

type Board = Awaited<ReturnType<typeof api.task.board>>

/**
 * Shows the numbers of tasks, once they are loaded, and the link to the therapist's questionnaires. On a phone, each has a line, so that the page
 * does not move when the numbers appear.
 */
function BoardFacts({ board }: { board: Board | undefined }) {
  const { t } = useTranslation('tasks')
  const phone = usePhone()
  const link = <TextLink to="/dashboard/therapist/questionnaires">{t('ownMeasures')}</TextLink>
  if (phone)
    return (
      <>
        <div>{board ? <BoardSummary of={board} /> : '\u00a0'}</div>
        {link}
      </>
    )
  return (
    <>
      {board && (
        <>
          <BoardSummary of={board} />
          {' · '}
        </>
      )}
      {link}
    </>
  )
}

/** Shows the number of tasks on the board, and the numbers of overdue and declined ones. */
function BoardSummary({ of: { given, overdue, declined } }: { of: Board }) {
  const { t } = useTranslation('tasks')
  return [
    t('sum.given', { count: given }),
    ...(overdue ? [t('sum.overdue', { count: overdue })] : []),
    ...(declined ? [t('sum.declined', { count: declined })] : []),
  ].join(', ')
}
