import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { expireRequestsAtStart } from '../session/session.ts'
import { minute, setUpChangeRequestTest } from './change-request.testing.ts'

const {
  server: app,
  therapist,
  client,
  record,
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

test('a move request leaves the session unchanged until the therapist accepts it, then moves and confirms it [1.05, 4.04] @slow', async () => {
  const [id, wanted] = [await planned(), freeHour()]
  const before = (await client.api.session.get({ id })).session
  const { change, session } = await askMove(id, wanted, 'A train')
  expect(session).toMatchObject({ startsAt: before.startsAt, status: 'confirmed', sequence: 0, change: 'open' })
  expect(change).toMatchObject({ kind: 'update', state: 'open', originalStartsAt: before.startsAt, reason: 'A train' })
  expect(change.may).toMatchObject({ withdraw: true, accept: false, acceptCounter: false })
  const waiting = (await therapist.api.session.waiting({})).items.find((one) => one.change?.id === change.id)
  expect(waiting).toMatchObject({
    conflicts: [],
    rivals: [],
    change: { clientName: 'Clara client1', may: { accept: true } },
  })
  const answered = await therapist.api.changeRequest.accept(act(change.id))
  expect(answered).toMatchObject({
    change: { state: 'accepted' },
    session: { id, startsAt: wanted, status: 'confirmed', sequence: 1, change: null },
  })
  expect(await newsOf(therapist, id)).toEqual(['change-asked'])
  expect(await newsOf(client, id)).toEqual(['change-accepted', 'session-planned'])
  expect(await historyOf(client, id)).toEqual([
    'therapist create confirmed',
    'client askMove confirmed',
    'therapist acceptChange confirmed',
  ])
  const mail = await app.inbox.mailTo(client.email, /request to change the appointment/)
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/Tessa|train/)
})

test('a request with two proposed times and an acceptance stays one request, and each step notifies the other side @slow', async () => {
  const id = await planned()
  const { change } = await askMove(id)
  const once = { ...act(change.id), startsAt: freeHour(), durationMinutes: 50, reason: 'Too early' }
  expect((await therapist.api.changeRequest.counter(once)).change).toMatchObject({
    state: 'countered',
    counterStartsAt: once.startsAt,
    answer: 'Too early',
  })
  const again = { ...act(change.id), startsAt: freeHour(), durationMinutes: 30 }
  await therapist.api.changeRequest.counter(again)
  const [waits] = (await client.api.session.waiting({})).items.filter((one) => one.session.id === id)
  expect(waits).toMatchObject({ change: { counterStartsAt: again.startsAt }, conflicts: [] })
  const { change: taken, session } = await client.api.changeRequest.acceptCounter(act(change.id))
  expect(taken.state).toBe('accepted')
  expect(session).toMatchObject({ startsAt: again.startsAt, durationMinutes: 30, status: 'confirmed', sequence: 1 })
  expect((await therapist.api.session.get({ id })).changes).toHaveLength(1)
  expect(await newsOf(therapist, id)).toEqual(['counter-accepted', 'change-asked'])
  expect((await newsOf(client, id)).slice(0, 2)).toEqual(['change-countered', 'change-countered'])
})

test('a declined proposal, a declined request and a withdrawn request leave the session unchanged [4.04] @slow', async () => {
  const id = await confirmed()
  const startsAt = (await client.api.session.get({ id })).session.startsAt
  const countered = await askMove(id)
  await therapist.api.changeRequest.counter({ ...act(countered.change.id), startsAt: freeHour(), durationMinutes: 50 })
  const no = await client.api.changeRequest.declineCounter(act(countered.change.id))
  expect(no).toMatchObject({ change: { state: 'declined' }, session: { startsAt, status: 'confirmed', change: null } })
  const declined = await askMove(id)
  await therapist.api.changeRequest.decline({ ...act(declined.change.id), reason: 'Full' })
  const withdrawn = await askCancel(id)
  await client.api.changeRequest.withdraw(act(withdrawn.change.id))
  const { changes, session } = await client.api.session.get({ id })
  expect(changes.map(({ state, answer }) => [state, answer])).toEqual([
    ['declined', ''],
    ['declined', 'Full'],
    ['withdrawn', ''],
  ])
  expect(session).toMatchObject({ startsAt, status: 'confirmed', sequence: 0 })
  expect(await newsOf(therapist, id)).toEqual([
    'change-withdrawn',
    'change-asked',
    'change-asked',
    'counter-declined',
    'change-asked',
  ])
})

test('a session has one open request, however often it is sent @slow', async () => {
  const id = await confirmed()
  const wish = { id: randomUUID(), sessionId: id, startsAt: freeHour(), durationMinutes: 50 }
  const first = await client.api.changeRequest.askMove(wish)
  expect(await client.api.changeRequest.askMove(wish)).toEqual(first)
  await expect(askCancel(id)).rejects.toMatchObject({ code: 'CHANGE_OPEN' })
  await expect(client.api.changeRequest.askMove({ ...wish, durationMinutes: 60 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const other = await confirmed()
  await expect(client.api.changeRequest.askCancel({ id: wish.id, sessionId: other })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test.each(['move', 'cancel', 'delete'] as const)(
  'a %s by the therapist expires the open request @slow',
  async (step) => {
    const id = await confirmed()
    const { change } = await askMove(id)
    const time = step === 'move' ? { startsAt: freeHour(), durationMinutes: 50 } : {}
    expect((await therapist.send(`session/${step}`, { ...act(id), ...time })).status).toBe(200)
    expect((await client.api.session.get({ id })).changes).toMatchObject([{ state: 'expired' }])
    await expect(client.api.changeRequest.withdraw(act(change.id))).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    })
  },
)

test('at the start of the session an open request expires and the client is notified once', async () => {
  const startsAt = inMilliseconds(30 * minute)
  const id = await confirmed(startsAt)
  await askMove(id)
  const due = () => expireRequestsAtStart(app, { sessionId: id, therapistId: therapist.accountId })
  await due()
  expect((await client.api.session.get({ id })).session.change).toBe('open')
  app.clock.advance(30 * minute)
  await Promise.all([due(), due()])
  const { session, changes } = await client.api.session.get({ id })
  expect([session.status, session.change, changes[0]?.state]).toEqual(['confirmed', null, 'expired'])
  expect((await newsOf(client, id)).filter((kind) => kind === 'session-expired')).toHaveLength(1)
  expect((await newsOf(therapist, id)).filter((kind) => kind === 'session-expired')).toHaveLength(0)
})

test('an inactive client cannot accept a proposed time, but can decline it @slow', async () => {
  const resting = await app.person('client', 2)
  const id = await connectClient(app, therapist, resting)
  const startsAt = freeHour()
  const sessionId = await insertSession(app, therapist, id, { status: 'confirmed', startsAt })
  const wish = { id: randomUUID(), sessionId, startsAt: freeHour(), durationMinutes: 50 }
  await resting.api.changeRequest.askMove(wish)
  await therapist.api.changeRequest.counter({ ...act(wish.id), startsAt: freeHour(), durationMinutes: 50 })
  await therapist.api.client.setStatus({ ...act(id), status: 'inactive' })
  await expect(resting.api.changeRequest.acceptCounter(act(wish.id))).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'confirmed', state: 'countered' },
  })
  expect((await resting.api.changeRequest.declineCounter(act(wish.id))).change.state).toBe('declined')
})

test('disconnecting ends the pending sessions and requests of this client only @slow', async () => {
  const leaving = await app.person('client', 3)
  const id = await connectClient(app, therapist, leaving)
  const wish = { id: randomUUID(), therapistId: therapist.accountId, startsAt: freeHour(), durationMinutes: 50 }
  await leaving.api.session.request({ ...wish, format: 'video' })
  const couple = await therapist.api.session.create({
    id: randomUUID(),
    clientIds: [record, id],
    startsAt: freeHour(),
    format: 'video',
    therapyType: 'couples',
    agreed: true,
  })
  const request = { id: randomUUID(), sessionId: couple.id, startsAt: freeHour(), durationMinutes: 50 }
  await leaving.api.changeRequest.askMove(request)
  await leaving.api.connection.disconnect({ clientId: id, command: randomUUID() })
  expect((await therapist.api.session.get({ id: wish.id })).session.status).toBe('cancelled')
  const seen = await therapist.api.session.get({ id: couple.id })
  expect(seen.session).toMatchObject({ status: 'confirmed', change: null })
  expect(seen.changes).toMatchObject([{ id: request.id, state: 'expired' }])
  expect((await leaving.api.session.get({ id: couple.id })).session.status).toBe('cancelled')
})
