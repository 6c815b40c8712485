import type { ConnectedTherapist } from '@attune/contract/features/connection'
import { partOfDay } from '../../platform/part-of-day.ts'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useMe } from '../../platform/login.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { useSubscription } from '../../platform/use-subscription.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { localDay, dayText } from '../../ui/page/date-text.ts'
import { PageColumns, PageHeader } from '../../ui/page/PageHeader.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { Pending, RevealTogether } from '../../ui/page/RevealTogether.tsx'
import { useNow } from '../../ui/page/use-now.ts'
import { LoadFailed, RowSkeletons } from '../../ui/page/ListStates.tsx'
import { LazyAwaitingAnswerPanel, useSubscribeToSessions } from '../session/session.ts'
import { BookButton } from '../availability/availability.ts'
import { ChartSection } from './chart/ChartSection.tsx'
import { LaterSessions } from './LaterSessions.tsx'
import { JoinTherapistCard } from '../connection/connection.ts'
import { WriteEntryCard } from '../journal/journal.ts'
import { NextSessionCard } from './NextSessionCard.tsx'
import { LazyTodayTasks } from '../task/task.ts'
import { ConnectedTherapists } from './ConnectedTherapists.tsx'

const UnreachableNotice = lazyNamed(() => import('../safety/safety.ts'), 'UnreachableNotice')

const PanelSkeleton = () => (
  <Card>
    <RowSkeletons rows={3} />
  </Card>
)

/** The client's dashboard. Shows the next session with its answer buttons, later sessions, tasks and the therapists. */
export function ClientDashboard() {
  // Also loads the translation namespaces of the next session. Otherwise the rendered page would suspend and disappear
  // while they load.
  const { t } = useTranslation(['dashboard', 'negotiation', 'sessionList'])
  const me = useMe()
  const reader = useLocale()
  const now = useNow()
  const upcoming = useQuery(orpc.session.list.queryOptions({ input: { which: 'upcoming', limit: 20 } }))
  const therapists = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  useSubscribeToSessions()
  useSubscription('clients', () => void therapists.refetch())
  const [next, ...coming] = upcoming.data?.items ?? []
  const unconnected = therapists.data?.items.every(({ status }) => status === 'disconnected') ?? false
  const name = me?.firstName || me?.displayName || ''
  return (
    <>
      <PageHeader
        title={t(`greeting.${partOfDay(now, reader.zone)}`, { name })}
        facts={dayText(localDay(now.toISOString(), reader), reader, 'long')}
        actions={<BookButton variant="default" />}
      />
      <PageColumns
        main={
          <>
            {upcoming.isPending && <PanelSkeleton />}
            {next && <NextSessionCard session={next} now={now} />}
            <RevealTogether waiting={!upcoming.isPending && <PanelSkeleton />}>
              {(upcoming.isPending || therapists.isPending) && <Pending />}
              <UnreachableTherapists therapists={therapists.data?.items ?? []} />
              {unconnected && <JoinTherapistCard first={!next} />}
              {upcoming.isError && !upcoming.data && <SessionsFailed onAgain={() => void upcoming.refetch()} />}
              {upcoming.data && !next && !unconnected && <NothingBooked />}
              <LazyAwaitingAnswerPanel viewer="client" hiddenWhenEmpty limit={6} />
              {!unconnected && <LazyTodayTasks />}
              {next && <LaterSessions sessions={coming} />}
              <WriteEntryCard />
            </RevealTogether>
          </>
        }
        side={
          <RevealTogether waiting={<PanelSkeleton />}>
            <ConnectedTherapists read={therapists} now={now} />
          </RevealTogether>
        }
        last={!unconnected && <ChartSection viewer="client" />}
      />
    </>
  )
}

/** A notice for each therapist whose account is disabled. */
function UnreachableTherapists({ therapists }: { therapists: ConnectedTherapist[] }) {
  return therapists
    .filter(({ status, isUnreachable }) => status === 'connected' && isUnreachable)
    .map(({ therapistId, name }) => (
      <Suspense key={therapistId}>
        <UnreachableNotice name={name} />
      </Suspense>
    ))
}

function SessionsFailed({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={onAgain} />
    </Card>
  )
}

function NothingBooked() {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <EmptyState icon={IconCalendar} title={t('client.none')} text={t('client.noneText')}>
        <BookButton only />
      </EmptyState>
    </Card>
  )
}
