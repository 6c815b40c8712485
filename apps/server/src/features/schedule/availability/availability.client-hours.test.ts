import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { daysAhead, saveHours } from './availability.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const hoursSeenBy = (person: Person) => person.api.availability.hours({ therapistId: therapist.accountId })

test('a client sees the hours of a connected therapist per format, but not which times are booked', async () => {
  const days = daysAhead(app)
  const range = { from: '09:00', until: '12:00' }
  await saveHours(therapist, [
    { weekday: 1, ...range, formats: ['in-person', 'video'], location: 'Garden house' },
    { weekday: 3, ...range, formats: ['phone'], location: 'A place without sessions in person' },
  ])
  const other = await app.person('client', 2)
  const otherRecord = await connectClient(app, therapist, other)
  const booked = { startsAt: days.at(7, '09:00'), location: 'Secret room' }
  await insertSession(app, therapist, otherRecord, { ...booked, status: 'confirmed' })
  await therapist.api.availability.setDay({ day: days.dayAhead(20), ranges: [{ ...range, formats: ['video'] }] })
  await therapist.api.availability.setDay({ day: days.dayAhead(21), ranges: [] })
  // Clients can book at most 56 days ahead, so they do not see the hours of this day.
  await therapist.api.availability.setDay({ day: days.dayAhead(80), ranges: [] })

  expect(await hoursSeenBy(client)).toEqual({
    zone: 'Europe/Berlin',
    weekly: [
      { weekday: 1, ...range, formats: ['in-person', 'video'], location: 'Garden house' },
      { weekday: 3, ...range, formats: ['phone'], location: '' },
    ],
    days: [
      { day: days.dayAhead(20), ranges: [{ ...range, formats: ['video'], location: '' }] },
      { day: days.dayAhead(21), ranges: [] },
    ],
  })
})

test('hours are refused to a client without a connection, an inactive client and a therapist', async () => {
  const stranger = await app.person('client', 3)
  await expect(hoursSeenBy(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hoursSeenBy(therapist)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await therapist.api.client.setStatus({ id: record, status: 'inactive', command: crypto.randomUUID() })
  await expect(hoursSeenBy(client)).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
})
