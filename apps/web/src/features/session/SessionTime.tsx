import type { Session } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { cityOf, clocksDiffer, dayOf, dayText, momentText, timeText } from '../../ui/moment.ts'

/** The therapist's own clock, said only where it differs from the reader's: '05:00 in New York'. */
export function TherapistClock({
  session,
  instant,
}: {
  session: Pick<Session, 'therapist' | 'startsAt'>
  instant?: string
}) {
  const { t } = useTranslation('session')
  const reader = useReader()
  const at = instant ?? session.startsAt
  const zone = session.therapist.zone
  if (!clocksDiffer(at, reader.zone, zone)) return null
  const there = { ...reader, zone }
  const sameDay = dayOf(at, reader) === dayOf(at, there)
  const time = sameDay ? timeText(at, there) : `${dayText(dayOf(at, there), there)}, ${timeText(at, there)}`
  return <>{t('timeIn', { time, city: cityOf(zone) })}</>
}

/** 'Thu 26 Nov, 11:00' of an instant, in the reader's zone. */
export function Moment({ at }: { at: string }) {
  const reader = useReader()
  return <time dateTime={at}>{momentText(at, reader)}</time>
}

/** 'Thu 26 November, 11:00': a title. */
export function useTitleOf() {
  const reader = useReader()
  return (at: string) => momentText(at, reader, new Date(), 'title')
}
