import type { Temporal } from 'temporal-polyfill'
import type { DemoCalendar } from './calendar.ts'
import { cast, type CastMember, liveBy, todaysClients } from './cast.ts'
import type { DemoTexts } from './texts.ts'

/** A session of the demo practice. `note` is the index of its note among the client's texts. */
export type DemoSession = {
  key: string
  startsAt: Date
  endsAt: Date
  state: 'completed' | 'missed' | 'running' | 'upcoming'
  note: number | null
}

const weeksAhead = 6

/** Returns the sessions of a client in order: the past ones, most of them with a note, and those of the next six weeks. */
export function sessionsOf(key: string, texts: DemoTexts, calendar: DemoCalendar): DemoSession[] {
  const member = cast[key]
  const notes = texts.people[key]?.notes.length ?? 0
  if (!member || key === 'coupleB' || !member.joins) return []
  const thisWeek = calendar.dayAhead(member.day)
  const time = member.day === 0 && member.therapist === 0 ? todaysStart(key, calendar) : member.time
  const session = (day: Temporal.PlainDate, state: DemoSession['state'], note: number | null): DemoSession => {
    const startsAt = calendar.at(day, time)
    return { key, startsAt, endsAt: new Date(startsAt.getTime() + (member.minutes ?? 50) * 60_000), state, note }
  }
  const dates = pastDays(member, notes, thisWeek, calendar)
  const past = dates.map((day, place) => {
    const counted =
      place - (dates.length - notes - (member.unwritten ? 1 : 0) - (member.missedBefore === undefined ? 0 : 1))
    const isMissed = counted >= 0 && counted === member.missedBefore
    const note = member.missedBefore !== undefined && counted > member.missedBefore ? counted - 1 : counted
    return session(day, isMissed ? 'missed' : 'completed', isMissed || note < 0 || note >= notes ? null : note)
  })
  if (member.endedWeeksAgo) return past
  const ahead = weeks(0, weeksAhead, member.every)
    .map((week) => thisWeek.add({ weeks: week }))
    .filter((day) => calendar.isWorkday(day))
    .map((day) => session(day, 'upcoming', null))
  return [...past, ...ahead.map((one) => ({ ...one, state: stateAt(one, calendar.now) }))]
}

function pastDays(member: CastMember, notes: number, thisWeek: Temporal.PlainDate, calendar: DemoCalendar) {
  const latest = -(member.endedWeeksAgo ?? member.every)
  const wanted = notes + (member.unwritten ? 1 : 0) + (member.missedBefore === undefined ? 0 : 1)
  const days: Temporal.PlainDate[] = []
  for (let week = latest; days.length < wanted; week -= member.every) {
    const day = thisWeek.add({ weeks: week })
    if (calendar.isWorkday(day)) days.unshift(day)
  }
  return days
}

function stateAt({ startsAt, endsAt }: DemoSession, now: Date): DemoSession['state'] {
  if (endsAt <= now) return 'completed'
  return startsAt <= now ? 'running' : 'upcoming'
}

/** Returns the start of a client's session of today, in minutes since midnight. */
function todaysStart(key: string, { isNight, slots, livePlace, live }: DemoCalendar): number {
  const now = isNight ? liveBy.night : liveBy.day
  if (key === now) return live
  const others = todaysClients.filter((one) => one !== now)
  return slots.filter((_, place) => place !== livePlace)[others.indexOf(key)] ?? live
}

const weeks = (from: number, until: number, every: number) =>
  Array.from({ length: Math.floor((until - from) / every) + 1 }, (_, place) => from + place * every)
