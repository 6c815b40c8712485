import type { Language } from '@attune/contract/common/text'
import ical, {
  type ICalCalendar,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { word } from '../words.ts'
import type { Appointment } from './appointment.ts'
import type { ActOf } from './series.ts'

/** What a calendar program takes in with a mail (RFC 5546): the appointment as it is now, or that it is off. */
export type CalendarFile = { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string }

/** Of the letter that a file goes with. */
export type Heading = { to: string; language: Language; origin: string; from: string; postedAt: Date }

const over = ['completed', 'no-show']
const off = ['cancelled', 'denied']

/**
 * The file `invite.ics`: the same appointment under the same id in every mail, a later state with a higher number, times
 * in UTC, no word of what the appointment is for. A repeated attempt of a mail has the same file.
 */
export function calendarFile(appointment: Appointment, letter: Heading): CalendarFile | null {
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

/** The file of a mail about many appointments: RFC 5546 lets a file that asks for an answer have one appointment only, so this one tells of them. */
export function calendarFileOf({ stand, off }: ActOf, letter: Heading): CalendarFile {
  const file = fileOf(letter, ICalCalendarMethod.PUBLISH)
  for (const appointment of stand) file.createEvent(eventOf(appointment, letter, false))
  for (const appointment of off) file.createEvent(eventOf(appointment, letter, true))
  return { method: 'PUBLISH', content: file.toString() }
}

const fileOf = ({ language }: Heading, method: ICalCalendarMethod): ICalCalendar =>
  ical({ prodId: { company: 'Attune', product: 'Attune', language: language.toUpperCase() }, method })

function eventOf(appointment: Appointment, letter: Heading, isOff: boolean): ICalEventData {
  const { id, sequence, status, startsAt, endsAt } = appointment
  const state = status === 'confirmed' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE
  return {
    id: `${id}@${new URL(letter.origin).hostname}`,
    sequence: isOff ? sequence + 1 : sequence,
    stamp: letter.postedAt,
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary: word(letter.language, 'mail.appointment'),
    status: isOff ? ICalEventStatus.CANCELLED : state,
    organizer: { name: 'Attune', email: addressOf(letter.from) },
    ...(isOff || status === 'pending' ? {} : placeOf(appointment)),
  }
}

/** Where to go, or the link to follow; a call by telephone has neither. */
function placeOf({ format, location, videoUrl }: Appointment): Pick<ICalEventData, 'location' | 'url'> {
  if (format === 'video' && videoUrl) return { location: videoUrl, url: videoUrl }
  return format === 'in-person' && location ? { location } : {}
}

const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
