import type { ClientId } from '@attune/contract/common/ids'
import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import {
  FormatLabel,
  JoinButton,
  Moment,
  SessionStatusBadge,
  therapistTimeOf,
  TimeZoneNote,
} from '../../../schedule/session/session.ts'
import classes from './GuardedSessions.module.css'

type Props = {
  clientId: ClientId
  sessions: readonly GuardedSession[]
  /** Returns the end of a row, shown instead of the status. */
  end?: (session: GuardedSession) => ReactNode
}

/** Shows the sessions of a client as rows that link to the page of the session. */
export function GuardedSessionRows({ clientId, sessions, end }: Props) {
  const { t } = useTranslation('session')
  return (
    <>
      <TimeZoneNote className={classes.zones} times={sessions.map(therapistTimeOf)} />
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.row}>
            <div className={classes.main}>
              <Link
                className={classes.link}
                to="/for/$clientId/sessions/$sessionId"
                params={{ clientId, sessionId: session.id }}
              >
                <Moment at={session.startsAt} />
              </Link>
              <MetaList>
                <FormatLabel session={session} place />
                {t('minutes', { count: session.durationMinutes })}
              </MetaList>
            </div>
            {end ? (
              <div className={classes.end}>{end(session)}</div>
            ) : (
              <div className={classes.end}>
                <JoinButton session={session} actingFor={clientId} size="sm" />
                <SessionStatusBadge session={session} viewer="client" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
