import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import type { Picked } from '../session/session.ts'
import { AssignButton } from './AssignButton.tsx'
import { Board, BoardSkeleton } from './Board.tsx'
import { FilterBar } from './FilterBar.tsx'
import { countFilters, filtersOf } from './filters.ts'
import { GivenList } from './GivenList.tsx'
import type { TaskSearch } from './search.ts'

type Props = { search: TaskSearch; onSearch: (search: TaskSearch) => void }

/** The tasks that a therapist has assigned, as a board of the four statuses or as a list with filters. */
export function Given({ search, onSearch }: Props) {
  const { t } = useTranslation('tasks')
  const [client, setClient] = useState<Picked | null>(null)
  const board = useQuery({
    ...query.task.board.queryOptions({ input: client ? { clientId: client.id } : {} }),
    placeholderData: keepPreviousData,
  })
  const { given = 0, overdue = 0, declined = 0 } = board.data ?? {}
  const summary = [
    t('sum.given', { count: given }),
    ...(overdue ? [t('sum.overdue', { count: overdue })] : []),
    ...(declined ? [t('sum.declined', { count: declined })] : []),
  ]
  const list = search.view === 'list'
  const isFiltered = countFilters(list ? search : {}, client?.id) > 0
  const clear = () => {
    setClient(null)
    onSearch(list ? { view: 'list' } : {})
  }
  return (
    <>
      <PageHead
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
            <AssignButton clients={client ? [client] : []} />
          </>
        }
      />
      <FilterBar
        list={list}
        client={client}
        onClient={setClient}
        search={search}
        onSearch={onSearch}
        onClear={isFiltered ? clear : undefined}
      />
      {list && (
        <Panel>
          <GivenList
            filters={{ ...filtersOf(search, client?.id), withWaiting: client !== null }}
            onClear={isFiltered ? clear : undefined}
          />
        </Panel>
      )}
      {!list && board.isPending && <BoardSkeleton />}
      {!list && board.isError && !board.data && (
        <Panel>
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void board.refetch()} />
        </Panel>
      )}
      {!list && board.data && <Board columns={board.data.columns} client={client} />}
    </>
  )
}
