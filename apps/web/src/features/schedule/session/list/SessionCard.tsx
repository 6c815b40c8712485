import type { Session } from '@attune/contract/features/schedule/session/session'
import { Skeleton, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { FormatLabel, RecurringLabel, SessionStatusBadge } from '../summary/status.tsx'
import { SessionTypeLabel } from '../../session-type/session-type.ts'
import classes from './SessionCard.module.css'
import { Moment } from '../summary/SessionTime.tsx'

type Props = {
  title: string
  /** Undefined while the session loads, null if there is none. */
  session: Session | null | undefined
  /** The text if there is no session. */
  none: string
  /** The element that is shown instead of the status. */
  state?: ReactNode
  /** The text of the link to the session; by default 'Open'. */
  link?: string
}

/** Shows a summary of one session with a link to it. */
export function SessionCard({ title, session, none, state, link }: Props) {
  const { t } = useTranslation('session')
  return (
    <Section title={title}>
      {session === null && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {session === undefined && <Skeleton height={92} />}
      {session && (
        <>
          <div className={classes.time}>
            <Moment at={session.startsAt} />
          </div>
          <MetaList>
            {t('minutes', { count: session.durationMinutes })}
            {session.type && <SessionTypeLabel type={session.type} />}
            <FormatLabel session={session} place />
            {session.seriesId && <RecurringLabel />}
          </MetaList>
          <div className={classes.foot}>
            {state ?? <SessionStatusBadge session={session} viewer="therapist" />}
            <Link
              className={classes.open}
              to="/dashboard/$userType/sessions/session-details"
              params={{ userType: 'therapist' }}
              search={{ id: session.id }}
            >
              {link ?? t('open')}
              <IconChevronRight size={16} aria-hidden />
            </Link>
          </div>
        </>
      )}
    </Section>
  )
}
