import { shortName } from '@attune/contract/features/account'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { Row, Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { StillToCome } from '../../ui/Together.tsx'
import { Moment, SessionMark } from '../session/session.ts'
import classes from './Side.module.css'

const shown = 6
const awaited = new Set(['scheduled', 'rescheduled'])

/** The query of the upcoming sessions, shared by all cards of the dashboard. */
export const upcomingOptions = () => query.session.list.queryOptions({ input: { which: 'upcoming', limit: 50 } })

/** The upcoming sessions that the client has not answered yet. Renders nothing when there are none. */
export function AwaitedAnswers() {
  const { t } = useTranslation('dashboard')
  const read = useQuery(upcomingOptions())
  const open = (read.data?.items ?? []).filter((session) => awaited.has(session.status))
  if (read.isPending) return <StillToCome />
  if (open.length === 0) return null
  return (
    <Section title={t('answers.title')} count={open.length} rows>
      {open.slice(0, shown).map((session) => (
        <Row key={session.id}>
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
          <SessionMark status={session.status} viewer="therapist" />
        </Row>
      ))}
      {open.length > shown && (
        <Row>
          <TextLink to="/dashboard/$userType/sessions" params={{ userType: 'therapist' }}>
            {t('answers.more', { count: open.length - shown })}
          </TextLink>
        </Row>
      )}
    </Section>
  )
}
