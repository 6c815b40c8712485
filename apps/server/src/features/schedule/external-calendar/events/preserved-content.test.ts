import { expect, test } from 'vitest'
import { preserveContent } from './preserved-content.ts'

const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const alarm = (...lines: string[]) => ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', ...lines, 'END:VALARM']
const added = (ours: string, kept: string) => kept.split('\r\n').filter((line) => !ours.split('\r\n').includes(line))

test('alarms, categories, a color and properties of a program are kept, and alarms show our title', () => {
  const ours = file(['UID:a', 'SUMMARY:Busy'])
  const long = `X-APPLE-TRAVEL-ADVISORY-BEHAVIOR;X-NOTE="a:b;c":AUTO${'MATIC'.repeat(20)}`
  const folded = `${long.slice(0, 70)}\r\n ${long.slice(70)}`
  const there = file([
    'UID:a',
    'SUMMARY:Busy',
    'CATEGORIES:Work',
    'COLOR:red',
    folded,
    ...alarm('DESCRIPTION:Reminder'),
  ])
  const kept = preserveContent(ours, there, [])
  expect(kept).toContain(
    ['CATEGORIES:Work', 'COLOR:red', folded, ...alarm('DESCRIPTION:Busy'), 'END:VEVENT'].join('\r\n'),
  )
  expect(preserveContent(ours, kept, [])).toBe(kept)
})

test('names and places that our file no longer has, people, emails and places of programs are not kept', () => {
  const ours = file(['UID:a', 'SUMMARY:Busy'])
  const there = file([
    'UID:a',
    'SUMMARY:Ana Lindqvist\\, BO',
    'LOCATION:Room 7',
    'DESCRIPTION:text',
    'ATTENDEE:mailto:a@b.example',
    'ORGANIZER:mailto:a@b.example',
    'CATEGORIES:Lindqvist',
    'X-ALT-DESC:text',
    'X-APPLE-STRUCTURED-LOCATION:geo:1,2',
    'X-ONE:ana',
    'X-TWO:with bo',
    'X-THREE:MAILTO:x@y.example',
    'X-FOUR:room',
    'X-FIVE:keep',
    ...alarm('ATTENDEE:mailto:a@b.example', 'SUMMARY:Ana', 'DESCRIPTION:Ana', 'X-WR-ALARMUID:Ana'),
    'BEGIN:VALARM',
    'ACTION:EMAIL',
    'TRIGGER:-PT5M',
    'ATTENDEE:mailto:a@b.example',
    'END:VALARM',
  ])
  expect(added(ours, preserveContent(ours, there, []))).toEqual(['X-FIVE:keep', ...alarm('DESCRIPTION:Busy')])
})

test('a name that the calendar no longer shows is not kept, whatever the title there is', () => {
  const ours = file(['UID:a', 'SUMMARY:Busy'])
  const alarmWithName = ['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER;X-NOTE=Ana:-PT15M', 'TRIGGER:-PT5M', 'END:VALARM']
  const there = file([
    'UID:a',
    'SUMMARY:Changed',
    'X-ONE;X-NOTE="with Ana":b',
    'CATEGORIES:Lindqvist',
    ...alarmWithName,
  ])
  expect(added(ours, preserveContent(ours, there, ['Ana Lindqvist']))).toEqual(
    alarmWithName.filter((line) => !line.includes('Ana')),
  )
})

test('each occurrence of a series keeps its own additions, and a newly changed one gets those of the series', () => {
  const occurrence = (day: string) => [`RECURRENCE-ID;TZID=Europe/Berlin:202601${day}T090000`, 'SUMMARY:Busy']
  const ours = file(['RRULE:FREQ=WEEKLY', 'SUMMARY:Busy'], occurrence('08'), occurrence('15'))
  const there = file(['SUMMARY:Busy', 'COLOR:blue'], [...occurrence('08'), 'COLOR:red'])
  expect(preserveContent(ours, there, []).match(/COLOR:\w+|END:VEVENT/g)).toEqual(
    ['COLOR:blue', 'COLOR:red', 'COLOR:blue'].flatMap((line) => [line, 'END:VEVENT']),
  )
})

test('a broken or endless file there adds nothing, or at most a little', () => {
  const ours = file(['UID:a', 'SUMMARY:Busy'])
  for (const there of ['', 'BEGIN:VEVENT', 'no calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nX-A:b'])
    expect(preserveContent(ours, there, [])).toBe(ours)
  const many = file(['SUMMARY:Busy', ...Array.from({ length: 5_000 }, (_, at) => `X-${at}:b`)])
  expect(preserveContent(ours, many, []).length).toBeLessThan(10_000)
})
