import { joinCallAfterMinutes } from '@attune/contract/common/constants'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { timeText } from '../../../ui/page/date-text.ts'
import { JoinButton, mayJoin } from '../../schedule/session/session.ts'

/** A notice with a button to rejoin the call of a session that has ended, for as long as the call can be joined. */
export function EndedCall({ session, now }: { session: Session; now: Date }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  if (!mayJoin(session, now)) return null
  const until = new Date(Date.parse(session.endsAt) + joinCallAfterMinutes * 60_000).toISOString()
  return (
    <Callout kind="time" action={<JoinButton session={session} />}>
      {t('client.endedCall', { name: session.therapist.name, time: timeText(until, locale) })}
    </Callout>
  )
}
