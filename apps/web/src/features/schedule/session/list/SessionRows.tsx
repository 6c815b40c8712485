import type { Session } from '@attune/contract/features/schedule/session/session'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { FormatLabel, RecurringLabel, SessionStatusBadge, counterpartOf } from '../summary/status.tsx'
import { Moment, TimeZoneNote, therapistTimeOf } from '../summary/SessionTime.tsx'
import { SessionTypeLabel } from '../../session-type/session-type.ts'
import classes from './SessionRows.module.css'

type Props = { sessions: Session[]; viewer: 'therapist' | 'client'; withPerson?: boolean }

/** Shows sessions as rows with time, person, format, duration and status. The whole row links to the session. */
export function SessionRows({ sessions, viewer, withPerson = true }: Props) {
  const { t } = useTranslation('session')
  return (
    <>
      <TimeZoneNote className={classes.zones} times={sessions.map(therapistTimeOf)} />
      <ul className={classes.list}>
        {sessions.map((session) => {
          const person = counterpartOf(session, viewer)
          return (
            <li key={session.id} className={classes.row}>
              {withPerson && (
                <PersonAvatar
                  personId={person.personId}
                  name={person.name}
                  url={person.avatarUrl}
                  several={person.several}
                  size={36}
                />
              )}
              <div className={classes.main}>
                <Link
                  className={classes.link}
                  to="/dashboard/$userType/sessions/session-details"
                  params={{ userType: viewer }}
                  search={{ id: session.id }}
                >
                  <Moment at={session.startsAt} />
                  {withPerson && <span className={classes.person}>{person.name}</span>}
                </Link>
                <MetaList>
                  {session.group?.name}
                  {session.type && <SessionTypeLabel type={session.type} />}
                  <FormatLabel session={session} place />
                  {t('minutes', { count: session.durationMinutes })}
                  {session.seriesId && <RecurringLabel />}
                </MetaList>
              </div>
              <SessionStatusBadge session={session} viewer={viewer} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
