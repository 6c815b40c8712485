import { utcDay } from '@attune/contract/common/time/time.testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, type FoundObject, isAsSeenLast } from './compare.ts'
import { singleEvent } from './calendar-event.ts'
import type { ExpectedOccurrence, OwnObject } from './own-events.ts'

const [minute, day] = [60_000, 24 * 60 * 60_000]
const now = new Date('2026-03-01T12:00:00Z')
const at = (days: number, minutes = 0) => new Date(now.getTime() + days * day + minutes * minute).toISOString()

/** Returns an Attune event with an occurrence on each of the given days from now. */
function ours(kind: OwnObject['kind'], ...days: number[]): OwnObject {
  const expected = days.map((one): ExpectedOccurrence => {
    const times = { originalStart: at(one), startsAt: at(one), endsAt: at(one, 50) }
    return { ...times, id: kind === 'series' ? `s${one}` : 'a', kind: 'session', title: 'Busy', location: '' }
  })
  return {
    id: 'a',
    kind,
    expected,
    texts: () => [],
    lastDay: utcDay(at(Math.max(...days))),
    hash: 'now',
    event: (stamp) => singleEvent({ startsAt: '', endsAt: '', title: '', location: '' }, stamp),
  }
}
const there = ({ kind, expected }: OwnObject): FoundObject => ({
  repeats: kind === 'series',
  isUnreadable: false,
  occurrences: expected.map(({ originalStart, startsAt, endsAt, title, location }) => ({
    originalStart,
    startsAt,
    endsAt,
    title,
    location,
  })),
})
const edited = (
  object: OwnObject,
  edit: (one: FoundObject['occurrences'][number], at: number) => object | null,
): FoundObject => {
  const found = there(object)
  const occurrences = found.occurrences.flatMap((one, index) => {
    const change = edit(one, index)
    return change ? [{ ...one, ...change }] : []
  })
  return { ...found, occurrences }
}
const asked = (object: OwnObject, found: FoundObject | null) =>
  changesOf(object, found, now).map(({ subjectId, change }) => `${subjectId} ${change}`)

test('an event counts as changed there only if it differs from our last write', () => {
  const row = { ourHash: 'old', theirHash: 'x', isAsked: false }
  expect(isAsSeenLast(row, 'old', { hash: 'x' })).toBe(true)
  expect(isAsSeenLast(row, 'new', { hash: 'x' })).toBe(true)
  expect(isAsSeenLast(row, 'old', { hash: 'y' })).toBe(false)
  expect(isAsSeenLast(row, 'old', null)).toBe(false)
  expect(isAsSeenLast({ ...row, isAsked: true }, 'old', { hash: 'x' })).toBe(true)
  expect(isAsSeenLast({ ...row, isAsked: true }, 'new', { hash: 'x' })).toBe(false)
})

test('a single event: the same asks nothing, a move, a deletion, another text and an unreadable file ask once', () => {
  const one = ours('session', 1)
  expect(asked(one, there(one))).toEqual([])
  expect(
    changesOf(
      one,
      edited(one, () => ({ startsAt: at(2), endsAt: at(2, 50) })),
      now,
    ),
  ).toEqual([{ subjectId: 'a', kind: 'session', change: 'moved', startsAt: at(2), endsAt: at(2, 50) }])
  expect(asked(one, null)).toEqual(['a deleted'])
  expect(
    asked(
      one,
      edited(one, () => null),
    ),
  ).toEqual(['a deleted'])
  expect(
    asked(
      one,
      edited(one, () => ({ title: 'Ana' })),
    ),
  ).toEqual(['a changed'])
  expect(asked(one, { ...there(one), repeats: true })).toEqual(['a changed'])
  expect(asked(one, { repeats: false, occurrences: [], isUnreadable: true })).toEqual(['a changed'])
  // A time span of more than a day, or with its end before the start, cannot be proposed.
  expect(
    asked(
      one,
      edited(one, () => ({ endsAt: at(3) })),
    ),
  ).toEqual(['a changed'])
  expect(
    asked(
      one,
      edited(one, () => ({ endsAt: at(0) })),
    ),
  ).toEqual(['a changed'])
})

test('what is over is never asked about, whatever is there', () => {
  const over = ours('session', -1)
  for (const found of [null, there(over), edited(over, () => ({ startsAt: at(5), endsAt: at(5, 50) }))])
    expect(asked(over, found)).toEqual([])
  const half = ours('series', -7, 7)
  expect(
    asked(
      half,
      edited(half, (_, index) => (index === 0 ? null : {})),
    ),
  ).toEqual([])
})

test('an added occurrence of a series, or another rule, is one question about the series', () => {
  const series = ours('series', 1, 8, 15)
  expect(
    asked(series, {
      ...there(series),
      occurrences: [...there(series).occurrences, ...there(ours('series', 22)).occurrences],
    }),
  ).toEqual(['a changed'])
  expect(
    asked(
      series,
      edited(series, ({ originalStart }) => ({
        originalStart: new Date(Date.parse(originalStart) + minute).toISOString(),
      })),
    ),
  ).toEqual(['a changed'])
})

test('for any edits of a series, each different coming occurrence is asked about, or the whole series if more than five differ', () => {
  const edit = fc.constantFrom<'same' | 'move' | 'delete' | 'title'>('same', 'same', 'same', 'move', 'delete', 'title')
  const words = { same: '', move: 'moved', delete: 'deleted', title: 'changed' }
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 5 }), (edits, past) => {
      const days = edits.map((_, index) => (index - past) * 7 + 1)
      const series = ours('series', ...days)
      const changes = {
        same: {},
        move: { startsAt: at(1000), endsAt: at(1000, 50) },
        delete: null,
        title: { title: 'Ana' },
      }
      const found = edited(series, (_, index) => changes[edits[index] ?? 'same'])
      const upcoming = days.map((one, index) => [one, edits[index] ?? 'same'] as const).filter(([one]) => one > 0)
      const differing = upcoming.filter(([, one]) => one !== 'same').map(([one, what]) => `s${one} ${words[what]}`)
      const whole = found.occurrences.length === 0 ? ['a deleted'] : ['a changed']
      const isWhole = found.occurrences.length === 0 || differing.length > 5
      expect(asked(series, found)).toEqual(upcoming.length === 0 ? [] : isWhole ? whole : differing)
    }),
    { numRuns: 200 },
  )
})
