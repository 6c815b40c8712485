import type { Session, SessionEvent } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useReader } from '../../platform/reader.ts'
import { momentText } from '../../ui/moment.ts'
import { Steps } from '../../ui/Steps.tsx'
import { calledBy } from './marks.tsx'

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
    <Steps
      of={latestFirst.map((event) => ({
        id: event.at + event.action,
        words: words(event),
        more: (
          <>
            {event.action === 'move' && event.startsAtBefore && (
              <div>
                <s>{momentText(event.startsAtBefore, reader)}</s> {t('banner.to')}{' '}
                {momentText(event.startsAtAfter, reader)}
              </div>
            )}
            {event.reason && <q>{event.reason}</q>}
          </>
        ),
        at: event.at,
        when: momentText(event.at, reader),
      }))}
    />
  )
}
