import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import { describe, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { everyWeekday, daysAhead, testBookingRules } from './availability.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const days = daysAhead(app)

const range = { from: '09:00', until: '12:00', formats: ['video' as const], location: '' }
const weekday = (...ranges: object[]) => ranges.map((more) => ({ weekday: 1, ...range, ...more }))

describe('the timetable', () => {
  test('has default rules and saved ranges that are sorted by day and time', async () => {
    expect(await therapist.api.availability.mine({})).toEqual({
      weekly: [],
      rules: defaultBookingRules,
      version: 0,
      zone: 'Europe/Berlin',
      days: [],
    })
    const [late, early] = [
      { ...range, weekday: 2, from: '14:00', until: '24:00', formats: ['in-person' as const], location: 'Room 2' },
      { ...range, weekday: 2 },
    ]
    const saved = await therapist.api.availability.save({ weekly: [late, early], rules: testBookingRules, version: 0 })
    expect(saved).toMatchObject({ weekly: [early, late], rules: testBookingRules, version: 1 })
    expect(await therapist.api.availability.mine({})).toEqual(saved)
  })

  test('is saved only over the version that it is based on', async () => {
    const before = await therapist.api.availability.mine({})
    const wanted = { weekly: everyWeekday(), rules: testBookingRules, version: before.version }
    const saved = await therapist.api.availability.save(wanted)
    expect(saved.version).toBe(before.version + 1)
    expect(await therapist.api.availability.save(wanted)).toEqual(saved)
    await expect(therapist.api.availability.save({ ...wanted, weekly: [] })).rejects.toMatchObject({
      status: 409,
      code: 'CHANGED',
      data: saved,
    })
    const both = await Promise.allSettled(
      [[], everyWeekday({ until: '10:00' })].map((weekly) =>
        therapist.api.availability.save({ weekly, rules: testBookingRules, version: saved.version }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('has day overrides with other hours or none, which can be removed', async () => {
    const [day, other] = [days.dayAhead(3), days.dayAhead(2)]
    const [late, early] = [
      { ...range, from: '18:00', until: '20:00' },
      { ...range, until: '10:00' },
    ]
    await therapist.api.availability.setDay({ day, ranges: [late, early] })
    await therapist.api.availability.setDay({ day: days.dayAhead(-2), ranges: [] })
    const both = await therapist.api.availability.setDay({ day: other, ranges: [] })
    expect(both.days).toEqual([
      { day: other, ranges: [] },
      { day, ranges: [early, late] },
    ])
    await therapist.api.availability.setDay({ day: other, ranges: null })
    const one = await therapist.api.availability.setDay({ day: other, ranges: null })
    expect(one.days).toEqual([{ day, ranges: [early, late] }])
    expect(await therapist.api.availability.mine({})).toEqual(one)
  })

  test('belongs to one therapist: another has a separate one, a client is refused [6.06]', async () => {
    const other = await app.person('therapist', 2)
    expect(await other.api.availability.mine({})).toMatchObject({ weekly: [], version: 0, days: [] })
    const client = await app.person('client')
    await expect(client.api.availability.mine({})).rejects.toMatchObject({ status: 403 })
    const wanted = { weekly: everyWeekday(), rules: testBookingRules, version: 0 }
    await expect(client.api.availability.save(wanted)).rejects.toMatchObject({ status: 403 })
  })
})

describe('saving is refused with 400 and the name of the problem for', () => {
  const issuesOf = async (path: string, input: object) => {
    const answer = await therapist.send(`availability/${path}`, input)
    return `${answer.status} ${await answer.text()}`
  }
  const save = (weekly: object[], more: object = {}) =>
    issuesOf('save', { weekly, rules: { ...testBookingRules, ...more }, version: 0 })

  test('ranges that overlap, on a weekday or in a day override', async () => {
    for (const answer of [
      await save(weekday({}, { from: '11:59', until: '13:00' })),
      await save(weekday({}, {})),
      await issuesOf('setDay', { day: days.dayAhead(1), ranges: [range, { ...range, from: '10:00' }] }),
    ]) {
      expect(answer).toMatch(/^400 .*OVERLAP/)
    }
    expect(await save(weekday({}, { from: '12:00', until: '13:00' }))).toMatch(/^409 .*CHANGED/)
  })

  test('ranges that cross midnight or go backward', async () => {
    for (const [from, until] of [
      ['22:00', '02:00'],
      ['10:00', '10:00'],
      ['12:00', '00:00'],
    ]) {
      expect(await save(weekday({ from, until })), `${from} ${until}`).toMatch(/^400 .*CROSSES_MIDNIGHT/)
      const ranges = [{ ...range, from, until }]
      expect(await issuesOf('setDay', { day: days.dayAhead(1), ranges })).toMatch(/^400 .*CROSSES_MIDNIGHT/)
    }
  })

  test('invalid times, ranges without a format, too many ranges, and rules outside their limits', async () => {
    const wrong: [object[], object?][] = [
      [weekday({ from: '24:00', until: '24:00' })],
      [weekday({ from: '9:00' })],
      [weekday({ until: '24:01' })],
      [weekday({ formats: [] })],
      [weekday({ weekday: 0 })],
      [weekday({ location: 'x'.repeat(201) })],
      [Array.from({ length: 85 }, () => ({ weekday: 1, ...range }))],
      [[], { stepMinutes: 4 }],
      [[], { bufferBefore: 241 }],
      [[], { noticeMinutes: -1 }],
      [[], { horizonDays: 367 }],
      [[], { perDay: 0 }],
    ]
    for (const [weekly, more] of wrong) {
      expect(await save(weekly, more), JSON.stringify([weekly[0], more])).toMatch(/^400 /)
    }
    expect(await issuesOf('setDay', { day: '2027-02-30', ranges: [] })).toMatch(/^400 /)
  })
})
