import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { timeText } from '../../../../ui/page/date-text.ts'
import classes from '../call.module.css'
import { usePersonName } from '../call-names.ts'
import { useCallTimesSubscription } from './use-call-times-subscription.ts'

type Stay = Awaited<ReturnType<typeof api.call.ofSession>>['items'][number]

/**
 * Shows a therapist the time that each person spent in the call of a session, and when each joined and left. Shows a client only their own time.
 * Renders nothing if there was no call.
 */
export function SessionCallTimes({ sessionId, viewer }: { sessionId: SessionId; viewer: ViewerRole }) {
  useCallTimesSubscription()
  const { data } = useQuery(orpc.call.ofSession.queryOptions({ input: { sessionId } }))
  return staysByPerson(data?.items ?? []).map((stays) => (
    <PersonTime key={stays[0].personId} stays={stays} viewer={viewer} />
  ))
}

/** A guardian's own time in the call of a session. */
export function GuardianCallTime({ sessionId, actingFor }: { sessionId: SessionId; actingFor: ClientId }) {
  const { data } = useQuery(orpc.call.ofSessionFor.queryOptions({ input: { actingFor, sessionId } }))
  return staysByPerson(data?.items ?? []).map((stays) => (
    <PersonTime key={stays[0].personId} stays={stays} viewer="client" />
  ))
}

type Stays = [Stay, ...Stay[]]

/** Groups the stays by person, in the order in which the people first joined. */
export function staysByPerson(items: readonly Stay[]): Stays[] {
  const people = new Map<string, Stays>()
  for (const stay of items) {
    const stays = people.get(stay.personId)
    if (stays) stays.push(stay)
    else people.set(stay.personId, [stay])
  }
  return [...people.values()]
}

function PersonTime({ stays, viewer }: { stays: Stays; viewer: ViewerRole }) {
  const { t } = useTranslation('callPage')
  const locale = useLocale()
  const personName = usePersonName()
  const count = Math.round(stays.reduce((sum, { minutes }) => sum + minutes, 0))
  const momentsOf = ({ joinedAt, leftAt }: Stay) => {
    const start = timeText(joinedAt, locale)
    return leftAt ? `${start}\u2060–\u2060${timeText(leftAt, locale)}` : t('time.from', { start })
  }
  if (viewer === 'client') return <div className={classes.dim}>{t('time.own', { count })}</div>
  return (
    <div className={classes.dim}>
      {t('time.person', { name: personName(stays[0]), count })} ({stays.map(momentsOf).join(', ')})
    </div>
  )
}
