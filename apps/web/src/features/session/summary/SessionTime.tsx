import type { Session } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { cityOf, clocksDiffer, localDay, dayText, momentText, timeText } from '../../../ui/page/date-text.ts'

/**
 * Shows the time in the therapist's time zone, e.g. '05:00 in New York'. Renders nothing if the reader's clock shows
 * the same time.
 */
export function TherapistLocalTime({ session }: { session: Pick<Session, 'therapist' | 'startsAt'> }) {
  const { t } = useTranslation('session')
  const reader = useLocale()
  const at = session.startsAt
  const zone = session.therapist.zone
  if (!clocksDiffer(at, reader.zone, zone)) return null
  const there = { ...reader, zone }
  const sameDay = localDay(at, reader) === localDay(at, there)
  const time = sameDay ? timeText(at, there) : `${dayText(localDay(at, there), there)}, ${timeText(at, there)}`
  return <>{t('timeIn', { time, city: cityOf(zone) })}</>
}

/**
 * Names the reader's time zone and those of the therapists, once for all times of a screen. Renders nothing if the clocks show the same at each
 * of the times; `zone` is the one of the therapist.
 */
export function TimeZoneNote({ times, className }: { times: { at: string; zone: string }[]; className?: string }) {
  const { t } = useTranslation('session')
  const reader = useLocale()
  const away = times.filter(({ at, zone }) => clocksDiffer(at, reader.zone, zone)).map(({ zone }) => cityOf(zone))
  if (!away.length) return null
  return (
    <p className={className}>{t('timeZones', { here: cityOf(reader.zone), there: [...new Set(away)].join(', ') })}</p>
  )
}

/** Shows an instant in the reader's time zone, e.g. 'Thu 26 Nov, 11:00'. */
export function Moment({ at }: { at: string }) {
  const reader = useLocale()
  return <time dateTime={at}>{momentText(at, reader)}</time>
}

/** Returns a formatter for the title of a session, e.g. 'Thu 26 November, 11:00'. */
export function useSessionTitle() {
  const reader = useLocale()
  return (at: string) => momentText(at, reader, new Date(), 'title')
}
