import { expect, test } from 'vitest'
import { readIcsObjectsInProcess } from '../import/process.ts'

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//X//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'SUMMARY:x', 'END:VEVENT']
const one = (...lines: string[]) => file(...event(...lines))
const nine = 'DTSTART:20261125T090000Z'
const until = 'DTEND:20261125T100000Z'
const hour = 'DURATION:PT1H'
const zone = (name: string, ...lines: string[]) => ['BEGIN:VTIMEZONE', `TZID:${name}`, ...lines, 'END:VTIMEZONE']
const berlin = [
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
]
const noZone = ['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0317', 'TZOFFSETTO:+0317', 'END:STANDARD']
const at = (name: string) => event(`DTSTART;TZID=${name}:20261125T090000`, `DTEND;TZID=${name}:20261125T100000`)

/** For each file, the starts and ends of the first busy times that a reader in New York finds, and `unreadable` if the reader reports it. */
const cases: Record<string, [content: string, read: string]> = {
  'no start': [one(until), 'unreadable'],
  'two starts': [one(nine, 'DTSTART:20261126T090000Z', until), 'unreadable'],
  'no end': [one(nine), ''],
  'an end before the start': [one(nine, 'DTEND:20261125T080000Z'), 'unreadable'],
  'an absurd start': [one('DTSTART:99999999T999999Z', 'DTEND:0'), 'unreadable'],
  'a day that does not exist': [one('DTSTART:20270230T090000Z', hour), '03-02T09:00/10:00 unreadable'],
  'a series since the year 1': [
    one('DTSTART:00010101T090000Z', hour, 'RRULE:FREQ=YEARLY;BYMONTH=12'),
    '12-01T09:00/10:00',
  ],
  'a series since 1601': [
    one('DTSTART:16010105T090000Z', hour, 'RRULE:FREQ=WEEKLY;BYDAY=MO'),
    '11-23T09:00/10:00 11-30T09:00/10:00',
  ],
  'an event over since 1601': [one('DTSTART:16010105T090000Z', 'DTEND:16010105T080000Z'), ''],
  'an unknown rule': [one(nine, hour, 'RRULE:FREQ=NEVERLY;COUNT=-5'), 'unreadable'],
  'a rule of seconds': [one(nine, hour, 'RRULE:FREQ=SECONDLY'), 'unreadable'],
  'an absurd end of a rule': [one(nine, hour, 'RRULE:FREQ=WEEKLY;UNTIL=nonsense'), 'unreadable'],
  'a free event with an absurd end': [one(nine, 'DTEND:20261125T080000Z', 'TRANSP:TRANSPARENT'), ''],
  'an absurd duration': [one(nine, 'DURATION:one hour'), 'unreadable'],
  'a negative duration': [one(nine, 'DURATION:-PT1H'), 'unreadable'],
  'no calendar': ['<!doctype html>', 'unreadable'],
  nothing: ['', 'unreadable'],
  'a file that is cut off': [one(nine, until).slice(0, -30), 'unreadable'],
  'an event that is cut off': [file('BEGIN:VEVENT', 'UID:a', nine, until), 'unreadable'],
  'a task': [file('BEGIN:VTODO', 'UID:t', 'END:VTODO'), ''],
  'a journal beside an event': [
    file('BEGIN:VJOURNAL', 'UID:t', nine, 'END:VJOURNAL', ...event(nine, until)),
    '11-25T09:00/10:00',
  ],
  'an occurrence without its series': [
    one('RECURRENCE-ID:20261125T090000Z', 'DTSTART:20261126T090000Z', hour),
    '11-26T09:00/10:00',
  ],
  'two events with one UID': [
    file(...event(nine, until), ...event('DTSTART:20261126T090000Z', hour)),
    '11-25T09:00/10:00 11-26T09:00/10:00',
  ],
  'a time without a zone': [one('DTSTART:20261125T090000', 'DTEND:20261125T100000'), '11-25T14:00/15:00'],
  'a whole day': [one('DTSTART;VALUE=DATE:20261125'), '11-25T05:00/05:00'],
  'more dates that are periods': [
    one(nine, until, 'RDATE;VALUE=PERIOD:20261126T110000Z/PT3H,20261127T110000Z/20261127T130000Z'),
    '11-25T09:00/10:00 11-26T11:00/14:00 11-27T11:00/13:00',
  ],
  'a change of all later occurrences': [
    file(
      ...event(nine, hour, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261126T090000Z', 'DTSTART:20261126T120000Z', hour),
    ),
    '11-25T09:00/10:00 11-26T12:00/13:00 unreadable',
  ],
  'an unknown zone': [file(...at('Nowhere')), '11-25T14:00/15:00 unreadable'],
  'a zone of its own that is like no other': [
    file(...zone('Odd', ...noZone), ...at('Odd')),
    '11-25T14:00/15:00 unreadable',
  ],
  'a zone whose name has a path': [file(...at('/freeassociation.sourceforge.net/Europe/Berlin')), '11-25T08:00/09:00'],
  'a zone of its own with a colon': [
    file(...zone('GMT +01:00', ...berlin), ...at('"GMT +01:00"')),
    '11-25T08:00/09:00',
  ],
  'a zone of its own with a comma': [
    file(...zone('Amsterdam, Berlin', ...berlin), ...at('"Amsterdam, Berlin"')),
    '11-25T08:00/09:00',
  ],
  'only line feeds': [one(nine, until).replaceAll('\r\n', '\n'), '11-25T09:00/10:00'],
  'only carriage returns': [one(nine, until).replaceAll('\r\n', '\r'), '11-25T09:00/10:00'],
  'names in lower case': [
    one(nine, until).replace(/DTSTART|DTEND/g, (name) => name.toLowerCase()),
    '11-25T09:00/10:00',
  ],
  'a line folded within a time': [one('DTSTART:202611\r\n 25T090000Z', until), '11-25T09:00/10:00'],
  'an event without a UID': [file('BEGIN:VEVENT', nine, until, 'END:VEVENT'), '11-25T09:00/10:00'],
}

test('each strange file blocks what it says, or is reported as unreadable [1.11]', async () => {
  const objects = Object.entries(cases).map(([href, [data]]) => ({ href, data, own: false }))
  const window = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2027-12-01T00:00:00Z') }
  const read = await readIcsObjectsInProcess(objects, { ...window, zone: 'America/New_York' })
  const shown = read.map(({ href, pieces, isUnreadable }) => {
    const wanted = (cases[href]?.[1] ?? '').split(' ').filter((word) => word && word !== 'unreadable').length
    const times = pieces
      .slice(0, Math.max(wanted, 1))
      .map(({ startsAt, endsAt }) => `${startsAt.slice(5, 16)}/${endsAt.slice(11, 16)}`)
    return [href, [...times, ...(isUnreadable ? ['unreadable'] : [])].join(' ')]
  })
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(cases).map(([name, [, wanted]]) => [name, wanted])),
  )
})
