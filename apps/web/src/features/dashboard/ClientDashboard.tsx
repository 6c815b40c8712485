import { wallOf } from '@attune/contract/common/time'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { useReader } from '../../platform/reader.ts'
import { useLive } from '../../platform/use-live.ts'
import { Empty } from '../../ui/Empty.tsx'
import { dayOf, dayText } from '../../ui/moment.ts'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import { StillToCome, Together } from '../../ui/Together.tsx'
import { useNow } from '../../ui/use-now.ts'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { WaitingList, useLiveSessions } from '../session/session.ts'
import { BookButton } from '../availability/availability.ts'
import { ChartSection } from './chart/ChartSection.tsx'
import { ComingSessions } from './ComingSessions.tsx'
import { JoinCard } from '../connection/connection.ts'
import { WriteLine } from '../journal/journal.ts'
import { NextSession } from './NextSession.tsx'
import { TodayTasks } from '../task/task.ts'
import { Therapists } from './Therapists.tsx'

function partOfDay(now: Date, zone: string) {
  const { time } = wallOf(now.toISOString(), zone)
  if (time < '05:00' || time >= '18:00') return 'evening'
  return time < '12:00' ? 'morning' : 'day'
}

const PanelSkeleton = () => (
  <Panel>
    <RowSkeletons rows={3} />
  </Panel>
)

/** The client's dashboard: the next session with its answer buttons, upcoming sessions and tasks, and the therapists. */
export function ClientDashboard() {
  // Loads the namespaces of the next session at once; a later load would suspend the rendered page again.
  const { t } = useTranslation(['dashboard', 'negotiation', 'sessionList'])
  const me = useMe()
  const reader = useReader()
  const now = useNow()
  const upcoming = useQuery(query.session.list.queryOptions({ input: { which: 'upcoming', limit: 20 } }))
  const therapists = useQuery(query.connection.therapists.queryOptions({ input: {} }))
  useLiveSessions()
  useLive('clients', () => void therapists.refetch())
  const [next, ...coming] = upcoming.data?.items ?? []
  const unconnected = therapists.data?.items.every(({ status }) => status === 'disconnected') ?? false
  const name = me?.firstName || me?.displayName || ''
  return (
    <>
      <PageHead
        title={t(`greeting.${partOfDay(now, reader.zone)}`, { name })}
        facts={dayText(dayOf(now.toISOString(), reader), reader, 'long')}
        actions={<BookButton variant="default" />}
      />
      <Columns
        main={
          <>
            {upcoming.isPending && <PanelSkeleton />}
            {next && <NextSession session={next} now={now} />}
            <Together waiting={!upcoming.isPending && <PanelSkeleton />}>
              {(upcoming.isPending || therapists.isPending) && <StillToCome />}
              {unconnected && <JoinCard first={!next} />}
              {upcoming.isError && !upcoming.data && (
                <Panel>
                  <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void upcoming.refetch()} />
                </Panel>
              )}
              {upcoming.data && !next && !unconnected && (
                <Panel>
                  <Empty icon={IconCalendar} title={t('client.none')} text={t('client.noneText')}>
                    <BookButton only />
                  </Empty>
                </Panel>
              )}
              <WaitingList viewer="client" quiet limit={6} />
              {!unconnected && <TodayTasks />}
              {next && <ComingSessions sessions={coming} />}
              <WriteLine />
            </Together>
          </>
        }
        side={
          <Together waiting={<PanelSkeleton />}>
            <Therapists read={therapists} now={now} />
          </Together>
        }
        last={!unconnected && <ChartSection viewer="client" />}
      />
    </>
  )
}
