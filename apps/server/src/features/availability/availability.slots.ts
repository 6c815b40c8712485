import type { Stretch } from '@attune/contract/common/time'
import type { BookingRules } from '@attune/contract/features/availability'
import {
  dayAt,
  dayOf,
  type Hours,
  minute,
  numberOf,
  type Piece,
  piecesOf,
  rangesOn,
  stretchesAround,
  weekOf,
} from './availability.times.ts'

export type Taken = { startsAt: string; endsAt: string; isSession: boolean }
/** What a time is looked for in. `held`: the starts of the sessions that count against what a day and a week may hold. */
export type Week = { hours: Hours; rules: BookingRules; taken: readonly Taken[]; held: readonly string[] }
/** Days with both bounds, of the therapist's zone. Without a format any will do. */
export type Wanted = { from: string; to: string; format: string | null; durationMinutes: number; now: Date }
/** Instants in milliseconds. */
export type FreeSlot = { startsAt: number; endsAt: number; day: number; location: string }

/** The first moment and the last day that the rules let clients book. */
export function bookable({ hours, rules }: Pick<Week, 'hours' | 'rules'>, now: Date) {
  const number = Math.floor(now.getTime() / 86_400_000)
  const today = dayAt(now.getTime(), stretchesAround(hours.zone, number, number))
  return { today, earliest: now.getTime() + rules.noticeMinutes * minute, latest: today + rules.horizonDays }
}

/**
 * The times that can be booked, by start. They begin at the step from the beginning of a range, counted on the wall clock, lie in
 * the range wholly, keep the buffers to other sessions, and obey notice, horizon and what a day and a week may hold.
 * Sorts once and sweeps: what is taken and the days are passed once each.
 */
export function* freeSlots(week: Week, wanted: Wanted): Generator<FreeSlot> {
  const { hours, rules } = week
  const { today, earliest, latest } = bookable(week, wanted.now)
  const [first, last] = [Math.max(numberOf(wanted.from), today), Math.min(numberOf(wanted.to), latest)]
  if (first > last) return
  const stretches = stretchesAround(hours.zone, first - 7, last + 7)
  const room = roomLeft(week, stretches)
  const blocks = blocksOf(week.taken, (rules.bufferBefore + rules.bufferAfter) * minute)
  const [length, step] = [wanted.durationMinutes * minute, rules.stepMinutes * minute]
  let at = 0
  for (let number = first; number <= last; number++) {
    if (room.on(number) === 0 || room.inWeek(number) === 0) continue
    for (const piece of piecesOf(fitting(hours, number, wanted.format), number, stretches)) {
      const { location } = piece.range
      const latestStart = Math.min(piece.to - 1, piece.end - length)
      for (let start = firstStep(piece, earliest, step); start <= latestStart;) {
        while (at < blocks.length && (blocks[at] as Block).to <= start) at++
        const block = blocks[at]
        if (block && block.from < start + length) {
          start = firstStep(piece, block.to, step)
          continue
        }
        yield { startsAt: start, endsAt: start + length, day: number, location }
        start += step
      }
    }
  }
}

const fitting = (hours: Hours, number: number, format: string | null) =>
  rangesOn(hours, number).filter((range) => format === null || (range.formats as readonly string[]).includes(format))

/** The first step of the range that lies in the piece and not before a moment. */
function firstStep({ from, offset, wallFrom }: Piece, notBefore: number, step: number): number {
  const begin = wallFrom - offset
  return begin + Math.ceil((Math.max(from, notBefore) - begin) / step) * step
}

type Block = { from: number; to: number }

/** What is taken, without overlaps, by start. Sessions are kept apart by both buffers, which add up. */
function blocksOf(taken: readonly Taken[], apart: number): Block[] {
  const blocks = taken.map(({ startsAt, endsAt, isSession }) => {
    const margin = isSession ? apart : 0
    return { from: Date.parse(startsAt) - margin, to: Date.parse(endsAt) + margin }
  })
  blocks.sort((a, b) => a.from - b.from)
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (before && block.from <= before.to) before.to = Math.max(before.to, block.to)
    else joined.push(block)
  }
  return joined
}

type Room = { on: (number: number) => number; inWeek: (number: number) => number }

/** How many sessions a day, and the week that it lies in, can still take. */
function roomLeft({ rules: { perDay, perWeek }, held }: Week, stretches: readonly Stretch[]): Room {
  const [days, weeks] = [new Map<number, number>(), new Map<number, number>()]
  for (const startsAt of perDay === null && perWeek === null ? [] : held) {
    const number = dayAt(Date.parse(startsAt), stretches)
    days.set(number, (days.get(number) ?? 0) + 1)
    weeks.set(weekOf(number), (weeks.get(weekOf(number)) ?? 0) + 1)
  }
  const left = (most: number | null, count = 0) =>
    most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - count)
  return {
    on: (number) => left(perDay, days.get(number)),
    inWeek: (number) => left(perWeek, weeks.get(weekOf(number))),
  }
}

/** How many could be booked on each day, one after the other with the buffers between them, in any format. */
export function freeByDay(week: Week, wanted: Omit<Wanted, 'format'>): { day: string; free: number }[] {
  const { hours, rules } = week
  const [first, last] = [numberOf(wanted.from), numberOf(wanted.to)]
  const room = roomLeft(week, stretchesAround(hours.zone, first - 7, last + 7))
  const apart = (rules.bufferBefore + rules.bufferAfter) * minute
  const [days, weeks] = [new Map<number, number>(), new Map<number, number>()]
  let until = Number.NEGATIVE_INFINITY
  for (const { day, startsAt, endsAt } of freeSlots(week, { ...wanted, format: null })) {
    const [onDay, inWeek] = [days.get(day) ?? 0, weeks.get(weekOf(day)) ?? 0]
    if (startsAt < until || onDay >= room.on(day) || inWeek >= room.inWeek(day)) continue
    until = endsAt + apart
    days.set(day, onDay + 1)
    weeks.set(weekOf(day), inWeek + 1)
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
    day: dayOf(first + i),
    free: days.get(first + i) ?? 0,
  }))
}
