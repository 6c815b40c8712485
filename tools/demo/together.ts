import { type GroupType, highestMemberLimit } from '@attune/contract/features/schedule/group/group.rules'
import type { Attendance } from '@attune/contract/features/schedule/session/session.rules'
import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import type { DemoCalendar } from './calendar.ts'
import { act, type DemoEvent, minutesAfter, memberOf, therapistOf, type World } from './world.ts'

/** The family and the group, whose sessions are every second week. `day` counts the working days from today to this week's session. */
const gatherings = {
  family: { keys: ['teen', 'parent', 'brother'], day: 3, time: '11:30', minutes: 50 },
  group: { keys: ['panic', 'depression', 'burnout', 'ocd', 'insomnia'], day: 4, time: '16:00', minutes: 90 },
} as const
type Gathering = keyof typeof gatherings
const kinds = Object.keys(gatherings) as Gathering[]
/** The weeks for which there are past sessions. */
const weeksBefore = 12

/** The attendances other than `attended`. In each session, one person has one of these, in turn. */
const exceptions: readonly Attendance[] = ['late', 'excused', 'absent']

type Meeting = { startsAt: Date; endsAt: Date }

/** Returns the sessions of the family or the group: the past ones of three months, and that of this week. */
function meetingsOf(kind: Gathering, calendar: DemoCalendar): Meeting[] {
  const { day, time, minutes } = gatherings[kind]
  const days = Array.from({ length: weeksBefore / 2 + 1 }, (_, place) =>
    calendar.dayAhead(day).subtract({ weeks: weeksBefore - 2 * place }),
  )
  return days
    .filter((one) => calendar.isWorkday(one))
    .map((one) => {
      const startsAt = calendar.at(one, time)
      return { startsAt, endsAt: minutesAfter(startsAt, minutes) }
    })
}

/** Returns the id of the named couple, family or group of these people. Creates it on the first call; they join on the present day of the story. */
export async function gatheringOf(world: World, type: GroupType, keys: readonly string[]): Promise<string> {
  const known = world.groups.get(type)
  if (known) return known
  const [id, people] = [randomUUID(), keys.map((key) => memberOf(world, key))]
  const names = type === 'couple' ? people.map(({ texts }) => texts.first).join(' & ') : (people[0]?.texts.last ?? '')
  await therapistOf(world, 0).api.group.create({
    id,
    type,
    name: world.texts.together[type].name.replace('{name}', names),
    memberLimit: highestMemberLimit(type),
    typeId: null,
    showsNames: type !== 'group',
    sharesName: false,
    clientIds: people.map((person) => person.id),
  })
  world.groups.set(type, id)
  return id
}

/** Returns the start of the first session of a client with the family or the group; undefined for all others. */
export function firstMeeting(key: string, calendar: DemoCalendar): Date | undefined {
  const kind = kinds.find((one) => (gatherings[one].keys as readonly string[]).includes(key))
  return kind && meetingsOf(kind, calendar)[0]?.startsAt
}

/**
 * Returns the events of the sessions of the family and of the group. Each session is scheduled after the one before it, takes place with some people
 * late or missing, and gets a note with parts about the people who were there and, in most cases, a shared part. The latest notes are not signed, or
 * not written at all.
 */
export function eventsTogether(calendar: DemoCalendar, keys: readonly string[]): DemoEvent[] {
  return kinds
    .filter((kind) => gatherings[kind].keys.every((key) => keys.includes(key)))
    .flatMap((kind) => {
      const meetings = meetingsOf(kind, calendar)
      const past = meetings.filter(({ endsAt }) => minutesAfter(endsAt, 10) < calendar.at(calendar.today, 0))
      const ids = meetings.map(() => randomUUID())
      const event = (at: Date, run: DemoEvent['run']): DemoEvent => ({ at, therapist: 0, by: 'practice', run })
      return meetings.flatMap((meeting, place) => {
        const id = ids[place] ?? ''
        const before = meetings[place - 1]
        const plannedAt = before ? minutesAfter(before.endsAt, 8) : dayBefore(meeting.startsAt, calendar)
        const planned = event(plannedAt, (world) => plan(world, kind, { id, ...meeting }))
        if (!past.includes(meeting)) return [planned]
        const left = past.length - 1 - place
        const closed = event(minutesAfter(meeting.endsAt, 2), (world) => close(world, kind, { id, place }))
        if (kind === 'group' && left === 0) return [planned, closed]
        const isSigned = left > (kind === 'group' ? 1 : 0)
        const noted = event(minutesAfter(meeting.endsAt, 6), (world) =>
          writeParts(world, kind, { id, place, isSigned }),
        )
        return [planned, closed, noted]
      })
    })
}

/** Returns lunchtime of the last working day that is at least two days before an instant. */
function dayBefore(startsAt: Date, calendar: DemoCalendar): Date {
  let ago = 0
  while (calendar.at(calendar.workdayAgo(ago), '12:55') > minutesAfter(startsAt, -2 * 1440)) ago++
  return calendar.at(calendar.workdayAgo(ago), '12:55')
}

const peopleOf = (world: World, kind: Gathering) => gatherings[kind].keys.map((key) => memberOf(world, key))

async function plan(world: World, kind: Gathering, { id, startsAt }: Meeting & { id: string }): Promise<void> {
  await therapistOf(world, 0).api.session.create({
    id,
    groupId: await gatheringOf(world, kind, gatherings[kind].keys),
    clientIds: peopleOf(world, kind).map((person) => person.id),
    startsAt: startsAt.toISOString(),
    durationMinutes: gatherings[kind].minutes,
    format: 'in-person',
    therapyType: kind,
    location: world.texts.practice.secondRoom,
    agreed: true,
  })
}

/**
 * Returns the attendance of the person with the index `nth` among `count` people in the session with the index `place`. In each session, another
 * person is late, excused or absent.
 */
const attendanceOf = (place: number, nth: number, count: number): Attendance =>
  (nth === place % count ? exceptions[place % exceptions.length] : undefined) ?? 'attended'

/** Records who was there. A foundation pays for these sessions, so they are not billed. */
async function close(world: World, kind: Gathering, { id, place }: { id: string; place: number }): Promise<void> {
  const people = peopleOf(world, kind)
  const attendance = people.map((person, nth) => ({
    clientId: person.id,
    attendance: attendanceOf(place, nth, people.length),
  }))
  const { api } = therapistOf(world, 0)
  await api.session.complete({ ...act(id), attendance })
  for (const { clientId, attendance: was } of attendance)
    if (was !== 'excused') await api.invoice.waive({ sessionId: id, clientId })
}

type Written = { id: string; place: number; isSigned: boolean }

/** Writes a part about each person who was there and, except in every third session of the family, a shared part. */
async function writeParts(world: World, kind: Gathering, { id: sessionId, place, isSigned }: Written): Promise<void> {
  const { api } = therapistOf(world, 0)
  const { whole, part } = world.texts.together[kind]
  const people = peopleOf(world, kind)
  const isShared = kind === 'group' || place % 3 !== 2
  if (isShared) await api.note.save({ sessionId, text: whole[place % whole.length] ?? '', version: 0 })
  for (const [nth, { id: clientId, texts }] of people.entries()) {
    if (['absent', 'excused'].includes(attendanceOf(place, nth, people.length))) continue
    const text = (part[(place * 3 + nth) % part.length] ?? '').replace('{name}', texts.first)
    await api.note.save({ sessionId, clientId, text, version: 0 })
  }
  if (isSigned) await signAll(api, sessionId)
}

/** Adds a part about each partner of the couple to the note on one of their sessions. `turn` counts the sessions with such parts. */
export async function addPartsOfCouple(world: World, sessionId: string, turn: number): Promise<void> {
  const { api } = therapistOf(world, 0)
  for (const [nth, key] of ['coupleA', 'coupleB'].entries()) {
    const text = world.texts.together.couple.part[turn * 2 + nth] ?? ''
    if (text) await api.note.save({ sessionId, clientId: memberOf(world, key).id, text, version: 0 })
  }
}

/** Signs all parts of a note with text. */
export async function signAll(api: ApiClient, sessionId: string): Promise<void> {
  const { parts } = await api.note.parts({ sessionId })
  const versions = parts.map(({ clientId, version }) => ({ clientId, version }))
  await api.note.signAll({ sessionId, command: randomUUID(), parts: versions })
}
