import { runs } from '@attune/contract/common/runs.testing'
import { languages } from '@attune/contract/common/text/text'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { busyTimes, demoCalendar, minutesOf } from './calendar.ts'
import { cast } from './cast.ts'
import { sessionsOf } from './plan.ts'
import { demoStory } from './story.ts'
import { type DemoTexts, languageOf, readTexts } from './texts.ts'

/** Start times for the demo: a working day at ten, a weekend at night, holidays, and times before and after usual practice hours. */
const starts = ['2026-11-23T10:40Z', '2026-11-28T23:10Z', '2026-12-25T12:10Z', '2027-03-28T05:50Z', '2027-08-08T19:20Z']
/** `npm test` runs each start in one language, and each language at least once; the deep tier runs all pairs. */
const cases = languages.flatMap((language, place) =>
  starts.filter((_, at) => runs(0, 1) || at % languages.length === place).map((start) => ({ language, start })),
)
const setUp = (language: (typeof languages)[number], start: string) => {
  const texts = readTexts(language)
  return { texts, calendar: demoCalendar(new Date(start), texts.practice.zone) }
}

/** Returns the paths of all texts, such as `people.panic.notes.3`, including empty texts. */
function placesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, `${path}.${key}`))
}

function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value
      .replace(/^[TC]:/, '')
      .split(/(?<=[.!?…])\s+|\n| \| /u)
      .map((sentence) =>
        sentence
          .toLowerCase()
          .replace(/[^\p{L}\p{N} ]/gu, '')
          .trim(),
      )
      .filter((sentence) => sentence.split(' ').length > 3)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : []
}

const writtenOf = ({ people }: DemoTexts, key: string) => {
  const { about, notes, journal, tasks, messages, plan, interventions, intake, next, safety, comments } =
    people[key] ?? {}
  const { copyAnswer, hold } = people[key] ?? {}
  return {
    about,
    notes,
    journal,
    tasks,
    messages,
    plan,
    interventions,
    intake,
    next,
    safety,
    comments,
    copyAnswer,
    hold,
  }
}

test.each(languages)('every text of the demo practice is written in %s', (language) => {
  const others = (texts: DemoTexts) => placesOf(texts).filter((path) => !/^\.practice\.(siret|prices)/.test(path))
  expect(others(readTexts(language))).toEqual(others(readTexts('en')))
  expect(Object.keys(readTexts(language).people).toSorted()).toEqual(Object.keys(cast).toSorted())
})

test.each(languages)('no two clients share a sentence in %s', (language) => {
  const texts = readTexts(language)
  const owners = new Map<string, string>()
  const shared: string[] = []
  for (const key of Object.keys(cast))
    for (const sentence of sentencesOf(writtenOf(texts, key))) {
      const owner = owners.get(sentence)
      if (owner !== undefined && owner !== key) shared.push(`${owner}, ${key}: ${sentence}`)
      owners.set(sentence, key)
    }
  expect([shared, owners.size > 500]).toEqual([[], true])
})

test('no two languages share a long sentence, so that none is left untranslated', () => {
  const seen = new Map<string, string>()
  const shared = languages.flatMap((language) =>
    [...new Set(Object.keys(cast).flatMap((key) => sentencesOf(writtenOf(readTexts(language), key))))].filter(
      (sentence) => {
        const isShared = sentence.split(' ').length > 4 && seen.has(sentence)
        seen.set(sentence, language)
        return isShared
      },
    ),
  )
  expect(shared).toEqual([])
})

describe.each(cases)('the demo practice in $language that starts at $start', ({ language, start }) => {
  const { texts, calendar } = setUp(language, start)
  const { began, events } = demoStory(texts, calendar, [])

  test('has every date on a working day of its therapist, in the past and in order', () => {
    const wrong = events.filter(({ at }) => {
      const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(calendar.zone).toPlainDate()
      const isAfterMidnight =
        calendar.isNight && day.subtract({ days: 1 }) && calendar.isWorkday(day.subtract({ days: 1 }))
      return !calendar.isWorkday(day) && !isAfterMidnight
    })
    expect(wrong.map(({ at }) => at.toISOString())).toEqual([])
    expect(events.every(({ at }, place) => at <= calendar.now && at >= (events[place - 1]?.at ?? began))).toBe(true)
    expect(calendar.isWorkday(calendar.today)).toBe(true)
  })

  test('covers about a year', () => {
    const days = (calendar.now.getTime() - began.getTime()) / 86_400_000
    expect([days > 320, days < 460]).toEqual([true, true])
  })

  test('has a session now and five others today, within the hours of the day, and none at the same time', () => {
    const all = Object.keys(cast)
      .filter((key) => cast[key]?.therapist === 0)
      .flatMap((key) => sessionsOf(key, texts, calendar))
    const running = all.filter(({ state }) => state === 'running')
    expect(running).toHaveLength(1)
    expect(new Set(calendar.slots).size).toBe(6)
    const sorted = all.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    const overlapping = sorted.filter((one, place) => one.startsAt < (sorted[place - 1]?.endsAt ?? new Date(0)))
    expect(overlapping.map(({ key, startsAt }) => `${key} ${startsAt.toISOString()}`)).toEqual([])
  })
})

test('no client of the demo practice has sessions at a busy time of the therapist, when they could not be scheduled', () => {
  const taken = Object.entries(cast).filter(([, { day, time, minutes = 50 }]) =>
    busyTimes.some((busy) => {
      const [starts, ends] = [minutesOf(busy.time), minutesOf(busy.time) + busy.minutes]
      return day === busy.day && minutesOf(time) < ends && starts < minutesOf(time) + minutes
    }),
  )
  expect(taken.map(([key]) => key)).toEqual([])
})

test('each completed session before today has a note, except the one that is still to be written', () => {
  const { texts, calendar } = setUp('en', '2026-11-23T10:40Z')
  const today = calendar.at(calendar.today, '0:00')
  const without = Object.keys(cast).flatMap((key) =>
    sessionsOf(key, texts, calendar).filter(
      ({ state, endsAt, note }) => state === 'completed' && endsAt < today && note === null,
    ),
  )
  expect(without.map(({ key }) => key)).toEqual(Object.keys(cast).filter((key) => cast[key]?.unwritten))
})

test('the language of the demo practice is that of a valid option or else English', () => {
  expect([languageOf([]), languageOf(['--language', 'de']), languageOf(['--language=fr'])]).toEqual(['en', 'de', 'fr'])
  expect(() => languageOf(['--language', 'it'])).toThrow("not 'it'")
})
