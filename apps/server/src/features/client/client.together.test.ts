import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareClient, editNow } from '../../testing/clients.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient, planAt } from '../../testing/sessions.ts'

let house: TestHouse
let therapist: Person
beforeAll(async () => {
  house = await openTestHouse()
  therapist = await house.person('therapist')
})
afterAll(() => house.close())

const add = (more: Partial<typeof bareClient> = {}) =>
  therapist.api.client.add({ id: randomUUID(), ...bareClient, invite: false, ...more })
const doublesOf = async (id: string) => (await therapist.api.client.get({ id })).doubles
const hinted = async (id: string, search: string) =>
  (await therapist.api.client.list({ search })).items.find((item) => item.id === id)?.hasDouble

test('of two windows on one record the second to save is refused, with the record as it stands; nothing is overwritten [1.02]', async () => {
  const { id, version } = await add({ phone: '1', notes: 'Before' })
  const edit = (more: Partial<typeof bareClient>) =>
    therapist.api.client.edit({ id, version, ...bareClient, phone: '1', notes: 'Before', ...more })
  const both = await Promise.allSettled([edit({ phone: '2' }), edit({ notes: 'After' })])
  const refused = both.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(1)
  const now = await therapist.api.client.get({ id })
  expect([now.phone, now.notes]).toEqual(both[0]?.status === 'fulfilled' ? ['2', 'Before'] : ['1', 'After'])
  expect(refused[0]?.reason).toMatchObject({ code: 'CHANGED', status: 409, data: { client: now } })
  const third = await therapist.api.client.edit({ id, version: now.version, ...bareClient, phone: '3' })
  expect(third).toMatchObject({ phone: '3', version: now.version + 1 })
})

test('an edit whose answer was lost is saved already when it comes again; a pause meanwhile is no other version', async () => {
  const { id, version } = await add()
  const contacts = [
    {
      id: randomUUID(),
      name: 'Mira',
      phone: '',
      email: null,
      relationship: '',
      isEmergency: false,
      isGuardian: true,
      isPayer: false,
    },
  ]
  const again = { id, version, ...bareClient, notes: 'Once', emergencyRelationship: 'Sister', contacts }
  await therapist.api.client.edit(again)
  await therapist.api.client.setStatus({ id, status: 'active', command: randomUUID() })
  expect(await therapist.api.client.edit(again)).toMatchObject({
    version: version + 1,
    emergencyRelationship: 'Sister',
  })
  const story = (await therapist.api.client.timeline({ id })).items
  expect(story.filter(({ kind }) => kind === 'edited')).toHaveLength(1)
  const other = { ...again, contacts: [] }
  await expect(therapist.api.client.edit(other)).rejects.toMatchObject({ code: 'CHANGED' })
})

test('a record that goes in while another window edits is not overwritten either', async () => {
  const [into, from] = [await add({ lastName: 'Goes in' }), await add({ lastName: 'Goes in', phone: '7' })]
  await therapist.api.client.merge({ id: from.id, into: into.id, command: randomUUID() })
  const late = therapist.api.client.edit({ id: into.id, version: into.version, ...bareClient })
  await expect(late).rejects.toMatchObject({ code: 'CHANGED', data: { client: { phone: '7' } } })
})

test('who joins by code beside a record of the same name is shown as a possible double, with what may be done [1.04]', async () => {
  const client = await house.person('client')
  const [firstName, lastName] = [client.firstName, client.lastName]
  const written = await add({ firstName, lastName, notes: 'Known for years' })
  const born = await add({ firstName, lastName: lastName.toUpperCase(), dateOfBirth: '1990-01-31' })
  expect([await doublesOf(written.id), await hinted(written.id, lastName)]).toEqual([[], false])
  const { code } = await therapist.api.connection.standingCode({})
  const { clientId } = await client.api.connection.join({ code })
  expect((await doublesOf(clientId)).toSorted((a, b) => a.lastName.localeCompare(b.lastName))).toMatchObject([
    { id: written.id, why: 'name', hasAccount: false, may: { mergeInto: true, takeIn: false } },
    { id: born.id, why: 'name', hasAccount: false, may: { mergeInto: true, takeIn: true } },
  ])
  expect(await hinted(clientId, lastName)).toBe(true)
  await therapist.api.client.markSamePerson({ id: clientId, as: born.id })
  await therapist.api.client.merge({ id: clientId, into: written.id, command: randomUUID() })
  expect(await therapist.api.client.get({ id: written.id })).toMatchObject({ hasAccount: true, status: 'active' })
  expect(await doublesOf(written.id)).toMatchObject([{ id: born.id, why: 'name' }])
  await therapist.api.client.markSamePerson({ id: written.id, as: born.id })
  expect([await doublesOf(written.id), await hinted(written.id, lastName)]).toEqual([[], false])
})

test('one address is a possible double in the record, in the list it is not: families share theirs, and are told apart once', async () => {
  const [one, two] = [
    await add({ firstName: 'Mia', lastName: 'Falk', email: 'family@falk.test' }),
    await add({ firstName: 'Tom', lastName: 'Falk', email: 'family@falk.test' }),
  ]
  expect(await doublesOf(one.id)).toMatchObject([{ id: two.id, why: 'email', may: { mergeInto: true, takeIn: true } }])
  expect(await hinted(one.id, 'Falk')).toBe(false)
  const stranger = await house.person('therapist', 2)
  await stranger.api.client.add({ id: randomUUID(), ...bareClient, email: 'family@falk.test', invite: false })
  expect(await doublesOf(one.id)).toHaveLength(1)
  const apart = () => therapist.api.client.tellApart({ id: two.id, from: one.id })
  await Promise.all([apart(), apart()])
  expect([await doublesOf(one.id), await doublesOf(two.id)]).toEqual([[], []])
  await expect(stranger.api.client.tellApart({ id: one.id, from: two.id })).rejects.toMatchObject({ status: 404 })
  await expect(therapist.api.client.tellApart({ id: one.id, from: one.id })).rejects.toMatchObject({ status: 400 })
  await therapist.api.client.merge({ id: two.id, into: one.id, command: randomUUID() })
})

test('two records with content or with an account each are not merged, and the record says so', async () => {
  const [one, two] = [await house.person('client', 2), await house.person('client', 3)]
  const [first, second] = [await connectClient(house, therapist, one), await connectClient(house, therapist, two)]
  await editNow(therapist, first, { email: 'both@one.test' })
  await editNow(therapist, second, { email: 'both@one.test' })
  expect(await doublesOf(first)).toMatchObject([{ id: second, may: { mergeInto: false, takeIn: false } }])
  const planned = await add({ email: 'both@one.test', lastName: 'Planned' })
  await planAt(therapist, planned.id, new Date(Date.UTC(2027, 3, 1, 9)))
  expect((await doublesOf(planned.id)).find(({ id }) => id === first)?.may).toEqual({ mergeInto: false, takeIn: true })
})
