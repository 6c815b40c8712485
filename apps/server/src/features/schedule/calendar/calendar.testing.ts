import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person } from '../../../testing/people.ts'

export const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000]
export const toIso = (milliseconds: number) => new Date(milliseconds).toISOString()
export const addMilliseconds = (instant: string, milliseconds: number) => toIso(Date.parse(instant) + milliseconds)

/**
 * Reads `days` days of a therapist's calendar, starting at `from` (in milliseconds since 1970). Makes several calls, because the API limits the range
 * of one call.
 */
export async function readCalendarDays(therapist: Person, from: number, days = 400) {
  const parts = await Promise.all(
    Array.from({ length: Math.ceil(days / 60) }, (_, at) =>
      therapist.api.calendar.between({
        startsAt: toIso(from + at * 60 * day),
        endsAt: toIso(from + Math.min((at + 1) * 60, days) * day),
      }),
    ),
  )
  const once = <T>(items: T[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  return {
    events: once(parts.flatMap((part) => part.events)),
    absences: once(parts.flatMap((part) => part.absences)),
    imported: once(parts.flatMap((part) => part.imported)),
  }
}

type Block = { id?: string; title?: string; startsAt: string; minutes?: number }

/** Adds an event and returns its id. */
export async function addBusyEvent(therapist: Person, { id = randomUUID(), title = 'Supervision', ...block }: Block) {
  const { startsAt, minutes = 60 } = block
  await therapist.api.calendar.addEvent({ id, title, startsAt, endsAt: addMilliseconds(startsAt, minutes * minute) })
  return id
}

export const icsStamp = (instant: string | number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/**
 * Returns a calendar file with these events. Each event is an array of lines. Adds the id (UID) and the title to an
 * event without them.
 */
export const icsFile = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Elsewhere//Calendar//EN',
    ...events.flatMap((lines, at) => [
      'BEGIN:VEVENT',
      ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:event-${at}@elsewhere.example`]),
      'DTSTAMP:20260101T000000Z',
      ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : [`SUMMARY:Event ${at}`]),
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** Starts a local HTTP server. `says` sets its response, and `asked` contains the requested paths. */
export async function startExternalServer() {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    says(next: string | Buffer | typeof answer) {
      answer = typeof next === 'function' ? next : (_, response) => void response.end(next)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
