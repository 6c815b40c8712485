import { isCallOpen, type CallTimes } from '@attune/contract/features/schedule/call/call.rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServerNow } from '../../../../ui/page/use-now.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { momentInSentence, timeText } from '../../../../ui/page/date-text.ts'
import type { ActiveCall } from '../active-call.ts'
import { callRoomQuery, useReadCallRoom } from '../call-room.ts'

/** Returns the current times of the session of a running call, which change when the session is moved. */
export function useCallTimes(active: ActiveCall): CallTimes {
  const { data } = useQuery(callRoomQuery(active))
  useSubscription('sessions', useReadCallRoom(active))
  return data?.session ?? active.room.session
}

/** Shows a notice, without interrupting the call, that the session was moved since this page joined the call. The call continues. */
export function MovedNotice({ active, times }: { active: ActiveCall; times: CallTimes }) {
  const { t } = useTranslation('callPage')
  const locale = useLocale()
  const now = useServerNow()
  const before = active.room.session
  if (times.startsAt === before.startsAt && times.endsAt === before.endsAt) return null
  return (
    <div role="status">
      <Callout kind="time">
        {isCallOpen(times, now)
          ? t('moved.near', { start: timeText(times.startsAt, locale), end: timeText(times.endsAt, locale) })
          : t('moved.far', { moment: momentInSentence(times.startsAt, locale) })}
      </Callout>
    </div>
  )
}
