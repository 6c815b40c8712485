import type { Session } from '@attune/contract/features/schedule/session/session'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { readWhileSignedIn, withStoredAnswers } from '../../../platform/offline/stored-query.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { therapistTimeOf, TimeZoneNote } from '../../schedule/session/session.ts'
import { NextSessionCard } from './NextSessionCard.tsx'

/** The id under which this device stores the client's upcoming sessions. */
const upcomingId = 'sessions'

type Upcoming = { data: { items: Session[] } | undefined; dataUpdatedAt: number }

/** Stores the client's upcoming sessions on this device, encrypted, so that the home shows the next one without a connection. */
export function StoreUpcomingSessions({ data, dataUpdatedAt: at }: Upcoming) {
  useEffect(() => {
    if (!data) return
    const answer = new Map([[upcomingId, data.items]])
    void withStoredAnswers(({ storeAnswers }, account) => storeAnswers(account, 'upcoming', answer, at))
  }, [data, at])
  return null
}

/** Shows the next of the sessions that this device has stored, and when it stored them. Renders nothing if there is none. */
export function StoredNextSession({ now }: { now: Date }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  const stored = useQuery({
    queryKey: ['stored-upcoming-sessions'],
    queryFn: () => readWhileSignedIn('upcoming', upcomingId),
    gcTime: 0,
  })
  const sessions = (stored.data?.value ?? []) as Session[]
  const next = sessions.find(({ endsAt }) => Date.parse(endsAt) > now.getTime())
  if (!stored.data || !next) return null
  const when = momentInSentence(new Date(stored.data.at).toISOString(), locale, now)
  return (
    <>
      <TimeZoneNote times={[therapistTimeOf(next)]} />
      <NextSessionCard session={next} now={now} storedNote={t('client.stored', { when })} />
    </>
  )
}
