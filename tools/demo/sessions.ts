import { instantOf, wallClockOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../apps/server/src/platform/database/actor.ts'

export const demoZone = 'Europe/Berlin'
const [weeksBack, weeksAhead] = [52, 6]
const hours = ['08:30', '09:30', '11:00', '13:30', '15:00', '16:00', '17:00']
const minutes = 50
/** The time between the booking and the start of each demo session. */
const weekMilliseconds = 7 * 24 * 60 * 60_000

type Session = {
  id: string
  clientId: string
  startsAt: string
  endsAt: string
  status: string
  answer: string
  format: string
  location: string
}

/**
 * Returns sessions of each client every week or every two weeks, from up to a year ago until six weeks from now. Some
 * past sessions are cancelled or no-shows.
 */
export function demoSessionsOfYear(clientIds: string[], now: Date): Session[] {
  const today = wallClockOf(now.toISOString(), demoZone).day
  const monday = Temporal.PlainDate.from(today).subtract({ days: Temporal.PlainDate.from(today).dayOfWeek - 1 })
  return clientIds.flatMap((clientId, place) => {
    const [weekday, time] = [place % 5, hours[Math.floor(place / 5) % hours.length] ?? '09:30']
    const every = place % 4 === 3 ? 2 : 1
    const sessions: Session[] = []
    for (let week = -weeksBack + ((place * 5) % 30); week <= weeksAhead; week += every) {
      const day = monday.add({ days: week * 7 + weekday }).toString()
      const startsAt = instantOf(day, time, demoZone)
      const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
      const { status, answer } = outcomeOf(place, week, Date.parse(endsAt) < now.getTime())
      const format = (['in-person', 'video', 'in-person', 'phone'] as const)[place % 4] ?? 'video'
      sessions.push({
        id: randomUUID(),
        clientId,
        startsAt,
        endsAt,
        status,
        answer,
        format,
        location: format === 'in-person' ? `Room ${1 + (place % 2)}` : '',
      })
    }
    return sessions
  })
}

function outcomeOf(place: number, week: number, over: boolean): { status: string; answer: string } {
  const dice = (place * 31 + (week + 60) * 17) % 29
  if (over) return { status: dice === 0 ? 'no-show' : dice < 3 ? 'cancelled' : 'completed', answer: 'accepted' }
  if (week > 1 && dice < 8) return { status: 'scheduled', answer: 'awaited' }
  return { status: 'confirmed', answer: 'accepted' }
}

/** Inserts sessions as the therapist, with participants and the first row of their history. */
export async function insertDemoSessions(db: Db, therapistId: string, sessions: Session[]): Promise<void> {
  await db.asActor({ role: 'therapist', id: therapistId }, async ({ kysely }) => {
    for (let from = 0; from < sessions.length; from += 500) {
      const some = sessions.slice(from, from + 500)
      await kysely
        .insertInto('session')
        .values(
          some.map(({ id, startsAt, endsAt, status, format, location }) => ({
            id,
            therapist_id: therapistId,
            starts_at: startsAt,
            ends_at: endsAt,
            status,
            format,
            location,
            booked_at: new Date(Date.parse(startsAt) - weekMilliseconds),
          })),
        )
        .execute()
      await kysely
        .insertInto('session_client')
        .values(
          some.map((one) => ({
            therapist_id: therapistId,
            session_id: one.id,
            client_id: one.clientId,
            starts_at: one.startsAt,
            answer: one.answer,
            attendance: one.status === 'completed' ? 'attended' : one.status === 'no-show' ? 'absent' : null,
          })),
        )
        .execute()
      await kysely
        .insertInto('session_history')
        .values(
          some.map((one) => ({
            therapist_id: therapistId,
            session_id: one.id,
            by_account: therapistId,
            by_role: 'therapist',
            action: 'create',
            to_status: one.status,
            starts_at_after: one.startsAt,
            command: one.id,
          })),
        )
        .execute()
    }
  })
}
