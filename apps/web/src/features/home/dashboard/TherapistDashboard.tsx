import type { DaySession } from '@attune/contract/features/home/dashboard/dashboard'
import { Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { localDay, dayText, timeText } from '../../../ui/page/date-text.ts'
import { PageColumns, PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { RevealTogether } from '../../../ui/page/loading/RevealTogether.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { useSubscribeToClients } from '../../people/client/client.ts'
import { ScheduleButton, useSubscribeToSessions } from '../../schedule/session/session.ts'
import { DashboardMenu } from './DashboardMenu.tsx'
import { TodaySection } from './TodaySection.tsx'
import { useOverview, type OverviewQuery } from './use-overview.ts'
import { ChartSection } from './chart/ChartSection.tsx'
import { MoneySection } from './chart/MoneySection.tsx'

const NeedsSections = lazyInBoundary(() => import('./attention/NeedsSections.tsx'), 'NeedsSections')
const FirstWeek = lazyInBoundary(() => import('./FirstWeek.tsx'), 'FirstWeek')

/** Whether a client's answer indicates a danger. On a phone, this must be visible without scrolling. */
const hasAlert = (data: OverviewQuery['data']) =>
  data?.attention.counts.some(({ kind, count }) => count > 0 && (kind === 'alert' || kind === 'form-alert'))

/**
 * The therapist's dashboard in order of importance: the day with the running and the next session, then the items that need attention, and last the
 * charts [2.08].
 */
export function TherapistDashboard() {
  // Loads the translation namespaces of today's sessions. Otherwise the rendered page would suspend and disappear while
  // they load.
  useTranslation(['dashboard', 'note', 'negotiation', 'session'])
  const locale = useLocale()
  const now = useNow()
  useSubscribeToSessions()
  useSubscribeToClients()
  const today = localDay(now.toISOString(), locale)
  const overview = useOverview(today)
  const { data } = overview
  // Deferred, so that React renders the content in short slices instead of in one long task when the response arrives.
  const isSettled = useDeferredValue(!overview.isPending)
  const title = dayText(today, locale, 'long')
  if (data && !data.hasClients) return <FirstClient title={title} overview={data} />
  return (
    <>
      <PageHeader
        title={title}
        facts={data && !data.dayFailed ? <DaySummary sessions={data.sessions} now={now} /> : '\u00a0'}
        actions={<DashboardActions />}
        menu={<DashboardMenu />}
      />
      <PageColumns
        main={
          <>
            <TodaySection overview={overview} isSettled={isSettled} now={now} />
            {isSettled && data?.firstWeek && <FirstWeek week={data.firstWeek} />}
          </>
        }
        waits={!isSettled}
        sideFirst={hasAlert(data)}
        side={
          <RevealTogether waiting={<NeedsSkeleton />}>
            <NeedsSections overview={overview} isSettled={isSettled} />
          </RevealTogether>
        }
        last={
          <>
            <ChartSection viewer="therapist" />
            <MoneySection />
          </>
        }
      />
    </>
  )
}

function NeedsSkeleton() {
  return (
    <Card>
      <RowSkeletons rows={6} />
    </Card>
  )
}

function DashboardActions() {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <ButtonLink
        variant="default"
        to="/dashboard/therapist/add-client"
        leftSection={<IconUserPlus size={18} aria-hidden />}
      >
        {t('first.action')}
      </ButtonLink>
      <ScheduleButton />
    </>
  )
}

/** The dashboard of a therapist without clients. Offers to add the first client, beside the other first steps. */
function FirstClient({
  title,
  overview: { firstWeek },
}: {
  title: string
  overview: NonNullable<OverviewQuery['data']>
}) {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <PageHeader title={title} />
      {firstWeek ? (
        <FirstWeek week={firstWeek} />
      ) : (
        <Card>
          <EmptyState icon={IconUserPlus} title={t('first.title')} text={t('first.text')}>
            <ButtonLink to="/dashboard/therapist/add-client">{t('first.action')}</ButtonLink>
          </EmptyState>
        </Card>
      )}
    </>
  )
}

/** Summarizes the day. Counts the sessions with the status 'completed' as completed, as the chart does. */
function DaySummary({ sessions, now }: { sessions: DaySession[]; now: Date }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  const last = sessions.at(-1)
  if (!last)
    return (
      <Text span inherit>
        {t('summary.none')}
      </Text>
    )
  const completed = sessions.filter(({ status }) => status === 'completed').length
  const ends = sessions.reduce((latest, session) => (session.endsAt > latest ? session.endsAt : latest), last.endsAt)
  return (
    <MetaList size={14}>
      {t('summary.sessions', { count: sessions.length })}
      {completed > 0 && t('summary.completed', { count: completed })}
      {Date.parse(ends) > now.getTime() && t('summary.lastEnds', { time: timeText(ends, locale) })}
    </MetaList>
  )
}
