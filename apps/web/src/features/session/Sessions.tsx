import type { Viewer } from '@attune/contract/features/session.states'
import { Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import type { Picked } from './use-client-search.ts'
import { BookButton } from '../availability/availability.ts'
import { EnterButton } from './EnterButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { countFilters, filtersOf } from './filters.ts'
import { PlanButton } from './PlanButton.tsx'
import type { SessionSearch } from './search.ts'
import { SessionList } from './SessionList.tsx'
import classes from './Sessions.module.css'
import { WaitingList } from './WaitingList.tsx'

const tabs = ['upcoming', 'history'] as const

type Props = { viewer: Viewer; search: SessionSearch; onSearch: (search: SessionSearch) => void }

/** Sessions that await an answer, then upcoming and past sessions in two tabs, with search and filters. */
export function Sessions({ viewer, search, onSearch }: Props) {
  const { t } = useTranslation(['session', 'sessionList'])
  const { zone } = useReader()
  const [typed, setTyped] = useState('')
  const [client, setClient] = useState<Picked | null>(null)
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const filters = filtersOf(search, settled, client, zone)
  const narrowed = settled !== '' || countFilters(search, client) > 0
  const counts = useQuery({
    ...query.session.counts.queryOptions({ input: filters }),
    placeholderData: keepPreviousData,
  })
  const clear = () => {
    setTyped('')
    setClient(null)
    onSearch({ tab: search.tab })
  }
  return (
    <>
      <PageHead
        title={t(viewer === 'therapist' ? 'titleTherapist' : 'titleClient')}
        actions={
          viewer === 'therapist' ? (
            <>
              <EnterButton />
              <PlanButton />
            </>
          ) : (
            <BookButton />
          )
        }
      />
      <div className={classes.waiting}>
        <WaitingList viewer={viewer} quiet />
      </div>
      <FilterBar
        viewer={viewer}
        typed={typed}
        onTyped={setTyped}
        client={client}
        onClient={setClient}
        search={search}
        onSearch={onSearch}
        onClear={clear}
      />
      <Tabs
        value={search.tab ?? 'upcoming'}
        keepMounted={false}
        onChange={(next) => onSearch({ ...search, tab: next === 'history' ? next : undefined })}
      >
        <Tabs.List aria-label={t('tabs')} mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} fw={550}>
              {t(one)} {counts.data && <span className={classes.count}>{counts.data[one]}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <Panel>
              <SessionList which={one} viewer={viewer} filters={filters} onClear={narrowed ? clear : undefined} />
            </Panel>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
