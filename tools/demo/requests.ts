import { randomUUID } from 'node:crypto'
import type { Life } from './life.ts'
import { event } from './life.ts'
import { act, type DemoEvent, minutesAfter, memberOf, sessionKey, therapistOf } from './world.ts'

/**
 * Returns the events of the requests that await an answer today, of a late cancellation last week, and of a session that a client booked without a
 * request.
 */
export function requestEvents(life: Life): DemoEvent[] {
  const { key, calendar, sessions, member, texts } = life
  const next = sessions.find(
    ({ state, startsAt }) => state === 'upcoming' && startsAt > calendar.at(calendar.today.add({ days: 1 }), 0),
  )
  const soon = (minutes: number) => minutesAfter(calendar.now, -minutes)
  const free = (ahead: number, time: string) => ({
    startsAt: calendar.at(calendar.dayAhead(ahead).add({ weeks: 1 }), time).toISOString(),
    durationMinutes: 50,
  })
  if (key === 'insomnia' && next)
    return [
      event(life, 'client', soon(95), (world) => {
        const sessionId = world.sessions.get(sessionKey(next)) ?? ''
        const time = { startsAt: calendar.at(calendar.dayAhead(3), '15:00').toISOString(), durationMinutes: 50 }
        return memberOf(world, key).api.changeRequest.askMove({
          id: randomUUID(),
          sessionId,
          reason: texts.reason ?? '',
          ...time,
        })
      }),
    ]
  if (key === 'postpartum')
    return [
      event(life, 'client', soon(40), (world) => {
        const { id: therapistId, types } = therapistOf(world, member.therapist)
        const request = {
          id: randomUUID(),
          therapistId,
          format: 'in-person' as const,
          typeId: types[0] ?? null,
          message: '',
        }
        return memberOf(world, key).api.session.request({ ...request, ...free(4, '11:00') })
      }),
    ]
  if (key === 'student' && next) {
    const late = { id: randomUUID() }
    const cancelled = event(life, 'client', minutesAfter(next.startsAt, -7 * 1440 - 180), (world) => {
      return memberOf(world, key).api.changeRequest.askCancel({
        id: late.id,
        sessionId: world.sessions.get('late') ?? '',
        reason: texts.late ?? '',
      })
    })
    const planned = event(life, 'practice', calendar.at(calendar.workdayAgo(10), '9:40'), async (world) => {
      const id = randomUUID()
      world.sessions.set('late', id)
      const startsAt = minutesAfter(next.startsAt, -7 * 1440)
      await therapistOf(world, member.therapist).api.session.create({
        id,
        clientIds: [memberOf(world, key).id],
        startsAt: startsAt.toISOString(),
        format: 'in-person',
        location: world.texts.practice.room,
        agreed: true,
      })
    })
    const accepted = event(life, 'practice', minutesAfter(next.startsAt, -7 * 1440 - 130), (world) =>
      therapistOf(world, member.therapist).api.changeRequest.accept(act(late.id)),
    )
    const booked = event(life, 'client', calendar.at(calendar.workdayAgo(1), '16:40'), (world) => {
      const { id: therapistId, types } = therapistOf(world, member.therapist)
      const slot = {
        startsAt: calendar.at(calendar.dayAhead(4).add({ weeks: 1 }), '15:00').toISOString(),
        durationMinutes: 30,
      }
      return memberOf(world, key).api.session.book({
        id: randomUUID(),
        therapistId,
        typeId: types[3] ?? '',
        format: 'phone',
        ...slot,
      })
    })
    const lateDay = calendar.dayAhead(member.day).subtract({ weeks: 1 })
    return calendar.isWorkday(lateDay) ? [planned, cancelled, accepted, booked] : [booked]
  }
  return []
}
