import ical, {
  type ICalCalendar,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { addressWithoutHealthWords } from '@attune/contract/common/text/health-words'
import { addressOfSender, type CalendarFile } from '../../../../platform/channels/mail.ts'
import type { CalendarFileHeading } from '../../../../platform/mail/email-kind.ts'
import { translate } from '../../../../platform/text/translations.ts'
import type { MailedSession } from '../session.emails.ts'

const over = ['completed', 'no-show']
const off = ['cancelled', 'denied']

/**
 * Builds the calendar file `invite.ics` for an email about one session; null if the session is over. The event has the
 * same id in every email about the session, and a higher sequence number after each move or cancellation. Times are in
 * UTC. The file does not mention the purpose of the appointment. Building it again for the same email produces the same
 * file.
 */
export function calendarFileOfSession(appointment: MailedSession, letter: CalendarFileHeading): CalendarFile | null {
  const { status, answer } = appointment
  if (over.includes(status)) return null
  const isOff = off.includes(status) || answer === 'declined'
  const file = fileOf(letter, isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST)
  const confirmed = status === 'confirmed'
  file.createEvent({
    ...eventOf(appointment, letter, isOff),
    attendees: [
      {
        email: letter.to,
        rsvp: false,
        status: isOff
          ? ICalAttendeeStatus.DECLINED
          : confirmed || answer === 'accepted'
            ? ICalAttendeeStatus.ACCEPTED
            : ICalAttendeeStatus.NEEDSACTION,
      },
    ],
  })
  return { method: isOff ? 'CANCEL' : 'REQUEST', content: file.toString() }
}

/**
 * Builds the calendar file for an email about several sessions. Uses the method PUBLISH, because RFC 5546 allows only
 * one appointment in a REQUEST.
 */
export function calendarFileOfSessions(
  { active, cancelled }: { active: MailedSession[]; cancelled: MailedSession[] },
  letter: CalendarFileHeading,
): CalendarFile {
  const file = fileOf(letter, ICalCalendarMethod.PUBLISH)
  for (const appointment of active) file.createEvent(eventOf(appointment, letter, false))
  for (const appointment of cancelled) file.createEvent(eventOf(appointment, letter, true))
  return { method: 'PUBLISH', content: file.toString() }
}

const fileOf = ({ language }: CalendarFileHeading, method: ICalCalendarMethod): ICalCalendar =>
  ical({ prodId: { company: 'Attune', product: 'Attune', language: language.toUpperCase() }, method })

function eventOf(appointment: MailedSession, letter: CalendarFileHeading, isOff: boolean): ICalEventData {
  const { id, sequence, status, startsAt, endsAt } = appointment
  const state = status === 'confirmed' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE
  return {
    id: `${id}@${new URL(letter.origin).hostname}`,
    sequence: isOff ? sequence + 1 : sequence,
    stamp: letter.postedAt,
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary: translate(letter.language, 'mail.appointment'),
    status: isOff ? ICalEventStatus.CANCELLED : state,
    organizer: { name: 'Attune', email: addressOfSender(letter.from) },
    ...(isOff || status === 'pending' ? {} : placeOf(appointment, letter.origin)),
  }
}

/**
 * Returns the location of a session in person, or the link of a video session. For a call in Attune, this is the recipient's page of the session. A
 * phone call has neither.
 */
function placeOf(
  { format, location: place, videoUrl, callInAttune, page }: MailedSession,
  origin: string,
): Pick<ICalEventData, 'location' | 'url'> {
  const location = addressWithoutHealthWords(place)
  const link = callInAttune ? page && `${origin}${page}` : videoUrl
  if (format === 'video' && link) return { location: link, url: link }
  return format === 'in-person' && location ? { location } : {}
}
