// @vitest-environment node
import type { DaySession } from '@attune/contract/features/home/dashboard/dashboard'
import { expect, test } from 'vitest'
import { agendaItems } from './agenda-items.ts'

const session = (from: string, to: string) =>
  ({ id: from, startsAt: `2026-11-19T${from}:00.000Z`, endsAt: `2026-11-19T${to}:00.000Z` }) as DaySession

const read = (sessions: DaySession[], now: string) =>
  agendaItems(sessions, new Date(`2026-11-19T${now}:00Z`)).map((item) => {
    if (item.kind === 'session') return `${item.session.id} ${item.when}`
    return item.kind === 'free' ? `free ${item.minutes}` : 'now'
  })

test('the line at the current time is before the next session, and future free time is shown', () => {
  const day = [session('07:30', '08:20'), session('10:00', '10:50'), session('12:30', '13:50')]
  expect(read(day, '09:48')).toEqual(['07:30 past', 'now', '10:00 next', 'free 100', '12:30 later'])
})

test('a running session is marked, and then there is no line at the current time', () => {
  expect(read([session('10:00', '10:50'), session('11:00', '11:50')], '10:20')).toEqual([
    '10:00 running',
    '11:00 later',
  ])
})

test('after the last session the line at the current time is at the end', () => {
  expect(read([session('10:00', '10:50')], '15:00')).toEqual(['10:00 past', 'now'])
  expect(read([], '15:00')).toEqual([])
})
