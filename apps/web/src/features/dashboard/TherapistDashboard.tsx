import { shortName } from '@attune/contract/features/account.rules'
import { dayBounds } from '@attune/contract/common/time'
import type { Session } from '@attune/contract/features/session'
import { Button, Text } from '@mantine/core'
import { IconCalendar, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { orpc } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { localDay, dayText, momentInSentence, timeText } from '../../ui/page/date-text.ts'
import { PageColumns, PageHeader } from '../../ui/page/PageHeader.tsx'
import { Card, Section } from '../../ui/page/Section.tsx'
import { TextLink } from '../../ui/base/TextLink.tsx'
import { RevealTogether } from '../../ui/page/RevealTogether.tsx'
import { useNow } from '../../ui/page/use-now.ts'
import { LoadFailed, RowSkeletons } from '../../ui/page/ListStates.tsx'
import { useSubscribeToClients } from '../client/client.ts'
import { NotesToWrite } from '../note/note.ts'
import { ScheduleButton, LazyAwaitingAnswerPanel, useSubscribeToSessions } from '../session/session.ts'
import { LazyAttentionTasks } from '../task/task.ts'
import { TodayAgenda } from './TodayAgenda.tsx'
import { sessionsTakingPlace } from './agenda-items.ts'
import { UnansweredSessions } from './UnansweredSessions.tsx'
import { ChartSection } from './chart/ChartSection.tsx'
import { MoneySection } from './chart/MoneySection.tsx'
import { PendingClients } from './PendingClients.tsx'
import { RemindersToSendHint } from './RemindersToSendHint.tsx'

const NewEntries = lazyNamed(() => import('../journal/journal.ts'), 'NewSharedEntries')

/** The therapist's dashboard. Shows today's sessions, everything that needs attention, and a chart of sessions. */
export function TherapistDashboard() {
  // Also loads the translation namespaces of today's sessions. Otherwise the rendered page would suspend and disappear
  // while they load.
  useTranslation(['dashboard', 'note', 'negotiation'])
  const reader = useLocale()
  const now = useNow()
  useSubscribeToSessions()
  useSubscribeToClients()
  const today = localDay(now.toISOString(), reader)
  const agenda = useAgenda(today)
  const clients = useQuery(orpc.client.list.queryOptions({ input: { limit: 1 } }))
  const title = dayText(today, reader, 'long')
  if (clients.data?.items.length === 0) return <FirstClient title={title} />
  return (
    <>
      <PageHeader
        title={title}
        facts={agenda.day.data ? <DaySummary sessions={agenda.sessions} now={now} /> : '\u00a0'}
        actions={<ScheduleButton />}
      />
      <PageColumns
        main={<TodaySection agenda={agenda} now={now} />}
        waits={agenda.loading}
        side={
          <RevealTogether
            waiting={[4, 3].map((rows) => (
              <Card key={rows}>
                <RowSkeletons rows={rows} />
              </Card>
            ))}
          >
            <LazyAwaitingAnswerPanel viewer="therapist" limit={6} />
            <LazyAttentionTasks />
            <NewEntries />
            <NotesToWrite />
            <UnansweredSessions />
            <PendingClients />
            <RemindersToSendHint />
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

/**
 * Loads the sessions of a day and the next session. The dashboard shows the next session if the day has no sessions. In
 * this case `loading` is true until the next session is loaded too.
 */
function useAgenda(today: string) {
  const { zone } = useLocale()
  const day = useQuery(orpc.session.between.queryOptions({ input: dayBounds(today, zone) }))
  const upcoming = useQuery(orpc.session.list.queryOptions({ input: { which: 'upcoming', limit: 1 } }))
  const next = upcoming.data?.items[0]
  const sessions = sessionsTakingPlace(day.data?.items ?? [])
  const loading = day.isPending || (sessions.length === 0 && upcoming.isPending)
  return { day, next, sessions, loading }
}

type TodayProps = { agenda: ReturnType<typeof useAgenda>; now: Date }

function TodaySection({ agenda: { day, next, sessions, loading }, now }: TodayProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Section
      title={t('today.title')}
      rows
      action={
        <TextLink to="/dashboard/$userType/sessions" params={{ userType: 'therapist' }}>
          {t('today.open')}
        </TextLink>
      }
    >
      {loading && <RowSkeletons rows={4} />}
      {day.isError && !day.data && (
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void day.refetch()} />
      )}
      {day.data && !loading && sessions.length === 0 && (
        <EmptyState
          icon={IconCalendar}
          title={t('today.empty')}
          text={next && <NextSessionText session={next} />}
          level="h3"
        />
      )}
      {sessions.length > 0 && <TodayAgenda sessions={sessions} now={now} />}
    </Section>
  )
}

/** The dashboard of a therapist without clients. Offers to add the first client. */
function FirstClient({ title }: { title: string }) {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={IconUserPlus} title={t('first.title')} text={t('first.text')}>
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/dashboard/therapist/add-client" {...props} />}
          >
            {t('first.action')}
          </Button>
        </EmptyState>
      </Card>
    </>
  )
}

function NextSessionText({ session }: { session: Session }) {
  const { t } = useTranslation('dashboard')
  const reader = useLocale()
  const name = session.participants.map(shortName).join(', ')
  return <>{t('today.nextOne', { when: momentInSentence(session.startsAt, reader), name })}</>
}

function DaySummary({ sessions, now }: { sessions: ReturnType<typeof sessionsTakingPlace>; now: Date }) {
  const { t } = useTranslation('dashboard')
  const reader = useLocale()
  const last = sessions.at(-1)
  if (!last)
    return (
      <Text span inherit>
        {t('summary.none')}
      </Text>
    )
  const completed = sessions.filter((session) => Date.parse(session.endsAt) <= now.getTime()).length
  const ends = sessions.reduce((latest, session) => (session.endsAt > latest ? session.endsAt : latest), last.endsAt)
  return (
    <MetaList size={14}>
      {t('summary.sessions', { count: sessions.length })}
      {completed > 0 && t('summary.behind', { count: completed })}
      {completed < sessions.length && t('summary.lastEnds', { time: timeText(ends, reader) })}
    </MetaList>
  )
}
