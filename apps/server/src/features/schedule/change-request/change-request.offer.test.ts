import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { everyWeekday, daysAhead, saveHours } from '../availability/availability.testing.ts'
import { setUpChangeRequestTest } from './change-request.testing.ts'

const { server: app, therapist, client, confirmed, askMove } = await setUpChangeRequestTest()
const days = daysAhead(app)
afterAll(() => app.close())

const codeOf = (id: string, startsAt: string, minutes = 50) =>
  client.api.changeRequest
    .askMove({ id: randomUUID(), sessionId: id, startsAt, durationMinutes: minutes, reason: '' })
    .then(
      ({ change }) => change.state,
      ({ code }: { code: string }) => code,
    )

test('without proposed times a session can be moved only to free times, and its own time counts as free', async () => {
  await saveHours(therapist, everyWeekday({ until: '13:00', formats: ['video'] }), {
    bufferAfter: 30,
    stepMinutes: 30,
    perDay: 2,
  })
  await therapist.api.terms.save({ ...defaultTerms, proposeTimes: false })
  const [id, other] = [await confirmed(days.at(10, '09:00')), await confirmed(days.at(10, '12:00'))]
  const window = { from: days.dayAhead(10), to: days.dayAhead(10), format: 'video' as const }
  const asked = { therapistId: therapist.accountId, ...window }
  // The day already has its maximum of two sessions. Clients can book no further session, but one of the two can move
  // within the day.
  expect((await client.api.availability.slots(asked)).slots).toEqual([])
  const { slots } = await client.api.availability.slots({ ...asked, sessionId: id })
  expect(slots.map(({ startsAt }) => startsAt)).toEqual(
    ['09:00', '09:30', '10:00', '10:30'].map((time) => days.at(10, time)),
  )
  expect(await codeOf(id, days.at(11, '20:00'))).toBe('NOT_OFFERED')
  expect(await codeOf(id, days.at(11, '09:10'))).toBe('NOT_OFFERED')
  expect(await codeOf(id, days.at(10, '12:00'))).toBe('SLOT_TAKEN')
  // No session takes place at 11:00, but 11:00 is within the buffer before the next session.
  expect(await codeOf(id, days.at(10, '11:00'))).toBe('NOT_OFFERED')
  expect(await codeOf(id, days.at(10, '09:30'))).toBe('open')
  await therapist.api.terms.save(defaultTerms)
  expect((await askMove(other, days.at(11, '20:00'))).change.state).toBe('open')
})

test('only a participant can query free times for moving a session', async () => {
  const stranger = await app.person('client', 2)
  const id = await confirmed(days.at(14, '09:00'))
  const window = { from: days.dayAhead(14), to: days.dayAhead(14), format: 'video' as const }
  const ask = (sessionId: string) =>
    client.api.availability.slots({ therapistId: therapist.accountId, ...window, sessionId })
  expect((await ask(id)).slots).not.toEqual([])
  await expect(ask(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    stranger.api.availability.slots({ therapistId: therapist.accountId, ...window, sessionId: id }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
