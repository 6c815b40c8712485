import { randomUUID } from 'node:crypto'
import { event, type Life } from './life.ts'
import { type DemoEvent, minutesAfter, memberOf, therapistOf } from './world.ts'

/**
 * Returns the events of a client on the waiting list for an additional session; none for other clients. Two clients wait, and one of them was offered
 * a free time within the last hour.
 */
export function waitingEvents(life: Life): DemoEvent[] {
  const { key, member, calendar } = life
  const since = { burnout: 3, ocd: 6 }[key]
  if (since === undefined) return []
  const entryId = randomUUID()
  const joined = event(life, 'client', calendar.at(calendar.workdayAgo(since), '19:40'), (world) => {
    const { id: therapistId, types } = therapistOf(world, member.therapist)
    return memberOf(world, key).api.waitingList.join({
      id: entryId,
      therapistId,
      sessionId: null,
      typeId: types[0] ?? null,
      format: 'in-person',
      weekdays: [...new Set(calendar.weekly.map(({ weekday }) => weekday))],
      from: '14:00',
      until: '18:00',
      noticeHours: 24,
      untilDay: calendar.today.add({ days: 40 }).toString(),
    })
  })
  const day = calendar.dayAhead(4).add({ weeks: 1 })
  if (key === 'burnout' || !calendar.isWorkday(day)) return [joined]
  const offered = event(life, 'practice', minutesAfter(calendar.now, -55), (world) =>
    therapistOf(world, member.therapist).api.waitingList.offer({
      id: randomUUID(),
      entryId,
      startsAt: calendar.at(day, '16:30').toISOString(),
    }),
  )
  return [joined, offered]
}
