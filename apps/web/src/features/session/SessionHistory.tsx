import type { Session, SessionEvent } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useReader } from '../../platform/reader.ts'
import { momentText } from '../../ui/moment.ts'
import { calledBy } from './marks.tsx'
import classes from './SessionHistory.module.css'

type Event = z.infer<typeof SessionEvent>

/** What happened to a session, latest first. */
export function SessionHistory({
  session,
  events,
  viewer,
}: {
  session: Session
  events: Event[]
  viewer: 'therapist' | 'client'
}) {
  const { t } = useTranslation('session')
  const reader = useReader()
  const client = calledBy(session, 'therapist')
  const words = (event: Event) => {
    const mine = event.by === viewer
    const name = event.by === 'therapist' ? session.therapist.name : client
    if (event.action !== 'create') return t(`event.${event.action}${mine ? 'You' : ''}`, { name, client })
    return t(`event.create${mine ? 'You' : 'Therapist'}${event.to === 'confirmed' ? 'Agreed' : ''}`, { name })
  }
  const latestFirst = events.toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <ol className={classes.line}>
      {latestFirst.map((event, index) => (
        <li key={event.at + event.action} className={classes.event} data-latest={index === 0 || undefined}>
          <div className={classes.words}>{words(event)}</div>
          {event.action === 'move' && event.startsAtBefore && (
            <div className={classes.change}>
              <s>{momentText(event.startsAtBefore, reader)}</s> {t('banner.to')}{' '}
              {momentText(event.startsAtAfter, reader)}
            </div>
          )}
          {event.reason && (
            <div className={classes.change}>
              <q>{event.reason}</q>
            </div>
          )}
          <time className={classes.when} dateTime={event.at}>
            {momentText(event.at, reader)}
          </time>
        </li>
      ))}
    </ol>
  )
}
