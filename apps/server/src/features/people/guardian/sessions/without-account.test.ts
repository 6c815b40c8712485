import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { insertSession } from '../../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../../../schedule/availability/availability.testing.ts'
import { addChild } from '../invitations/guardian.invitations.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const anna = await app.person('client')
const { id: actingFor } = await addChild(app, therapist)
await insertGuardian(app, { therapistId: therapist.accountId, clientId: actingFor, account: anna })
await saveHours(therapist, everyWeekday())
const { guardian } = anna.api
const { dayAhead, at } = daysAhead(app)
const command = () => randomUUID()
const booked = (status: 'scheduled' | 'confirmed', days: number) =>
  insertSession(app, therapist, actingFor, { status, startsAt: at(days, '09:00') })

test('for a child without an account a guardian accepts a session', async () => {
  const id = await booked('scheduled', 3)
  expect(await guardian.acceptSession({ actingFor, id, command: command() })).toMatchObject({ status: 'confirmed' })
})

test('for a child without an account a guardian declines a session', async () => {
  const id = await booked('scheduled', 4)
  const declined = await guardian.declineSession({ actingFor, id, command: command(), reason: '' })
  expect(declined).toMatchObject({ status: 'cancelled' })
})

test('for a child without an account a guardian requests a free time, and withdraws it', async () => {
  const day = dayAhead(5)
  const { slots } = await guardian.freeTimes({ actingFor, from: day, to: day, format: 'video' })
  expect(slots[0]?.startsAt).toBe(at(5, '09:00'))
  const wish = { actingFor, id: randomUUID(), startsAt: at(5, '09:00'), durationMinutes: 50, format: 'video' as const }
  expect(await guardian.requestSession(wish)).toMatchObject({ status: 'pending' })
  expect(await guardian.withdrawSession({ actingFor, id: wish.id, command: command() })).toMatchObject({
    status: 'cancelled',
  })
})

test('for a child without an account a guardian moves a session and cancels another', async () => {
  const [moved, cancelled] = [await booked('confirmed', 6), await booked('confirmed', 7)]
  const ask = { actingFor, id: randomUUID(), sessionId: moved, startsAt: at(6, '10:00'), durationMinutes: 50 }
  await guardian.requestMove(ask)
  await therapist.api.changeRequest.accept({ id: ask.id, command: command() })
  const after = await guardian.session({ actingFor, id: moved })
  expect(after.session).toMatchObject({ startsAt: at(6, '10:00'), status: 'confirmed' })
  const asked = await guardian.requestCancel({ actingFor, id: randomUUID(), sessionId: cancelled })
  expect(asked).toMatchObject({ status: 'confirmed', change: 'open' })
})

test('for a record that has ended a guardian can request nothing', async () => {
  const { id: ended } = await addChild(app, therapist)
  await insertGuardian(app, { therapistId: therapist.accountId, clientId: ended, account: anna })
  await app.privileged.definer.query(`update app.client set status = 'inactive' where id = $1`, [ended])
  const wish = {
    actingFor: ended,
    id: randomUUID(),
    startsAt: at(8, '09:00'),
    durationMinutes: 50,
    format: 'video' as const,
  }
  await expect(guardian.requestSession(wish)).rejects.toMatchObject({ code: 'THERAPIST_UNREACHABLE' })
})
