import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { afterAll, expect, test } from 'vitest'
import { minute, hour, setUpChangeRequestTest } from './change-request.testing.ts'

const {
  server: app,
  therapist,
  client,
  freeHour,
  act,
  inMilliseconds,
  confirmed,
  planned,
  askMove,
  askCancel,
  newsOf,
  historyOf,
} = await setUpChangeRequestTest()
afterAll(() => app.close())

test('an accepted cancellation is late by the time of the request [1.05] @slow', async () => {
  const early = await confirmed(inMilliseconds(48 * hour))
  const late = await confirmed(inMilliseconds(6 * hour))
  await app.privileged.definer.query(`update app.session set booked_at = now() - interval '1 day' where id = any($1)`, [
    [early, late],
  ])
  for (const [id, isLate] of [
    [early, false],
    [late, true],
  ] as const) {
    const { change, session } = await askCancel(id, 'Ill')
    expect(change).toMatchObject({ kind: 'cancel', state: 'open', late: isLate })
    expect(session.status).toBe('confirmed')
    const answered = await therapist.api.changeRequest.accept(act(change.id))
    expect(answered.session).toMatchObject({
      status: 'cancelled',
      participants: [{ lateCancel: isLate, answer: 'declined' }],
    })
  }
  await planned(inMilliseconds(6 * hour))
})

test('a cancellation within three minutes of booking is never late', async () => {
  const id = await planned(inMilliseconds(4 * hour))
  expect((await askCancel(id)).change.late).toBe(false)
  const other = await planned(inMilliseconds(2 * hour))
  app.clock.advance(4 * minute)
  expect((await askCancel(other)).change.late).toBe(true)
})

test('if the terms accept early cancellations, only an early cancellation takes effect at once @slow', async () => {
  await therapist.api.terms.save({ ...defaultTerms, acceptEarlyCancels: true })
  const id = await confirmed()
  const { change, session } = await askCancel(id)
  expect(change).toMatchObject({ state: 'accepted', late: false })
  expect(session.status).toBe('cancelled')
  expect(await newsOf(therapist, id)).toEqual(['session-left'])
  expect(await historyOf(client, id)).toEqual([
    'therapist create confirmed',
    'client askCancel confirmed',
    'product acceptChange cancelled',
  ])
  const soon = await confirmed(inMilliseconds(8 * hour))
  await app.privileged.definer.query(`update app.session set booked_at = now() - interval '1 day' where id = $1`, [
    soon,
  ])
  expect((await askCancel(soon)).change).toMatchObject({ state: 'open', late: true })
  expect((await askMove(await confirmed())).change.state).toBe('open')
  await therapist.api.terms.save(defaultTerms)
})

test('a request for a taken time is refused with only the times of the conflicts, and a request in the past with IN_THE_PAST', async () => {
  const [id, taken] = [await confirmed(), freeHour()]
  await confirmed(taken)
  await expect(askMove(id, taken)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ kind: 'session', startsAt: taken, sessionId: null, name: '' }] },
  })
  await expect(askMove(id, '2020-01-01T10:00:00.000Z')).rejects.toMatchObject({ code: 'IN_THE_PAST' })
})

test('accepting a time that was taken since is refused with the conflicts, and can be confirmed anyway @slow', async () => {
  const [id, wanted] = [await confirmed(), freeHour()]
  const { change } = await askMove(id, wanted)
  const inTheWay = await confirmed(wanted)
  const conflicts = [{ sessionId: inTheWay, name: 'Clara c.' }]
  expect(await therapist.api.session.get({ id })).toMatchObject({ conflicts })
  await expect(therapist.api.changeRequest.accept(act(change.id))).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts },
  })
  const answered = await therapist.api.changeRequest.accept({ ...act(change.id), anyway: true })
  expect(answered.session).toMatchObject({ startsAt: wanted, bookedAnyway: true })
  expect((await client.api.session.get({ id })).session.bookedAnyway).toBe(false)
})

test('a client who accepts a proposed time that was taken since is refused with only the times of the conflicts', async () => {
  const [id, counter] = [await confirmed(), freeHour()]
  const { change } = await askMove(id)
  await therapist.api.changeRequest.counter({ ...act(change.id), startsAt: counter, durationMinutes: 50 })
  await confirmed(counter)
  await expect(client.api.changeRequest.acceptCounter(act(change.id))).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ startsAt: counter, sessionId: null, name: '' }] },
  })
  expect((await client.api.session.get({ id })).session.change).toBe('countered')
})

test('a client sees whether a time was taken since only if the therapist proposed it, not for their own request', async () => {
  const [id, wanted, counter] = [await confirmed(), freeHour(), freeHour()]
  const { change } = await askMove(id, wanted)
  await confirmed(wanted)
  expect(await therapist.api.session.get({ id })).toMatchObject({ conflicts: [{ startsAt: wanted }] })
  expect((await client.api.session.get({ id })).conflicts).toEqual([])
  await therapist.api.changeRequest.counter({ ...act(change.id), startsAt: counter, durationMinutes: 50 })
  await confirmed(counter)
  const taken = [{ startsAt: counter, sessionId: null, name: '' }]
  expect(await client.api.session.get({ id })).toMatchObject({ conflicts: taken })
  const waiting = (await client.api.session.waiting({})).items.find((one) => one.session.id === id)
  expect(waiting).toMatchObject({ conflicts: taken })
})
