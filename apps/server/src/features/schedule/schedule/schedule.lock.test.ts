import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Tx } from '../../../platform/database/actor.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import {
  listConflictsInSpans,
  listConflictsWithSlot,
  listLockedBusyTimes,
  slotOf,
  withCalendarLock,
} from './schedule.ts'

const app = await startSharedApp({ poolSize: 4, worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const [free, first, second] = ['03', '04', '05'].map((day) => `2027-05-${day}T09:00:00.000Z`) as [
  string,
  string,
  string,
]
const asTherapist = <Result>(work: (tx: Tx) => Promise<Result>) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, work)
const slotAt = (startsAt: string) => slotOf(randomUUID(), therapist.accountId, { startsAt, durationMinutes: 50 })
const plan = (startsAt: string) =>
  therapist.api.session.create({
    id: randomUUID(),
    clientIds: [record],
    startsAt,
    durationMinutes: 50,
    format: 'video',
  })

test('a conflict check throws before the lock and after the transaction, and returns conflicts under the lock', async () => {
  await expect(asTherapist((tx) => listConflictsWithSlot(tx, slotAt(free)))).rejects.toThrow('outside withCalendarLock')
  await expect(
    asTherapist(async (tx) => {
      const early = listConflictsWithSlot(tx, slotAt(free))
      return withCalendarLock(tx, therapist.accountId, () => early)
    }),
  ).rejects.toThrow('outside withCalendarLock')
  const found = await asTherapist((tx) =>
    withCalendarLock(tx, therapist.accountId, () => listConflictsWithSlot(tx, slotAt(free))),
  )
  expect(found).toEqual([])
})

test('a client’s look at the busy times before they take a slot throws before the lock', async () => {
  const asClient = <Result>(work: (tx: Tx) => Promise<Result>) =>
    app.db.asActor({ role: 'client', id: client.accountId }, work)
  await expect(asClient((tx) => listLockedBusyTimes(tx, slotAt(free)))).rejects.toThrow('outside withCalendarLock')
  const busy = await asClient((tx) =>
    withCalendarLock(tx, therapist.accountId, () => listLockedBusyTimes(tx, slotAt(free))),
  )
  expect(busy).toEqual([])
})

test('only a conflict check under the lock finds a session that is booked in the meantime', async () => {
  const tooEarly = await asTherapist(async (tx) => {
    const [conflicts] = await listConflictsInSpans(tx, therapist.accountId, [slotAt(first)])
    await plan(first)
    return withCalendarLock(tx, therapist.accountId, async () => conflicts)
  })
  expect(tooEarly).toEqual([])
  const locked = await asTherapist(async (tx) => {
    await plan(second)
    return withCalendarLock(tx, therapist.accountId, () => listConflictsWithSlot(tx, slotAt(second)))
  })
  expect(locked).toMatchObject([{ kind: 'session', startsAt: second }])
})

test('the calendar of a therapist without a connection to the actor cannot be locked', async () => {
  const stranger = await app.person('client', 2)
  const answer = app.db.asActor({ role: 'client', id: stranger.accountId }, (tx) =>
    withCalendarLock(tx, therapist.accountId, async () => 'locked'),
  )
  await expect(answer).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
