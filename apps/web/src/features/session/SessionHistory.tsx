import type { Session, SessionEvent } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentText } from '../../ui/moment.ts'
import { calledBy } from './marks.tsx'
import classes from './SessionHistory.module.css'

type Viewer = 'therapist' | 'client'

/** Which sentence an event is told with: what happened, by whom, and for two of them how. */
function sentenceOf(event: SessionEvent, viewer: Viewer): string {
  const by = event.by === 'product' ? 'Product' : event.by === viewer ? 'You' : ''
  if (event.action === 'create') return `create${by}${event.to === 'confirmed' ? 'Agreed' : ''}`
  if (event.action === 'correct' || event.action === 'enter')
    return `${event.action}${event.to === 'completed' ? 'Completed' : 'NoShow'}${by}`
  return `${event.action}${by}`
}

/** What happened to a session, latest first: who, when, from which time to which, and why. */
export function SessionHistory({
  session,
  events,
  viewer,
}: {
  session: Session
  events: readonly SessionEvent[]
  viewer: Viewer
}) {
  const { t } = useTranslation('sessionPage')
  const reader = useReader()
  const client = calledBy(session, 'therapist')
  const latestFirst = events.map((event, index) => ({ event, index })).reverse()
  return (
    <ol className={classes.line}>
      {latestFirst.map(({ event, index }) => {
        const moved = event.startsAtBefore && event.startsAtBefore !== event.startsAtAfter
        const name = event.by === 'therapist' ? session.therapist.name : client
        return (
          // Events are only ever added: each keeps its place.
          <li key={index} className={classes.event} data-latest={index === events.length - 1 || undefined}>
            <div className={classes.words}>{t(`event.${sentenceOf(event, viewer)}`, { name, client })}</div>
            {moved && event.startsAtBefore && (
              <div className={classes.change}>
                <s>{momentText(event.startsAtBefore, reader)}</s> {t('to')} {momentText(event.startsAtAfter, reader)}
              </div>
            )}
            {event.reason && event.reason !== 'expired' && (
              <div className={classes.change}>
                <q>{event.reason}</q>
              </div>
            )}
            <time className={classes.when} dateTime={event.at}>
              {momentText(event.at, reader)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}
