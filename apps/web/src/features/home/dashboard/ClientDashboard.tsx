import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { isConnectionError } from '../../../platform/api/errors.ts'
import { isDocumentFrameShown } from '../../../platform/document-frame.ts'
import { partOfDay } from '../../../platform/part-of-day.ts'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { LazyPrivacyChangeNotice } from '../../practice/legal-text/legal-text.ts'
import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { localDay, dayText } from '../../../ui/page/date-text.ts'
import { PageColumns, PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { Pending, RevealTogether } from '../../../ui/page/loading/RevealTogether.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import {
  awaitsOwnAnswer,
  LazyAwaitingAnswerPanel,
  therapistTimeOf,
  TimeZoneNote,
  useSubscribeToSessions,
} from '../../schedule/session/session.ts'
import { BookButton } from '../../schedule/availability/availability.ts'
import {
  LazyBetweenCard,
  type ClientHomeData,
  homeSessionsInput,
  LazyOfferedTimesCard,
  LazySafetyCard,
  useClientHome,
  LazyWelcomeCard,
} from '../client-home/client-home.ts'
import { ChartDisclosure } from './chart/ChartDisclosure.tsx'
import { LaterSessions } from './LaterSessions.tsx'
import { LazyJoinTherapistCard } from '../../people/connection/connection.ts'
import { WriteEntryCard } from '../../care/journal/journal.ts'
import { EndedCall } from './EndedCall.tsx'
import { NextSessionCard } from './NextSessionCard.tsx'
import { LazyTodayTasks } from '../../care/task/task.ts'

const UnreachableNotice = lazyInBoundary(() => import('../../care/safety/safety.ts'), 'UnreachableNotice')

const loadStored = () => import('./StoredNextSession.tsx')
const StoreUpcomingSessions = lazyNamed(loadStored, 'StoreUpcomingSessions')
const StoredNextSession = lazyNamed(loadStored, 'StoredNextSession')

const PanelSkeleton = () => (
  <Card>
    <RowSkeletons rows={3} />
  </Card>
)

/**
 * The client's home page. It first shows everything that the client may want to do now: the next session, items that await the client, one task,
 * writing, messages and the safety plan. The session after the next one and the chart are below, and everything else is on its own page.
 */
export function ClientDashboard() {
  // Also loads the translation namespaces of the next session. Otherwise the rendered page would suspend and disappear
  // while they load.
  const { t } = useTranslation(['dashboard', 'negotiation', 'sessionList'])
  const me = useMe()
  const locale = useLocale()
  const now = useNow()
  const home = useClientHome()
  // Deferred, so that on the first page all but the next session is rendered in short slices, after the next session is shown.
  const answered = !home.isPending
  const settled = useDeferredValue(answered, answered && !isDocumentFrameShown())
  // Without a connection, no part could be loaded separately either, so a single message is shown.
  const unreachable = !home.data && isConnectionError(home.error)
  const therapists = useQuery(orpc.connection.therapists.queryOptions({ input: {}, enabled: settled && !unreachable }))
  const upcoming = useQuery(orpc.session.list.queryOptions({ input: homeSessionsInput, enabled: answered }))
  useSubscribeToSessions()
  useSubscription('clients', () => void Promise.all([therapists.refetch(), home.refetch()]))
  const parts = { home, therapists, upcoming, now, settled }
  const name = me?.firstName || me?.displayName || ''
  return (
    <>
      <PageHeader
        title={t(`greeting.${partOfDay(now, locale.zone)}`, { name })}
        facts={dayText(localDay(now.toISOString(), locale), locale, 'long')}
      />
      <PageColumns
        main={unreachable ? <HomeOffline home={home} now={now} /> : <HomeMain {...parts} />}
        side={settled && <HomeSide {...parts} unreachable={unreachable} />}
        last={settled && !unreachable && <HomeLast {...parts} />}
      />
    </>
  )
}

type Read<T> = UseQueryResult<T, unknown>
type Parts = {
  home: ReturnType<typeof useClientHome>
  therapists: Read<{ items: ConnectedTherapist[] }>
  upcoming: Read<{ items: Session[] }>
  now: Date
  /** Whether the parts below the next session are rendered. */
  settled: boolean
}

/** The main column: next session, first steps, items that await the client, and what to do today. */
function HomeMain({ home, therapists, upcoming, now, settled }: Parts) {
  const unconnected = isUnconnected(therapists)
  const sessions = upcoming.data?.items ?? []
  const [next] = sessions
  // A request, and a time that the client has not accepted yet, are not booked.
  const isBooked = sessions.some((one) => one.status !== 'pending' && !awaitsOwnAnswer(one))
  const offers = home.data?.offers ?? []
  const shownTimes = [
    ...sessions.map(therapistTimeOf),
    ...offers.map(({ startsAt, zone, therapistName }) => ({ at: startsAt, zone, name: therapistName })),
  ]
  return (
    <>
      {upcoming.isPending && <PanelSkeleton />}
      <TimeZoneNote times={shownTimes} />
      {home.data?.endedCall && <EndedCall session={home.data.endedCall} now={now} />}
      {next && <NextSessionCard session={next} now={now} />}
      {upcoming.isLoadingError && <StoredNextSession now={now} />}
      {settled && <StoreUpcomingSessions data={upcoming.data} dataUpdatedAt={upcoming.dataUpdatedAt} />}
      {settled ? (
        <RevealTogether waiting={!upcoming.isPending && <PanelSkeleton />}>
          {(upcoming.isPending || therapists.isPending) && <Pending />}
          {home.data?.privacyChange && <LazyPrivacyChangeNotice change={home.data.privacyChange} />}
          <UnreachableTherapists therapists={therapists.data?.items ?? []} />
          <LazyOfferedTimesCard offers={offers} now={now} onChange={() => void home.refetch()} />
          {home.data && <FirstSteps home={home.data} connected={!unconnected} isBooked={isBooked} />}
          {unconnected && <LazyJoinTherapistCard first={!next} />}
          <HomeFailed read={upcoming} />
          {upcoming.data && !next && !unconnected && <NothingBooked bookable={home.data?.hasBookableHours} />}
          <LazyAwaitingAnswerPanel
            viewer="client"
            hiddenWhenEmpty
            limit={6}
            except={next && awaitsOwnAnswer(next) ? next.id : undefined}
          />
          {!unconnected && <LazyTodayTasks />}
        </RevealTogether>
      ) : (
        next && <PanelSkeleton />
      )}
    </>
  )
}

const isUnconnected = ({ data }: Parts['therapists']) =>
  data?.items.every(({ status }) => status === 'disconnected') ?? false

/** The side column: writing, open matters between client and therapists, and the safety plan. */
function HomeSide({ home, therapists, upcoming, unreachable }: Parts & { unreachable: boolean }) {
  return (
    <RevealTogether waiting={<PanelSkeleton />}>
      {!unreachable && (therapists.isPending || upcoming.isPending) && <Pending />}
      <WriteEntryCard />
      <HomeFailed read={therapists} />
      {therapists.data && (
        <LazyBetweenCard
          therapists={therapists.data.items}
          sessions={upcoming.data?.items ?? []}
          invoices={home.data?.invoices}
          onPaid={() => void home.refetch()}
        />
      )}
      <LazySafetyCard />
    </RevealTogether>
  )
}

/** The part below the first view: the session after the next one, and the chart. */
function HomeLast({ home, upcoming }: Parts) {
  const [next, ...coming] = upcoming.data?.items ?? []
  // A session that awaits the client's answer is listed among the waiting items instead.
  const later = coming.filter((session) => !awaitsOwnAnswer(session))
  const book = <BookButton variant="subtle" px="xs" bookable={home.data?.hasBookableHours} />
  return (
    <>
      {next && <LaterSessions sessions={later} action={book} />}
      {home.data?.hasPastSessions && <ChartDisclosure />}
    </>
  )
}

/** Replaces the home page when it could not be loaded without a connection: shows the next session that this device has stored, and an error. */
const HomeOffline = ({ home, now }: { home: ReturnType<typeof useClientHome>; now: Date }) => (
  <>
    <StoredNextSession now={now} />
    <HomeFailed read={home} />
  </>
)

type FirstStepsProps = { home: ClientHomeData; connected: boolean; isBooked: boolean }

/** The first steps, until they are done or the client has had a session. Forms are a step if the client was sent any to sign. */
function FirstSteps({ home, connected, isBooked }: FirstStepsProps) {
  const sent = useQuery(orpc.form.mine.queryOptions({ input: {} })).data?.items ?? home.forms
  // Excludes forms without a signature, which the client only submits, and forms that a guardian must sign.
  const toSign = sent.filter(({ hasSignature, needsGuardian }) => hasSignature && !needsGuardian)
  const forms = toSign.length > 0 ? toSign.every(({ state }) => state !== 'open') : undefined
  const steps = { connect: connected, forms, session: isBooked, entry: home.hasEntries }
  if (home.hasPastSessions || Object.values(steps).every((done) => done !== false)) return null
  return <LazyWelcomeCard steps={steps} />
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

/** Shows that a part failed to load. Renders nothing while it loads or once it has loaded. */
function HomeFailed({ read }: { read: Pick<UseQueryResult<unknown, unknown>, 'data' | 'isPending' | 'refetch'> }) {
  const { t } = useTranslation('dashboard')
  return <Query of={read} failed={t('loadFailed')} again={t('again')} card />
}

function NothingBooked({ bookable }: { bookable: boolean | undefined }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <EmptyState icon={IconCalendar} title={t('client.none')} text={t('client.noneText')}>
        <BookButton only bookable={bookable} />
      </EmptyState>
    </Card>
  )
}
