import type { Session } from '@attune/contract/features/session'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { CardRow, Section } from '../../ui/page/Section.tsx'
import { TextLink } from '../../ui/base/TextLink.tsx'
import {
  awaitsOwnAnswer,
  LazyTimeAnswerButtons,
  FormatLabel,
  Moment,
  SessionStatusBadge,
  TherapistLocalTime,
} from '../session/session.ts'
import classes from './Side.module.css'

/** Lists up to six sessions after the next one. Sessions that await the client's answer have answer buttons. */
export function LaterSessions({ sessions }: { sessions: Session[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <Section
      title={t('client.later')}
      rows={sessions.length > 0}
      action={
        <TextLink to="/dashboard/$userType/sessions" params={{ userType: 'client' }}>
          {t('client.all')}
        </TextLink>
      }
    >
      {sessions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('client.laterEmpty')}
        </Text>
      )}
      {sessions.slice(0, 6).map((session) => (
        <CardRow key={session.id} wraps>
          <div className={classes.words}>
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
              <TherapistLocalTime session={session} />
              {session.therapist.name}
            </MetaList>
          </div>
          {awaitsOwnAnswer(session) ? (
            <div className={classes.answers}>
              <LazyTimeAnswerButtons session={session} filled={false} />
            </div>
          ) : (
            <SessionStatusBadge status={session.status} viewer="client" />
          )}
        </CardRow>
      ))}
    </Section>
  )
}
