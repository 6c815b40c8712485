import type { Session } from '@attune/contract/features/schedule/session/session'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconDoorExit,
  IconUserCheck,
  IconUserMinus,
  IconUserX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type IconType, type StatusTone } from '../../../../ui/page/status/StatusBadge.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import classes from './ParticipantsSection.module.css'

type Person = Session['participants'][number]

const answerStyles = {
  awaited: [IconCircleDashed, 'info'],
  accepted: [IconCircleCheck, 'success'],
  declined: [IconDoorExit, 'quiet'],
} as const satisfies Record<Person['answer'], readonly [IconType, StatusTone]>

const attendanceStyles = {
  attended: [IconUserCheck, 'quiet'],
  late: [IconUserCheck, 'quiet'],
  excused: [IconUserMinus, 'quiet'],
  absent: [IconUserX, 'warning'],
} as const satisfies Record<NonNullable<Person['attendance']>, readonly [IconType, StatusTone]>

/** Shows a participant's attendance or, until it is recorded, the participant's answer. */
export function AttendanceBadge({ person }: { person: Person }) {
  const { t } = useTranslation('sessionPage')
  if (person.attendance) {
    const [icon, tone] = attendanceStyles[person.attendance]
    return (
      <StatusBadge icon={icon} tone={tone}>
        {t(`attendance.${person.attendance}`)}
      </StatusBadge>
    )
  }
  const [icon, tone] = answerStyles[person.answer]
  return (
    <StatusBadge icon={icon} tone={tone}>
      {t(`answer.${person.answer}`)}
    </StatusBadge>
  )
}

/** Shows the therapist the participants with their answers and attendance. */
export function ParticipantsSection({ session }: { session: Session }) {
  const { t } = useTranslation('sessionPage')
  // A pending request awaits the therapist's answer, so the participants' answers are not shown.
  const marked = session.status !== 'pending'
  return (
    <Section title={t('participants', { count: session.participants.length })} rows>
      {session.participants.map((person) => {
        const name = `${person.firstName} ${person.lastName}`.trim()
        return (
          <CardRow key={person.clientId} wraps>
            <div className={classes.person}>
              <PersonAvatar personId={person.personId} name={name} url={person.avatarUrl} size={32} />
              <TextLink
                to="/dashboard/therapist/clients/$clientId/client-profile"
                params={{ clientId: person.clientId }}
              >
                {name}
              </TextLink>
            </div>
            {marked && <AttendanceBadge person={person} />}
            {person.lateCancel && (
              <StatusBadge icon={IconClockExclamation} tone="warning">
                {t('lateCancel')}
              </StatusBadge>
            )}
          </CardRow>
        )
      })}
    </Section>
  )
}

/** Shows a client in couple or family therapy the first names of the other participants. */
export function CompanionsSection({ names }: { names: readonly string[] }) {
  const { t, i18n } = useTranslation('sessionPage')
  if (names.length === 0) return null
  return <Section title={t('companions')}>{new Intl.ListFormat(i18n.resolvedLanguage).format(names)}</Section>
}
