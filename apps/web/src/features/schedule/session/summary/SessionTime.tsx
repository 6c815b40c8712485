import type { Session } from '@attune/contract/features/schedule/session/session'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { cityOf, clocksDiffer, momentText } from '../../../../ui/page/date-text.ts'
import classes from './SessionTime.module.css'

type TherapistTime = {
  at: string
  zone: string
  /** The therapist's name; not needed if all times belong to one therapist. */
  name?: string
}

/** Returns the start of a session with the therapist's zone. */
export const therapistTimeOf = ({ startsAt, therapist }: Pick<Session, 'startsAt' | 'therapist'>): TherapistTime => ({
  at: startsAt,
  zone: therapist.zone,
  name: therapist.name,
})

type NoteProps = { times: readonly TherapistTime[]; className?: string | undefined; otherwise?: ReactNode }

/**
 * Shows a time of a session on the therapist's clock, e.g. 'Thu 26 Nov, 05:00 for Nora Lindqvist', for pages that name the zones elsewhere. Renders
 * nothing if the reader's clock shows the same time.
 */
export function TimeForTherapist({ session, at }: { session: Pick<Session, 'therapist'>; at: string }) {
  const { t } = useTranslation('session')
  const locale = useLocale()
  const { name, zone } = session.therapist
  if (!clocksDiffer(at, locale.zone, zone)) return null
  return <>{t('timeFor', { when: momentText(at, { ...locale, zone }), name })}</>
}

/**
 * Names the reader's time zone and those of the therapists, once for all times of a screen. If the therapists' zones differ, names each therapist.
 * Renders `otherwise` if the clocks show the same time everywhere.
 */
export function TimeZoneNote({ times, className = classes.zones, otherwise = null }: NoteProps) {
  const { t } = useTranslation('session')
  const locale = useLocale()
  const away = times.filter(({ at, zone }) => clocksDiffer(at, locale.zone, zone))
  const cities = [...new Set(away.map(({ zone }) => cityOf(zone)))]
  if (cities.length === 0) return otherwise
  const namesIn = (city: string) => [
    ...new Set(away.flatMap(({ zone, name }) => (cityOf(zone) === city && name ? [name] : []))),
  ]
  const there = cities.length > 1 ? cities.map((city) => `${city} (${namesIn(city).join(', ')})`) : cities
  return <p className={className}>{t('timeZones', { here: cityOf(locale.zone), there: there.join(', ') })}</p>
}

/** Shows an instant in the reader's time zone, e.g. 'Thu 26 Nov, 11:00'. */
export function Moment({ at }: { at: string }) {
  const locale = useLocale()
  return <time dateTime={at}>{momentText(at, locale)}</time>
}

/** Returns a formatter for the title of a session, e.g. 'Thu 26 November, 11:00'. */
export function useSessionTitle() {
  const locale = useLocale()
  return (at: string) => momentText(at, locale, new Date(), 'title')
}
