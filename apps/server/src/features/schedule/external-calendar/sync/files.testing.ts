import { randomUUID } from 'node:crypto'

export const [minute, hour] = [60_000, 60 * 60_000]
export const icsTime = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, '')
export const later = (instant: string, milliseconds: number) =>
  new Date(Date.parse(instant) + milliseconds).toISOString()

/** Returns an event in the format of another program. */
export const otherEvent = (startsAt: string, title = 'Dentist', ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'BEGIN:VEVENT',
    `UID:${randomUUID()}@other.example`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${icsTime(startsAt)}`,
    `DTEND:${icsTime(later(startsAt, hour))}`,
    `SUMMARY:${title}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** Moves a single event in a calendar file by some milliseconds, as another program does. */
export const movedFile = (data: string, milliseconds: number) =>
  data.replaceAll(
    /^(DTSTART|DTEND):(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/gm,
    (_, name: string, ...parts: string[]) => {
      const [y = '', m = '', d = '', h = '', min = '', s = ''] = parts
      return `${name}:${icsTime(later(`${y}-${m}-${d}T${h}:${min}:${s}Z`, milliseconds))}`
    },
  )

/** Returns lines with the given size in megabytes, like an attached picture. */
export const megabytes = (size: number): string[] =>
  Array.from({ length: size * 1024 }, () => `X-PICTURE:${'a'.repeat(1012)}`)
