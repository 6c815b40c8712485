import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const { location, videoLink, callsInAttune, callPhone, callsThroughRelay, asksWhereabouts, remindBefore, ...shown } =
  defaultTerms
const own = {
  cancel: { lateHours: 48, blockedHours: 12 },
  move: { lateHours: 24, blockedHours: 0 },
  acceptEarlyCancels: true,
  proposeTimes: false,
  durationMinutes: 45,
  location: 'Room 3',
  videoLink: 'https://meet.example.org/{room}',
  callsInAttune: true,
  callPhone: '+49 30 1234',
  callsThroughRelay: true,
  asksWhereabouts: false,
  remindBefore: [60, 1440, 60],
}
const termsFor = (person: Person) => person.api.terms.of({ therapistId: therapist.accountId })

test('a therapist who has saved no terms has the default terms', async () => {
  const other = await app.person('therapist', 2)
  expect(await other.api.terms.mine({})).toEqual({
    ...shown,
    location,
    videoLink,
    callsInAttune,
    callPhone,
    callsThroughRelay,
    asksWhereabouts,
    remindBefore,
  })
  expect(await termsFor(client)).toEqual(shown)
})

test('saved terms apply to the clients, who do not see the location, video link or reminders', async () => {
  await therapist.api.terms.save(own)
  await therapist.api.terms.save(own)
  expect(await therapist.api.terms.mine({})).toEqual({ ...own, remindBefore: [1440, 60] })
  const seen = await termsFor(client)
  expect(seen).toEqual({
    cancel: own.cancel,
    move: own.move,
    acceptEarlyCancels: true,
    proposeTimes: false,
    durationMinutes: 45,
  })
})

test('clients who are or were connected can read the terms, other clients cannot', async () => {
  await therapist.api.connection.disconnect({ clientId: record, command: randomUUID() })
  expect(await termsFor(client)).toMatchObject({ durationMinutes: 45 })
  await expect(termsFor(await app.person('client', 2))).rejects.toMatchObject({ status: 404 })
})

test('contradictory windows, invalid links and too many reminders are refused', async () => {
  const wrong = [
    { cancel: { lateHours: 12, blockedHours: 24 } },
    { cancel: { lateHours: 337, blockedHours: 0 } },
    { move: { lateHours: -1, blockedHours: 0 } },
    { videoLink: 'http://meet.example.org/x' },
    { videoLink: 'javascript:alert(1)' },
    { remindBefore: [] },
    { remindBefore: [30] },
    { remindBefore: [60, 120, 180, 240, 300] },
    { durationMinutes: 0 },
    { durationMinutes: 1441 },
  ]
  for (const part of wrong) {
    await expect(therapist.api.terms.save({ ...own, ...part }), JSON.stringify(part)).rejects.toMatchObject({
      status: 400,
    })
  }
})
