// @vitest-environment node
import { expect, test } from 'vitest'
import { shiftDraft } from './use-calendar-keys.ts'
import { wallClockAt } from '../wall-clock.ts'

const zone = 'Europe/Berlin'
const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const hours = { kind: 'hours', days: week } as const
const draft = { id: 'ana', startUtc: '2026-11-20T09:00:00.000Z', endUtc: '2026-11-20T09:50:00.000Z' }
const wall = (instant: string) => wallClockAt(instant, zone)

test('arrow keys move an item by 15 minutes or by a day, and skip a hidden weekend', () => {
  expect(shiftDraft(draft, 'move', 'down', hours, zone)).toMatchObject({ startUtc: '2026-11-20T09:15:00.000Z' })
  expect(wall(shiftDraft(draft, 'move', 'right', hours, zone).startUtc)).toEqual({ day: '2026-11-23', minute: 600 })
  const monday = { ...draft, startUtc: '2026-11-16T09:00:00.000Z', endUtc: '2026-11-16T09:50:00.000Z' }
  expect(wall(shiftDraft(monday, 'move', 'left', hours, zone).startUtc)).toEqual({ day: '2026-11-13', minute: 600 })
})

test('in a month, arrow keys move an item by days and weeks and keep its time', () => {
  const month = { kind: 'month', days: week } as const
  expect(wall(shiftDraft(draft, 'move', 'down', month, zone).startUtc)).toEqual({ day: '2026-11-27', minute: 600 })
  expect(wall(shiftDraft(draft, 'move', 'left', month, zone).startUtc)).toEqual({ day: '2026-11-19', minute: 600 })
})

test('resizing changes only the end, between 15 minutes and a day', () => {
  const longer = shiftDraft(draft, 'resize', 'down', hours, zone)
  expect(longer).toEqual({ ...draft, endUtc: '2026-11-20T10:05:00.000Z' })
  let shorter = draft
  for (let step = 0; step < 9; step++) shorter = shiftDraft(shorter, 'resize', 'up', hours, zone)
  expect(shorter.endUtc).toBe('2026-11-20T09:15:00.000Z')
  expect(shiftDraft(draft, 'resize', 'left', hours, zone)).toEqual(draft)
})

test('moving an item across a clock change keeps its wall-clock time and its duration', () => {
  for (const [own, day] of [
    ['Europe/Berlin', '2026-03-28'],
    ['Europe/Berlin', '2026-10-24'],
    ['Australia/Lord_Howe', '2026-10-03'],
    ['Australia/Lord_Howe', '2026-04-04'],
  ] as const) {
    const startUtc = new Date(`${day}T03:00:00Z`).toISOString()
    const before = { id: 'ana', startUtc, endUtc: new Date(Date.parse(startUtc) + 50 * 60_000).toISOString() }
    const after = shiftDraft(before, 'move', 'right', { kind: 'hours', days: [] }, own)
    expect(wallClockAt(after.startUtc, own).minute).toBe(wallClockAt(startUtc, own).minute)
    expect(Date.parse(after.endUtc) - Date.parse(after.startUtc)).toBe(50 * 60_000)
    expect(Date.parse(after.startUtc) - Date.parse(startUtc)).not.toBe(0)
  }
})

test('up and down move through a skipped or repeated hour by elapsed time, and the opposite key reverts each step', () => {
  for (const startUtc of ['2026-03-29T00:45:00.000Z', '2026-10-24T23:45:00.000Z']) {
    const before = { id: 'ana', startUtc, endUtc: new Date(Date.parse(startUtc) + 50 * 60_000).toISOString() }
    let now = before
    for (let step = 0; step < 12; step++) now = shiftDraft(now, 'move', 'down', hours, zone)
    expect(Date.parse(now.startUtc) - Date.parse(startUtc)).toBe(3 * 60 * 60_000)
    for (let step = 0; step < 12; step++) now = shiftDraft(now, 'move', 'up', hours, zone)
    expect(now).toEqual(before)
  }
})
