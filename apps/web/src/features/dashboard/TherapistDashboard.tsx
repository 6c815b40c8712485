import { shortName } from '@attune/contract/features/account'
import { dayBounds } from '@attune/contract/common/time'
import type { Session } from '@attune/contract/features/session'
import { Button, Text } from '@mantine/core'
import { IconCalendar, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { dayOf, dayText, momentWithin, timeText } from '../../ui/moment.ts'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Together } from '../../ui/Together.tsx'
import { useNow } from '../../ui/use-now.ts'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { useLiveClients } from '../client/client.ts'
import { NotesToWrite } from '../note/note.ts'
import { PlanButton, WaitingList, useLiveSessions } from '../session/session.ts'
import { WaitingTasks } from '../task/task.ts'
import { Agenda } from './Agenda.tsx'
import { heldOn } from './agenda.ts'
import { AwaitedAnswers, upcomingOptions } from './AwaitedAnswers.tsx'
import { ChartSection } from './chart/ChartSection.tsx'
import { PendingClients } from './PendingClients.tsx'

const NewEntries = lazy(() => import('../journal/journal.ts').then((file) => ({ default: file.NewEntries })))

/** The therapist's dashboard: today's sessions, and what needs attention. */
export function TherapistDashboard() {
  // Loads the namespaces of the day's sessions at once; a later load would suspend the rendered page again.
  const { t } = useTranslation(['dashboard', 'note', 'negotiation'])
  const reader = useReader()
  const now = useNow()
  useLiveSessions()
  useLiveClients()
  const today = dayOf(now.toISOString(), reader)
  const day = useQuery(query.session.between.queryOptions({ input: dayBounds(today, reader.zone) }))
  const clients = useQuery(query.client.list.queryOptions({ input: { limit: 1 } }))
  const upcoming = useQuery(upcomingOptions())
  const next = upcoming.data?.items[0]
  const sessions = heldOn(day.data?.items ?? [])
  // A day without sessions shows the next session, so it waits for that query too.
  const loading = day.isPending || (sessions.length === 0 && upcoming.isPending)
  const title = dayText(today, reader, 'long')
  if (clients.data?.items.length === 0) {
    return (
      <>
        <PageHead title={title} />
        <Panel>
          <Empty icon={IconUserPlus} title={t('first.title')} text={t('first.text')}>
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/dashboard/therapist/add-client" {...props} />}
            >
              {t('first.action')}
            </Button>
          </Empty>
        </Panel>
      </>
    )
  }
  return (
    <>
      <PageHead
        title={title}
        facts={day.data ? <DaySummary sessions={sessions} now={now} /> : '\u00a0'}
        actions={<PlanButton />}
      />
      <Columns
        main={
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
              <Empty
                icon={IconCalendar}
                title={t('today.empty')}
                text={next && <NextSessionText session={next} />}
                level="h3"
              />
            )}
            {sessions.length > 0 && <Agenda sessions={sessions} now={now} />}
          </Section>
        }
        waits={loading}
        side={
          <Together
            waiting={[4, 3].map((rows) => (
              <Panel key={rows}>
                <RowSkeletons rows={rows} />
              </Panel>
            ))}
          >
            <WaitingList viewer="therapist" limit={6} />
            <WaitingTasks />
            <NewEntries />
            <NotesToWrite />
            <AwaitedAnswers />
            <PendingClients />
          </Together>
        }
        last={<ChartSection viewer="therapist" />}
      />
    </>
  )
}

function NextSessionText({ session }: { session: Session }) {
  const { t } = useTranslation('dashboard')
  const reader = useReader()
  const name = session.participants.map(shortName).join(', ')
  return <>{t('today.nextOne', { when: momentWithin(session.startsAt, reader), name })}</>
}

function DaySummary({ sessions, now }: { sessions: ReturnType<typeof heldOn>; now: Date }) {
  const { t } = useTranslation('dashboard')
  const reader = useReader()
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
    <Facts size={14}>
      {t('summary.sessions', { count: sessions.length })}
      {completed > 0 && t('summary.behind', { count: completed })}
      {completed < sessions.length && t('summary.lastEnds', { time: timeText(ends, reader) })}
    </Facts>
  )
}
