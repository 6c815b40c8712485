import type { Session, SessionEvent } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { HistoryList } from '../../../../ui/page/row/HistoryList.tsx'
import { counterpartName } from '../summary/status.tsx'

type Viewer = 'therapist' | 'client'

/**
 * Returns the translation key of the sentence for an event. The key consists of the action and the actor. For `create`,
 * `correct` and `enter` it also contains the resulting status.
 */
export function historySentenceKey(event: Pick<SessionEvent, 'action' | 'by' | 'to'>, viewer: Viewer): string {
  const by = event.by === 'product' ? 'Product' : event.by === viewer ? 'You' : ''
  if (event.action === 'create') return `create${by}${event.to === 'confirmed' ? 'Agreed' : ''}`
  if (event.action === 'correct' || event.action === 'enter')
    return `${event.action}${event.to === 'completed' ? 'Completed' : 'NoShow'}${by}`
  return `${event.action}${by}`
}

/**
 * Shows the history of a session, latest event first, with actor, time, the old and the new session time, and the
 * reason.
 */
export function SessionHistoryTimeline({
  session,
  events,
  viewer,
}: {
  session: Session
  events: readonly SessionEvent[]
  viewer: Viewer
}) {
  const { t } = useTranslation('sessionPage')
  const locale = useLocale()
  const client = counterpartName(session, 'therapist')
  const steps = events.map((event, index) => {
    const { startsAtBefore: before, startsAtAfter: after, reason, at } = event
    const one = session.participants.find((person) => person.clientId === event.clientId)
    const person = one?.firstName ?? client
    const guardian = { guardian: event.guardianName ?? t('guardian.unnamed'), client: person }
    const names = {
      therapist: session.therapist.name,
      guardian: t(viewer === 'therapist' ? 'guardian.for' : 'guardian.yours', guardian),
      client: person,
      product: person,
    }
    return {
      // The index is a stable id, because events are only appended.
      id: String(index),
      text: t(`event.${historySentenceKey(event, viewer)}`, { name: names[event.by], client }),
      more: (
        <>
          {one && viewer === 'therapist' && (event.by === 'therapist' || event.by === 'product') && (
            <div>{one.firstName}</div>
          )}
          {before && before !== after && (
            <div>
              <s>{momentText(before, locale)}</s> → {momentText(after, locale)}
            </div>
          )}
          {reason && event.by !== 'product' && <q>{reason}</q>}
        </>
      ),
      at,
      when: momentText(at, locale),
    }
  })
  return <HistoryList of={steps.reverse()} />
}
