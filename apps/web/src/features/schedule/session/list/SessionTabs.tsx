import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import type { PickedClient } from '../fields/use-client-search.ts'
import { LogSessionButton } from '../schedule/LogSessionButton.tsx'
import { SessionFilterBar } from './SessionFilterBar.tsx'
import { countSessionFilters, sessionFiltersOf } from './session-filters.ts'
import { ScheduleButton } from '../schedule/ScheduleButton.tsx'
import type { SessionSearch } from './session-search.ts'
import { PagedSessionList } from './PagedSessionList.tsx'
import { PageTogether } from '../../../../ui/page/loading/PageTogether.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import classes from './SessionTabs.module.css'
import { LazyAwaitingAnswerPanel } from '../waiting/LazyAwaitingAnswerPanel.tsx'

const tabs = ['upcoming', 'history'] as const
type ListTab = (typeof tabs)[number]

type Props = {
  viewer: ViewerRole
  search: SessionSearch
  bookButton: ReactNode
  onSearch: (search: SessionSearch) => void
}

/** Shows the sessions that await an answer, and the upcoming and past sessions in two tabs with search and filters. */
export function SessionTabs({ viewer, search, bookButton, onSearch }: Props) {
  const { t } = useTranslation('session')
  const { zone } = useLocale()
  const [typed, setTyped] = useState('')
  const [client, setClient] = useState<PickedClient | null>(null)
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const filters = sessionFiltersOf(search, settled, client, zone)
  const narrowed = settled !== '' || countSessionFilters(search, client) > 0
  const counts = useQuery({
    ...orpc.session.counts.queryOptions({ input: filters }),
    placeholderData: keepPreviousData,
  })
  const clear = () => {
    setTyped('')
    setClient(null)
    onSearch({ tab: search.tab })
  }
  return (
    <div className={classes.page}>
      <PageTogether title={t(viewer === 'therapist' ? 'titleTherapist' : 'titleClient')}>
        <ListHeader viewer={viewer} bookButton={bookButton} />
        <div className={classes.waiting}>
          <LazyAwaitingAnswerPanel viewer={viewer} hiddenWhenEmpty />
        </div>
        <SessionFilterBar
          viewer={viewer}
          typed={typed}
          onTyped={setTyped}
          client={client}
          onClient={setClient}
          search={search}
          onSearch={onSearch}
          onClear={clear}
        />
        <ListTabs
          chosen={search.tab ?? 'upcoming'}
          counts={counts.data}
          onChoose={(next) => onSearch({ ...search, tab: next === 'history' ? next : undefined })}
        >
          {(which) => (
            <PagedSessionList which={which} viewer={viewer} filters={filters} onClear={narrowed ? clear : undefined} />
          )}
        </ListTabs>
      </PageTogether>
    </div>
  )
}

function ListHeader({ viewer, bookButton }: Pick<Props, 'viewer' | 'bookButton'>) {
  const { t } = useTranslation(['session', 'shell'])
  return viewer === 'therapist' ? (
    <PageHeader
      title={t('titleTherapist')}
      actions={
        <>
          <ButtonLink variant="default" to="/dashboard/therapist/waiting-list">
            {t('shell:waiting.list')}
          </ButtonLink>
          <LogSessionButton />
          <ScheduleButton />
        </>
      }
    />
  ) : (
    <PageHeader title={t('titleClient')} actions={bookButton} />
  )
}

type TabsProps = {
  chosen: ListTab
  counts: Record<ListTab, number> | undefined
  onChoose: (tab: string | null) => void
  /** Returns the list that a tab shows. */
  children: (tab: ListTab) => ReactNode
}

function ListTabs({ chosen, counts, onChoose, children }: TabsProps) {
  const { t } = useTranslation('session')
  return (
    <Tabs value={chosen} keepMounted={false} onChange={onChoose}>
      <ScrollRow below>
        <Tabs.List aria-label={t('tabs')}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} fw={550}>
              {t(one)} {counts && <span className={classes.count}>{counts[one]}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollRow>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one}>
          <Card>{children(one)}</Card>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
