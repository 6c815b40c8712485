import { dayBounds } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { everyWeekday, daysAhead, saveHours, testZone } from './availability.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
const days = daysAhead(app)

const span = (from: number, to: number) => ({ startsAt: days.at(from, '00:00'), endsAt: days.at(to, '00:00') })
const save = (startsAt: string, endsAt: string, more: object = {}) =>
  therapist.api.availability.saveAbsence({
    id: randomUUID(),
    title: 'Away',
    startsAt,
    endsAt,
    wholeDays: false,
    ...more,
  })
const remove = (id: string) => therapist.api.availability.removeAbsence({ id })

test('saving an absence returns the planned and requested sessions during it and leaves them unchanged', async () => {
  const put = (
    ahead: number,
    time: string,
    status: 'pending' | 'confirmed' | 'scheduled' | 'rescheduled' | 'cancelled' | 'denied',
  ) => insertSession(app, therapist, record, { status, startsAt: days.at(ahead, time) })
  const hit = [
    await put(10, '09:00', 'confirmed'),
    await put(11, '09:00', 'pending'),
    await put(11, '12:00', 'scheduled'),
    await put(12, '23:30', 'rescheduled'),
  ]
  await put(9, '09:00', 'confirmed')
  await put(11, '14:00', 'cancelled')
  await put(11, '15:00', 'denied')
  await put(13, '00:20', 'confirmed')
  const wanted = { startsAt: days.at(10, '09:49'), endsAt: days.at(13, '00:20') }
  const asked = await therapist.api.availability.sessionsDuringTimeOff(wanted)
  expect(asked.items.map(({ id }) => id)).toEqual(hit)
  expect(asked.total).toBe(4)
  expect((await therapist.api.availability.absences({})).items).toEqual([])
  const saved = await save(wanted.startsAt, wanted.endsAt)
  expect([saved.hits.map(({ id }) => id), saved.total]).toEqual([hit, 4])
  expect(saved.hits[0]).toMatchObject({ status: 'confirmed', may: { move: true, cancel: true } })
  expect((await client.api.session.get({ id: hit[0] ?? '' })).session.status).toBe('confirmed')
  await remove(saved.absence.id)
})

test('only the therapist of an absence can see, change and remove it', async () => {
  const { absence } = await save(days.at(20, '10:00'), days.at(20, '12:00'))
  const again = await save(days.at(21, '10:00'), days.at(21, '12:00'), { id: absence.id, title: 'Training' })
  const twice = await save(days.at(21, '10:00'), days.at(21, '12:00'), { id: absence.id, title: 'Training' })
  expect(twice).toEqual(again)
  expect((await therapist.api.availability.absences({})).items).toEqual([
    {
      id: absence.id,
      title: 'Training',
      startsAt: days.at(21, '10:00'),
      endsAt: days.at(21, '12:00'),
      wholeDays: false,
    },
  ])
  const other = await app.person('therapist', 2)
  const theirs = { id: absence.id, title: '', ...span(1, 2), wholeDays: false }
  await expect(other.api.availability.saveAbsence(theirs)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
  await expect(other.api.availability.removeAbsence({ id: absence.id })).rejects.toMatchObject({ status: 404 })
  expect((await other.api.availability.absences({})).items).toEqual([])
  expect(await remove(absence.id)).toEqual({ done: true })
  await expect(remove(absence.id)).rejects.toMatchObject({ status: 404 })
})

test('whole days go from midnight to midnight of the therapist’s zone, also when the clock changes', async () => {
  for (const [first, last, hours] of [
    ['2031-03-30', '2031-03-30', 23],
    ['2031-10-26', '2031-10-26', 25],
    ['2031-03-29', '2031-10-27', 212 * 24 + 24],
  ] as const) {
    const wanted = { startsAt: `${first}T10:30:00.000Z`, endsAt: `${last}T11:00:00.000Z` }
    const { absence } = await save(wanted.startsAt, wanted.endsAt, { wholeDays: true })
    expect([absence.startsAt, absence.endsAt]).toEqual([dayBounds(first, testZone).from, dayBounds(last, testZone).to])
    expect((Date.parse(absence.endsAt) - Date.parse(absence.startsAt)) / 3_600_000).toBe(hours)
    // An absence that ends at midnight does not include the day that starts then, so saving it again changes nothing.
    const exact = await save(absence.startsAt, absence.endsAt, { wholeDays: true, id: absence.id })
    expect(exact.absence).toEqual(absence)
    await remove(absence.id)
  }
})

test('an absence of more than a year blocks each of its days and counts all sessions in it @slow', async () => {
  for (let n = 0; n < 105; n++) {
    await insertSession(app, therapist, record, { status: 'confirmed', startsAt: days.at(100 + n, '09:00') })
  }
  await saveHours(therapist, everyWeekday(), { horizonDays: 366 })
  const year = await save(days.at(90, '00:00'), days.at(500, '00:00'), { wholeDays: true })
  expect([year.hits.length, year.total]).toEqual([100, 105])
  const free = async (from: number, to: number) =>
    (
      await client.api.availability.slots({
        therapistId: therapist.accountId,
        from: days.dayAhead(from),
        to: days.dayAhead(to),
        format: 'video',
      })
    ).slots.length
  expect(await free(88, 89)).toBe(6)
  for (const from of [90, 200, 310, 360]) expect(await free(from, from + 5), String(from)).toBe(0)
  const plan = (ahead: number) =>
    therapist.api.session.create({
      id: randomUUID(),
      clientIds: [record],
      startsAt: days.at(ahead, '15:00'),
      format: 'video',
    })
  for (const ahead of [90, 300, 499]) {
    await expect(plan(ahead), String(ahead)).rejects.toMatchObject({
      code: 'SLOT_TAKEN',
      data: {
        conflicts: [
          { kind: 'absence', name: 'Away', sessionId: null, ...(year.absence && { startsAt: year.absence.startsAt }) },
        ],
      },
    })
  }
  expect((await plan(500)).status).toBe('scheduled')
  await remove(year.absence.id)
  expect(await free(310, 311)).toBe(6)
})

test('an empty, reversed or too long span is refused', async () => {
  const wrong = [
    [days.at(2, '10:00'), days.at(2, '10:00')],
    [days.at(3, '10:00'), days.at(2, '10:00')],
    [days.at(0, '10:00'), days.at(1101, '10:00')],
    ['2099-12-30T10:00:00Z', '2100-01-02T10:00:00Z'],
  ] as const
  for (const [startsAt, endsAt] of wrong) {
    await expect(save(startsAt, endsAt), startsAt).rejects.toMatchObject({ status: 400 })
    await expect(therapist.api.availability.sessionsDuringTimeOff({ startsAt, endsAt })).rejects.toMatchObject({
      status: 400,
    })
  }
  // This absence of 1100 days is within the limit and exceeds the limit only after it is extended to whole days.
  const most = save(days.at(0, '12:00'), new Date(Date.parse(days.at(0, '12:00')) + 1100 * 86_400_000).toISOString(), {
    wholeDays: true,
  })
  await expect(most).rejects.toMatchObject({ status: 400 })
})
