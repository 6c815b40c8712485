import { getRouteApi } from '@tanstack/react-router'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useMe } from '../../platform/login.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { useLiveSessions } from './acts.ts'
import { FormatFact, SessionMark, otherSide } from './marks.tsx'
import { SessionActions } from './SessionActions.tsx'
import { SessionBanner } from './SessionBanner.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import { SessionHistory } from './SessionHistory.tsx'
import { TherapistClock, useTitleOf } from './SessionTime.tsx'

const route = getRouteApi('/dashboard/$userType/sessions/session-details')

/** One session: its time as the title, what may be done with it, its facts and its history. */
export function SessionDetails() {
  const { t } = useTranslation('session')
  const me = useMe()
  const { id } = route.useSearch()
  const titleOf = useTitleOf()
  useLiveSessions()
  const read = useQuery(query.session.get.queryOptions({ input: { id } }))
  if (!me || me.role === 'admin') return null
  const viewer = me.role
  if (read.isPending) return <Waiting />
  if (!read.data) {
    const missing = ['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(read.error))
    return missing ? (
      <Missing viewer={viewer} />
    ) : (
      <Panel>
        <VisuallyHidden component="h1">{t('details.title')}</VisuallyHidden>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Panel>
    )
  }
  const { session, history } = read.data
  const person = otherSide(session, viewer)
  return (
    <>
      <PageHead
        title={titleOf(session.startsAt)}
        avatar={<PersonAvatar name={person.name} url={person.avatarUrl} size={52} />}
        facts={
          <Facts size={14}>
            <strong>{person.name}</strong>
            {t('minutes', { count: session.durationMinutes })}
            <FormatFact session={session} />
            <TherapistClock session={session} />
            <SessionMark status={session.status} viewer={viewer} />
          </Facts>
        }
        actions={<SessionActions session={session} />}
      />
      <Columns
        main={
          <>
            <SessionBanner session={session} history={history} viewer={viewer} />
            <SessionFacts session={session} viewer={viewer} />
          </>
        }
        side={
          <Section title={t('details.history')}>
            <SessionHistory session={session} events={history} viewer={viewer} />
          </Section>
        }
      />
    </>
  )
}

function Waiting() {
  const { t } = useTranslation('session')
  return (
    <>
      <VisuallyHidden component="h1">{t('details.title')}</VisuallyHidden>
      <Skeleton height={34} width={280} mb={10} />
      <Skeleton height={16} width={200} mb={24} />
      <Panel>
        <RowSkeletons rows={4} avatar={false} />
      </Panel>
    </>
  )
}

function Missing({ viewer }: { viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('session')
  return (
    <Panel>
      <Empty icon={IconCalendarOff} level="h1" title={t('details.notFound')} text={t('details.notFoundText')}>
        <Button
          variant="light"
          renderRoot={(props) => <Link to="/dashboard/$userType/sessions" params={{ userType: viewer }} {...props} />}
        >
          {t('details.all')}
        </Button>
      </Empty>
    </Panel>
  )
}
