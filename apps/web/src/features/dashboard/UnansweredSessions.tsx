import { shortName } from '@attune/contract/features/account.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { CardRow, Section } from '../../ui/page/Section.tsx'
import { TextLink } from '../../ui/base/TextLink.tsx'
import { Pending } from '../../ui/page/RevealTogether.tsx'
import { Moment, SessionStatusBadge } from '../session/session.ts'
import classes from './Side.module.css'

const shown = 6
const awaited = new Set(['scheduled', 'rescheduled'])

/** The query of the upcoming sessions, shared by all cards of the dashboard. */
export const upcomingSessionsQuery = () => orpc.session.list.queryOptions({ input: { which: 'upcoming', limit: 50 } })

/** The upcoming sessions that the client has not answered yet. Renders nothing when there are none. */
export function UnansweredSessions() {
  const { t } = useTranslation('dashboard')
  const read = useQuery(upcomingSessionsQuery())
  const open = (read.data?.items ?? []).filter((session) => awaited.has(session.status))
  if (read.isPending) return <Pending />
  if (open.length === 0) return null
  return (
    <Section title={t('answers.title')} count={open.length} rows>
      {open.slice(0, shown).map((session) => (
        <CardRow key={session.id}>
          <div className={classes.words}>
            <Link
              className={classes.name}
              to="/dashboard/$userType/sessions/session-details"
              params={{ userType: 'therapist' }}
              search={{ id: session.id }}
            >
              {session.participants.map(shortName).join(', ')}
            </Link>
            <div className={classes.time}>
              <Moment at={session.startsAt} />
            </div>
          </div>
          <SessionStatusBadge status={session.status} viewer="therapist" />
        </CardRow>
      ))}
      {open.length > shown && (
        <CardRow>
          <TextLink to="/dashboard/$userType/sessions" params={{ userType: 'therapist' }}>
            {t('answers.more', { count: open.length - shown })}
          </TextLink>
        </CardRow>
      )}
    </Section>
  )
}
