import type { PersonId, SessionId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import {
  awaitsViewer,
  shownStatusOf,
  type ShownStatus,
} from '@attune/contract/features/schedule/session/session.shown.states'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import {
  IconArrowsExchange,
  IconBan,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockQuestion,
  IconMapPin,
  IconMessageQuestion,
  IconPhone,
  IconRepeat,
  IconUserX,
  IconVideo,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import classes from './status.module.css'
import { StatusBadge, type IconType, type StatusTone } from '../../../../ui/page/status/StatusBadge.tsx'

export const sessionStatusIcons = {
  pending: IconClockQuestion,
  scheduled: IconCircleDashed,
  confirmed: IconCircleCheck,
  rescheduled: IconArrowsExchange,
  completed: IconCircleCheckFilled,
  cancelled: IconBan,
  denied: IconBan,
  'no-show': IconUserX,
  'change-requested': IconMessageQuestion,
  'time-proposed': IconArrowsExchange,
} as const satisfies Record<ShownStatus, IconType>

const statusTones = {
  pending: 'info',
  scheduled: 'info',
  confirmed: 'success',
  rescheduled: 'info',
  completed: 'quiet',
  cancelled: 'quiet',
  denied: 'quiet',
  'no-show': 'warning',
  'change-requested': 'info',
  'time-proposed': 'info',
} as const satisfies Record<ShownStatus, StatusTone>

type StatusFacts = Parameters<typeof awaitsViewer>[0]

/**
 * Shows the status of a session in the viewer's wording. The badge is amber if the session or its change request awaits the viewer's answer.
 */
export function SessionStatusBadge({ session, viewer }: { session: StatusFacts; viewer: ViewerRole }) {
  const { t } = useTranslation('session')
  const status = shownStatusOf(session)
  return (
    <StatusBadge
      icon={sessionStatusIcons[status]}
      tone={awaitsViewer(session, viewer) ? 'warning' : statusTones[status]}
    >
      {t(`${viewer === 'client' ? 'statusForClient' : 'status'}.${status}`)}
    </StatusBadge>
  )
}

const formatIcons = { 'in-person': IconMapPin, video: IconVideo, phone: IconPhone } as const

/**
 * Shows the icon and name of a session's format. With `place`, a session in person shows its location, if it has one,
 * instead of the format's name.
 */
export function FormatLabel({
  session,
  place = false,
}: {
  session: Pick<Session, 'format' | 'location'>
  place?: boolean
}) {
  const { t } = useTranslation('session')
  const Icon = formatIcons[session.format]
  const where = place && session.format === 'in-person' && session.location
  return (
    <span className={classes.format}>
      <Icon size={15} stroke={1.75} aria-hidden />
      {where || t(`format.${session.format}`)}
    </span>
  )
}

/** Marks a session that belongs to a series. */
export function RecurringLabel() {
  const { t } = useTranslation('session')
  return (
    <span className={classes.format}>
      <IconRepeat size={15} stroke={1.75} aria-hidden />
      {t('repeats')}
    </span>
  )
}

/** Returns the person or people whom the viewer meets: the clients for the therapist, the therapist for a client. */
export function counterpartOf(
  session: Session,
  viewer: 'therapist' | 'client',
): { personId: PersonId | SessionId; name: string; avatarUrl: string | null; several: boolean } {
  if (viewer === 'client') return { ...session.therapist, personId: session.therapist.id, several: false }
  const people = session.participants
  const name = people.map((person) => `${person.firstName} ${person.lastName}`.trim()).join(', ')
  const [person, ...others] = people
  return {
    personId: person?.personId ?? session.id,
    name,
    avatarUrl: others.length === 0 ? (person?.avatarUrl ?? null) : null,
    several: others.length > 0,
  }
}

/** Returns the short names of the first two clients, and the number of the other clients, e.g. '+2'. */
export function shortClientNames({ participants }: Pick<Session, 'participants'>): string {
  const names = participants.slice(0, 2).map(shortName).join(', ')
  return participants.length > 2 ? `${names} +${participants.length - 2}` : names
}

/**
 * Returns the name of the other side for use in a sentence: the first names of the clients, or the therapist's display
 * name.
 */
export function counterpartName(
  session: Pick<Session, 'therapist' | 'participants'>,
  viewer: 'therapist' | 'client',
): string {
  if (viewer === 'client') return session.therapist.name
  return new Intl.ListFormat(currentLanguage()).format(session.participants.map((person) => person.firstName))
}

/** Returns the first name of the client who requested a change, or the full name if the client is not a participant. */
export const requesterName = (session: Session, change: ChangeRequest) =>
  session.participants.find((person) => person.clientId === change.clientId)?.firstName ?? change.clientName
