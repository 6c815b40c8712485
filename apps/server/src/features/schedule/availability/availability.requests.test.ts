import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from './availability.testing.ts'

const app = await startSharedApp({ worker: false })

test('a therapist with hours sees whether a request is within the hours for its format', async () => {
  const therapist = await app.person('therapist')
  const client = await app.person('client')
  await connectClient(app, therapist, client)
  const { at } = daysAhead(app)
  const request = async (time: string, format: 'video' | 'phone' = 'video') => {
    const { id } = await client.api.session.request({
      id: randomUUID(),
      therapistId: therapist.accountId,
      startsAt: at(10, time),
      durationMinutes: 50,
      format,
    })
    return id
  }
  const [inside, late, phone] = [await request('11:00'), await request('11:30'), await request('09:00', 'phone')]
  const judged = async () => {
    const { items } = await therapist.api.session.waiting({})
    return Object.fromEntries(items.map(({ session, withinAvailability }) => [session.id, withinAvailability]))
  }
  expect(await judged()).toEqual({ [inside]: true, [late]: true, [phone]: true })
  await saveHours(therapist, everyWeekday())
  expect(await judged()).toEqual({ [inside]: true, [late]: false, [phone]: false })
  expect((await therapist.api.session.get({ id: late })).withinAvailability).toBe(false)
  expect((await client.api.session.get({ id: late })).withinAvailability).toBe(true)
})
