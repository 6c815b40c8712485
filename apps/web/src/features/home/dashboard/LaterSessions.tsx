import type { Session } from '@attune/contract/features/schedule/session/session'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { FormatLabel, Moment, SessionStatusBadge } from '../../schedule/session/session.ts'
import classes from './LaterSessions.module.css'

/** Shows the session after the next one. A link leads to all others. `action` is beside the title. */
export function LaterSessions({ sessions, action }: { sessions: Session[]; action?: ReactNode }) {
  const { t } = useTranslation('dashboard')
  const [session, ...others] = sessions
  return (
    <Section title={t('client.later')} rows={session !== undefined} action={action}>
      {session ? (
        <LaterSession session={session} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('client.laterEmpty')}
        </Text>
      )}
      {others.length > 0 && (
        <div className={classes.all}>
          <TextLink to="/dashboard/$userType/sessions" params={{ userType: 'client' }}>
            {t('client.allSessions')}
          </TextLink>
        </div>
      )}
    </Section>
  )
}

function LaterSession({ session }: { session: Session }) {
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <Link
          className={classes.name}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'client' }}
          search={{ id: session.id }}
        >
          <Moment at={session.startsAt} />
        </Link>
        <MetaList>
          <FormatLabel session={session} place />
          {session.therapist.name}
        </MetaList>
      </div>
      <SessionStatusBadge session={session} viewer="client" />
    </CardRow>
  )
}
