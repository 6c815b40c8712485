import type { Session } from '@attune/contract/features/schedule/session/session'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { FormatLabel, Moment, SessionStatusBadge } from '../../schedule/session/session.ts'
import classes from './Side.module.css'

/** Lists the sessions after the next one. `action` is beside the title. */
export function LaterSessions({ sessions, action }: { sessions: Session[]; action?: ReactNode }) {
  const { t } = useTranslation('dashboard')
  return (
    <Section title={t('client.later')} rows={sessions.length > 0} action={action}>
      {sessions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('client.laterEmpty')}
        </Text>
      )}
      {sessions.map((session) => (
        <CardRow key={session.id} wraps>
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
      ))}
    </Section>
  )
}
