import { dayBounds, wallClockOf } from '@attune/contract/common/time/time'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'
import { daysAhead, everyWeekday, saveHours } from '../availability/availability.testing.ts'

const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')
const [withSession, withTerms, withoutBoth] = await Promise.all([1, 2, 3].map((n) => app.person('therapist', n)))
if (!withSession || !withTerms || !withoutBoth) throw new Error('three therapists exist')
const ana = await app.person('client', 1)

const today = () => dayBounds(wallClockOf(app.clock.now().toISOString(), 'UTC').day, 'UTC')
const startsInAttune = async ({ api }: Person) => (await api.terms.mine({})).callsInAttune
const hasCallPlace = async ({ api }: Person) =>
  (await api.dashboard.get(today())).firstWeek?.steps.find(({ step }) => step === 'video')?.done

test('until the test of video calls has passed, nobody starts with calls in Attune', async () => {
  await insertSession(app, withSession, await connectClient(app, withSession, ana), {
    status: 'confirmed',
    startsAt: new Date(timeAhead(2, 9)).toISOString(),
  })
  await withTerms.api.terms.save({ ...defaultTerms, callsInAttune: false })
  for (const one of [withSession, withTerms, withoutBoth]) expect(await startsInAttune(one)).toBe(false)
  expect(await hasCallPlace(withoutBoth)).toBe(false)
})

test('once it has passed, therapists who are new or have not begun start with them, and the others keep what they have', async () => {
  await admin.api.administration.passVideoTest({})
  expect(await Promise.all([withSession, withTerms, withoutBoth].map(startsInAttune))).toEqual([false, false, true])
  const late = await app.person('therapist', 4)
  expect(await startsInAttune(late)).toBe(true)
  expect(await hasCallPlace(late)).toBe(true)
  const record = await connectClient(app, late, ana)
  const created = await late.api.session.create({
    id: randomUUID(),
    clientIds: [record],
    startsAt: new Date(timeAhead(3, 9)).toISOString(),
    format: 'video',
  })
  expect(created).toMatchObject({ callInAttune: true })
  expect(await startsInAttune(late)).toBe(true)
})

test('terms that are saved without the default by an older page keep it, and another choice ends it', async () => {
  const therapist = await app.person('therapist', 5)
  const { callsInAttune: _, ...older } = defaultTerms
  await therapist.api.terms.save(older)
  expect(await startsInAttune(therapist)).toBe(true)
  await therapist.api.terms.save({ ...defaultTerms, callsInAttune: false })
  expect(await startsInAttune(therapist)).toBe(false)
})

test('a session that a client books with a new therapist has its call in Attune', async () => {
  const therapist = await app.person('therapist', 6)
  await connectClient(app, therapist, ana)
  await saveHours(therapist, everyWeekday())
  const { id: typeId } = await therapist.api.sessionType.add({
    id: randomUUID(),
    name: 'Follow-up',
    durationMinutes: 50,
    format: 'video',
    location: '',
    color: 'sage',
    newClients: 'book',
    knownClients: 'book',
    bufferBefore: null,
    bufferAfter: null,
    serviceId: null,
  })
  const booked = await ana.api.session.book({
    id: randomUUID(),
    therapistId: therapist.accountId,
    typeId,
    startsAt: daysAhead(app).at(3, '09:00'),
    durationMinutes: 50,
    format: 'video',
  })
  expect(booked).toMatchObject({ callInAttune: true, videoUrl: null })
})
