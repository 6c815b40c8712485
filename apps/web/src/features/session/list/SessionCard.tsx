import { Skeleton, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { MetaList } from '../../../ui/page/MetaList.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { FormatLabel, SessionStatusBadge } from '../summary/status.tsx'
import { SessionTypeLabel } from '../../session-type/session-type.ts'
import classes from './SessionCard.module.css'
import { Moment, TherapistLocalTime } from '../summary/SessionTime.tsx'

/** Shows a summary of one session, or the text `none` if `id` is null. */
export function SessionCard({ title, id, none }: { title: string; id: string | null; none: string }) {
  const { t } = useTranslation('session')
  const read = useQuery({ ...orpc.session.get.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null })
  const session = read.data?.session
  return (
    <Section title={title}>
      {id === null && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {id !== null && read.isPending && <Skeleton height={84} />}
      {id !== null && read.isError && (
        <Text size="sm" c="dimmed">
          {t('loadFailed')}
        </Text>
      )}
      {session && (
        <>
          <div className={classes.time}>
            <Moment at={session.startsAt} />
          </div>
          <MetaList>
            {t('minutes', { count: session.durationMinutes })}
            {session.type && <SessionTypeLabel type={session.type} />}
            <FormatLabel session={session} place />
            <TherapistLocalTime session={session} />
          </MetaList>
          <div className={classes.foot}>
            <SessionStatusBadge status={session.status} viewer="therapist" />
            <Link
              className={classes.open}
              to="/dashboard/$userType/sessions/session-details"
              params={{ userType: 'therapist' }}
              search={{ id: session.id }}
            >
              {t('open')}
              <IconChevronRight size={16} aria-hidden />
            </Link>
          </div>
        </>
      )}
    </Section>
  )
}
