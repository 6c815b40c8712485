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

/**
 * Lists the sessions that the clients have not answered yet. A series is one row with its number of dates. Renders
 * nothing if there are no such sessions.
 */
export function UnansweredSessions() {
  const { t } = useTranslation('dashboard')
  const read = useQuery(orpc.session.unanswered.queryOptions({ input: { limit: shown } }))
  if (read.isPending) return <Pending />
  const { items = [], total = 0 } = read.data ?? {}
  if (items.length === 0) return null
  return (
    <Section title={t('answers.title')} count={total} rows>
      {items.map(({ session, dates }) => (
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
              {dates > 1 && ` · ${t('answers.sessions', { count: dates })}`}
            </div>
          </div>
          <SessionStatusBadge status={session.status} viewer="therapist" />
        </CardRow>
      ))}
      {total > items.length && (
        <CardRow>
          <TextLink to="/dashboard/$userType/sessions" params={{ userType: 'therapist' }}>
            {t('answers.more', { count: total - items.length })}
          </TextLink>
        </CardRow>
      )}
    </Section>
  )
}
