import { reminderHours } from '@attune/contract/common/constants'
import { dayBounds, instantOf, wallClockOf } from '@attune/contract/common/time/time'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useNow } from '../../../../ui/page/use-now.ts'

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/**
 * Returns the instant of a reminder: `minutesBefore` minutes before the start. If that instant is outside
 * `reminderHours` in `zone`, returns the latest earlier instant within `reminderHours`.
 */
export function reminderInstant(startsAt: string, minutesBefore: number, zone: string): string {
  const at = new Date(Date.parse(startsAt) - minutesBefore * 60_000).toISOString()
  const { day, time } = wallClockOf(at, zone)
  const [opens, closes] = [clock(reminderHours.from), clock(reminderHours.to)]
  if (time >= opens && time <= closes) return at
  const before = wallClockOf(new Date(Date.parse(dayBounds(day, zone).from) - 60_000).toISOString(), zone).day
  return instantOf(time > closes ? day : before, closes, zone)
}

/**
 * Returns the instants of the future reminders of a session. Omits a reminder if the session was booked less than the reminder's lead time before
 * the start.
 */
export function useReminderInstants(session: Session, enabled: boolean): string[] {
  const { zone } = useLocale()
  const mine = useQuery({ ...orpc.terms.mine.queryOptions({ input: {} }), enabled: enabled })
  const now = useNow().toISOString()
  return (mine.data?.remindBefore ?? []).flatMap((minutes) => {
    const bookedLater = Date.parse(session.bookedAt) > Date.parse(session.startsAt) - minutes * 60_000
    const at = reminderInstant(session.startsAt, minutes, zone)
    return enabled && !bookedLater && at > now ? [at] : []
  })
}
