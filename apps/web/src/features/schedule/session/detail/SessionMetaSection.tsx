import type { Session } from '@attune/contract/features/schedule/session/session'
import { holdsTime } from '@attune/contract/features/schedule/session/session.states'
import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { cityOf, clocksDiffer, localDay, dayText, momentText, timeText } from '../../../../ui/page/date-text.ts'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { LazySessionCallTimes } from '../../call/call.ts'
import { SessionTypeLabel } from '../../session-type/session-type.ts'
import { FormatLabel } from '../summary/status.tsx'
import { mayHaveCall } from './may-join.ts'
import { AttendanceBadge } from './ParticipantsSection.tsx'
import { SessionLocation, VideoLink } from './SessionLocation.tsx'
import { useReminderInstants } from './reminders.ts'

type Pair = [name: string, value: ReactNode]
type Props = { session: Session; viewer: 'therapist' | 'client'; action?: ReactNode }

/**
 * Shows the properties of a session. The time is in the reader's time zone, and also in the therapist's time zone if
 * the clocks differ.
 */
export function SessionMetaSection({ session, viewer, action }: Props) {
  const { t } = useTranslation(['session', 'sessionPage'])
  const locale = useLocale()
  const range = (zone: string) => {
    const there = { ...locale, zone }
    const day = dayText(localDay(session.startsAt, there), there, 'long')
    return `${day}, ${timeText(session.startsAt, there)}\u2060–\u2060${timeText(session.endsAt, there)}`
  }
  const therapistZone = session.therapist.zone
  const zonesDiffer = clocksDiffer(session.startsAt, locale.zone, therapistZone)
  const isBooked = holdsTime(session)
  const reminders = useReminderInstants(session, viewer === 'therapist' && isBooked).map((at) => momentText(at, locale))
  const pair = (shown: boolean, name: string, value: ReactNode): Pair[] => (shown ? [[name, value]] : [])
  const pairs: Pair[] = [
    [t('details.time'), zonesDiffer ? `${range(locale.zone)} (${cityOf(locale.zone)})` : range(locale.zone)],
    ...pair(zonesDiffer, t('details.therapistTime'), `${range(therapistZone)} (${cityOf(therapistZone)})`),
    [t('details.duration'), <Duration key="duration" session={session} viewer={viewer} />],
    ...pair(session.type !== null, t('sessionPage:type'), session.type && <SessionTypeLabel type={session.type} />),
    [t('details.format'), <FormatLabel key="format" session={session} />],
    ...pair(session.location !== '', t(`sessionPage:place.${session.format}`), <SessionLocation session={session} />),
    ...pair(session.callInAttune && isBooked, t('session:format.video'), t('session:callPlace.inAttune')),
    ...pair(session.videoUrl !== null && isBooked, t('sessionPage:link'), <VideoLink session={session} />),
    [t('details.kind'), t(`kind.${session.therapyType}`)],
    ...pair(session.group !== null, t('sessionPage:group'), <GroupName session={session} viewer={viewer} />),
    ...pair(viewer === 'client', t('details.therapist'), session.therapist.name),
    ...pair(
      viewer === 'therapist' && session.participants.length === 1,
      t('sessionPage:participants', { count: 1 }),
      <People session={session} />,
    ),
    ...pair(reminders.length > 0, t('sessionPage:reminder'), reminders.join('\n')),
    ...pair(
      session.bookedAnyway && viewer === 'therapist',
      t('sessionPage:anyway'),
      <StatusBadge icon={IconAlertTriangle} tone="warning">
        {t('sessionPage:anywayText')}
      </StatusBadge>,
    ),
  ]
  return (
    <Section title={t('details.title')} action={action}>
      <DefinitionList of={pairs} />
    </Section>
  )
}

/** The planned duration and, for a session with a call in Attune, the time in the call from the moment when it can be joined. */
function Duration({ session, viewer }: Pick<Props, 'session' | 'viewer'>) {
  const { t } = useTranslation('session')
  const now = useNow()
  return (
    <>
      {t('minutes', { count: session.durationMinutes })}
      {mayHaveCall(session, now) && <LazySessionCallTimes sessionId={session.id} viewer={viewer} />}
    </>
  )
}

/** The name of the group of the session. For the therapist, it leads to the page of the group. */
function GroupName({ session: { group }, viewer }: { session: Session; viewer: Props['viewer'] }) {
  if (group === null || viewer === 'client') return group?.name
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/dashboard/therapist/clients/groups/$groupId" params={{ groupId: group.id }} {...props} />
      )}
    >
      {group.name}
    </Anchor>
  )
}

/** Whether an attendance adds something to the status of the session: the client was late or excused. */
const isNotable = (attendance: Session['participants'][number]['attendance']) =>
  attendance === 'late' || attendance === 'excused'

function People({ session }: { session: Session }) {
  const { t } = useTranslation('sessionPage')
  return session.participants.map((person) => (
    <div key={person.clientId}>
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: person.clientId }}
            {...props}
          />
        )}
      >
        {`${person.firstName} ${person.lastName}`.trim()}
      </Anchor>
      {isNotable(person.attendance) && (
        <div>
          <AttendanceBadge person={person} />
        </div>
      )}
      {person.lateCancel && (
        <div>
          <StatusBadge icon={IconClockExclamation} tone="warning">
            {t('lateCancel')}
          </StatusBadge>
        </div>
      )}
    </div>
  ))
}
