import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient, editClientRecord } from '../../../testing/records/clients.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const add = (more: Partial<typeof minimalClient & { invite: boolean }> = {}) =>
  therapist.api.client.add({ id: randomUUID(), ...minimalClient, invite: false, ...more })
const contact = (name: string, more = {}) => ({
  id: randomUUID(),
  name,
  phone: '',
  email: null,
  relationship: '',
  isEmergency: false,
  isGuardian: false,
  isPayer: false,
  ...more,
})

test('additional contacts keep their order, and omitted contacts stay unchanged @slow', async () => {
  const contacts = [
    contact('Mira Moreau', { isGuardian: true, email: 'mira@family.test', relationship: 'Mother' }),
    contact('Youth office', { isPayer: true, phone: '030 115' }),
  ]
  const { id } = await add({ firstName: 'Kim', emergencyName: 'Paul', emergencyPhone: '110' })
  const changed = await editClientRecord(therapist, id, { ...minimalClient, emergencyName: 'Paul', contacts })
  expect(changed).toMatchObject({ emergencyName: 'Paul', contacts })
  expect((await editClientRecord(therapist, id, { ...minimalClient })).contacts).toEqual(contacts)
  const swapped = await editClientRecord(therapist, id, { ...minimalClient, contacts: contacts.toReversed() })
  expect(swapped.contacts).toEqual(contacts.toReversed())
  const other = await add()
  await expect(editClientRecord(therapist, other.id, { ...minimalClient, contacts })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await therapist.api.client.get({ id })).contacts).toHaveLength(2)
  expect((await editClientRecord(therapist, id, { ...minimalClient, contacts: [] })).contacts).toEqual([])
})

test('a possible duplicate is found by email address, or by name and date of birth, among own records only', async () => {
  const stranger = await app.person('therapist', 2)
  const one = await add({ firstName: 'Noa', lastName: 'Levi', email: 'noa@levi.test', dateOfBirth: '1990-01-31' })
  const asked = { firstName: 'NOA', lastName: 'levi', email: null, dateOfBirth: '1990-01-31' }
  expect((await therapist.api.client.duplicates(asked)).items).toMatchObject([{ id: one.id, why: 'name-and-birth' }])
  const byAddress = { firstName: 'X', lastName: 'Y', email: 'Noa@Levi.test', dateOfBirth: null }
  expect((await therapist.api.client.duplicates(byAddress)).items).toMatchObject([{ id: one.id, why: 'email' }])
  expect((await therapist.api.client.duplicates({ ...byAddress, except: one.id })).items).toEqual([])
  expect((await therapist.api.client.duplicates({ ...asked, dateOfBirth: null })).items).toEqual([])
  expect((await stranger.api.client.duplicates(byAddress)).items).toEqual([])
})

test('a client without the app changes only along the allowed statuses [4.06] @slow', async () => {
  const { id, may } = await add({ firstName: 'Ohne' })
  expect(may).toMatchObject({ activate: true, pause: false, resume: false })
  const once = { id, status: 'active' as const, command: randomUUID() }
  const [first, second] = await Promise.all([
    therapist.api.client.setStatus(once),
    therapist.api.client.setStatus(once),
  ])
  expect(first).toMatchObject({ status: 'active', hasAccount: false, may: { activate: false, pause: true } })
  expect(second).toEqual(first)
  const again = { ...once, command: randomUUID() }
  await expect(therapist.api.client.setStatus(again)).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'active' },
  })
  const paused = await therapist.api.client.setStatus({ id, status: 'inactive', command: randomUUID() })
  expect(paused.may).toMatchObject({ resume: true, planSession: false })
  await expect(scheduleSessionAt(therapist, id, new Date(timeAhead(160)))).rejects.toMatchObject({
    code: 'CLIENT_INACTIVE',
  })
  expect(await therapist.api.client.setStatus({ id, status: 'active', command: randomUUID() })).toMatchObject({
    status: 'active',
  })
  await scheduleSessionAt(therapist, id, new Date(timeAhead(160)))
})

test('the timeline lists record and session events, the latest first and paged @slow', async () => {
  const client = await app.person('client', 3)
  const id = await connectClient(app, therapist, client)
  await editClientRecord(therapist, id, { ...minimalClient })
  const startsAt = new Date(timeAhead(190))
  const session = await scheduleSessionAt(therapist, id, startsAt)
  await client.api.session.accept({ id: session, command: randomUUID() })
  await therapist.api.client.setStatus({ id, status: 'inactive', command: randomUUID() })
  const { items, next } = await therapist.api.client.timeline({ id })
  expect(next).toBeNull()
  expect(items.map(({ kind, by, detail }) => [kind, by, detail])).toEqual([
    ['status', 'therapist', 'inactive'],
    ['session', 'client', 'accept'],
    ['session', 'therapist', 'create'],
    ['edited', 'therapist', ''],
    ['added', 'therapist', ''],
  ])
  expect(items[1]?.session).toEqual({ id: session, startsAt: startsAt.toISOString(), startsAtBefore: null })
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await therapist.api.client.timeline({ id, limit: 2, ...(after && { after }) })
    seen.push(...page.items.map((item) => item.id))
    after = page.next ?? undefined
  } while (after)
  expect(seen).toEqual(items.map((item) => item.id))
  expect((await therapist.send('client/timeline', { id, after: 'nonsense' })).status).toBe(400)
  for (const day of ['2026-02-30 10:00:00+00', '2026-01-01 10:00:00+99', '2026-01-01 -- - -'])
    expect((await therapist.send('client/timeline', { id, after: `${day}_1_1` })).status, day).toBe(400)
})

test.each(['name', 'next', 'last', 'joined'] as const)(
  'the list sorted by %s is paged without gaps, and an invalid cursor is refused @slow',
  async (sort) => {
    const own = await app.person('therapist', 3)
    if ((await own.api.client.list({})).items.length === 0) {
      for (let n = 0; n < 7; n++) {
        const id = randomUUID()
        const long = 'n'.repeat(100)
        await own.api.client.add({
          id,
          ...minimalClient,
          firstName: `${long.slice(1)}${n}`,
          lastName: long,
          invite: false,
        })
        if (n % 2) continue
        await scheduleSessionAt(own, id, new Date(timeAhead(240 - n)))
      }
    }
    const whole = (await own.api.client.list({ sort })).items
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await own.api.client.list({ sort, limit: 2, ...(after && { after }) })
      seen.push(...page.items.map((item) => item.id))
      after = page.next ?? undefined
    } while (after)
    expect(seen).toEqual(whole.map((item) => item.id))
    expect(new Set(seen).size).toBe(7)
    if (sort === 'next') {
      const starts = whole.map((item) => item.nextSession?.startsAt ?? 'z')
      expect(starts).toEqual(starts.toSorted())
      expect(starts.filter((start) => start === 'z')).toHaveLength(3)
    }
    const places = [
      ['joined', 'nonsense', randomUUID()],
      [sort, '2026-02-30T10:00:00+00:00', randomUUID()],
      [sort, '2026-02-28T10:00:00+00:00', '-'.repeat(36)],
      [sort, 'nul \u0000 inside', 'b', randomUUID()],
      [sort, 'a', 'b', '-'.repeat(36)],
    ]
    for (const place of places) {
      const after = Buffer.from(JSON.stringify(place)).toString('base64url')
      expect((await own.send('client/list', { sort, after })).status, JSON.stringify(place)).toBe(400)
    }
  },
)

test('automatic changes of a session appear in its client’s timeline @slow', async () => {
  const [own, client] = [await app.person('therapist', 4), await app.person('client', 4)]
  const id = await connectClient(app, own, client)
  await own.api.terms.save({ ...defaultTerms, acceptEarlyCancels: true })
  const session = await scheduleSessionAt(own, id, new Date(timeAhead(250)))
  await client.api.changeRequest.askCancel({ id: randomUUID(), sessionId: session, reason: '' })
  const { items } = await own.api.client.timeline({ id, limit: 50 })
  const steps = items.filter((item) => item.kind === 'session').map(({ by, detail }) => `${by} ${detail}`)
  expect(steps.toSorted()).toEqual(['client askCancel', 'system acceptChange', 'therapist create'])
})

test('a session that a guardian cancels is a step of the guardian, for the therapist and for the client @slow', async () => {
  const [own, client] = [await app.person('therapist', 5), await app.person('client', 5)]
  const guardian = await app.person('client', 6)
  const id = await connectClient(app, own, client)
  await insertGuardian(app, { therapistId: own.accountId, clientId: id, account: guardian })
  await own.api.terms.save({ ...defaultTerms, acceptEarlyCancels: true })
  const sessionId = await scheduleSessionAt(own, id, new Date(timeAhead(270)))
  await guardian.api.guardian.acceptSession({ actingFor: id, id: sessionId, command: randomUUID() })
  await guardian.api.guardian.requestCancel({ actingFor: id, id: randomUUID(), sessionId })
  const { items } = await own.api.client.timeline({ id, limit: 50 })
  const steps = items.filter((item) => item.kind === 'session').map(({ by, detail }) => `${by} ${detail}`)
  const expected = ['guardian accept', 'guardian askCancel', 'system acceptChange', 'therapist create']
  expect(steps.toSorted()).toEqual(expected)
  const { history } = await client.api.session.get({ id: sessionId })
  expect(history.map(({ by, action }) => `${by} ${action}`).toSorted()).toEqual(
    expected.map((step) => step.replace('system', 'product')),
  )
})
