import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient, editClientRecord } from '../../../../testing/records/clients.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const add = (more: Partial<typeof minimalClient & { notes: string }> = {}) =>
  therapist.api.client.add({ id: randomUUID(), ...minimalClient, invite: false, ...more })
const duplicatesIn = async (id: string) => (await therapist.api.client.get({ id })).doubles
const hasDuplicateHint = async (id: string, search: string) =>
  (await therapist.api.client.list({ search })).items.find((item) => item.id === id)?.hasDouble

test('of two concurrent edits the second is refused with the current record @slow', async () => {
  const { id, version } = await add({ phone: '1', address: 'Before' })
  const edit = (more: Partial<typeof minimalClient>) =>
    therapist.api.client.edit({ id, version, ...minimalClient, phone: '1', address: 'Before', ...more })
  const both = await Promise.allSettled([edit({ phone: '2' }), edit({ address: 'After' })])
  const refused = both.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(1)
  const now = await therapist.api.client.get({ id })
  expect([now.phone, now.address]).toEqual(both[0]?.status === 'fulfilled' ? ['2', 'Before'] : ['1', 'After'])
  expect(refused[0]?.reason).toMatchObject({ code: 'CHANGED', status: 409, data: { client: now } })
  const third = await therapist.api.client.edit({ id, version: now.version, ...minimalClient, phone: '3' })
  expect(third).toMatchObject({ phone: '3', version: now.version + 1 })
})

test('a repeated edit changes nothing, and a status change in between does not count as another version', async () => {
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
  const again = { id, version, ...minimalClient, address: 'Once', emergencyRelationship: 'Sister', contacts }
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

test('an edit based on the version before a merge is refused', async () => {
  const [into, from] = [await add({ lastName: 'Goes in' }), await add({ lastName: 'Goes in', phone: '7' })]
  await therapist.api.client.merge({ id: from.id, into: into.id, command: randomUUID() })
  const late = therapist.api.client.edit({ id: into.id, version: into.version, ...minimalClient })
  await expect(late).rejects.toMatchObject({ code: 'CHANGED', data: { client: { phone: '7' } } })
})

test('a client who joins by code with the name of an existing record is shown as a possible duplicate with the allowed actions @slow', async () => {
  const client = await app.person('client')
  const [firstName, lastName] = [client.firstName, client.lastName]
  const written = await add({ firstName, lastName, notes: 'Known for years' })
  const born = await add({ firstName, lastName: lastName.toUpperCase(), dateOfBirth: '1990-01-31' })
  expect([await duplicatesIn(written.id), await hasDuplicateHint(written.id, lastName)]).toEqual([[], false])
  const { code } = await therapist.api.connection.inviteCode({})
  const { clientId } = await client.api.connection.join({ code })
  expect((await duplicatesIn(clientId)).toSorted((a, b) => a.lastName.localeCompare(b.lastName))).toMatchObject([
    { id: written.id, why: 'name', hasAccount: false, may: { mergeInto: true, takeIn: false } },
    { id: born.id, why: 'name', hasAccount: false, may: { mergeInto: true, takeIn: true } },
  ])
  expect(await hasDuplicateHint(clientId, lastName)).toBe(true)
  await therapist.api.client.markSamePerson({ id: clientId, as: born.id })
  await therapist.api.client.merge({ id: clientId, into: written.id, command: randomUUID() })
  expect(await therapist.api.client.get({ id: written.id })).toMatchObject({ hasAccount: true, status: 'active' })
  expect(await duplicatesIn(written.id)).toMatchObject([{ id: born.id, why: 'name' }])
  await therapist.api.client.markSamePerson({ id: written.id, as: born.id })
  expect([await duplicatesIn(written.id), await hasDuplicateHint(written.id, lastName)]).toEqual([[], false])
})

test('a shared email address is a possible duplicate in the record but not in the list, until marked as different people @slow', async () => {
  const [one, two] = [
    await add({ firstName: 'Mia', lastName: 'Falk', email: 'family@falk.test' }),
    await add({ firstName: 'Tom', lastName: 'Falk', email: 'family@falk.test' }),
  ]
  expect(await duplicatesIn(one.id)).toMatchObject([
    { id: two.id, why: 'email', may: { mergeInto: true, takeIn: true } },
  ])
  expect(await hasDuplicateHint(one.id, 'Falk')).toBe(false)
  const stranger = await app.person('therapist', 2)
  await stranger.api.client.add({ id: randomUUID(), ...minimalClient, email: 'family@falk.test', invite: false })
  expect(await duplicatesIn(one.id)).toHaveLength(1)
  const markApart = () => therapist.api.client.markDifferent({ id: two.id, from: one.id })
  await Promise.all([markApart(), markApart()])
  expect([await duplicatesIn(one.id), await duplicatesIn(two.id)]).toEqual([[], []])
  await expect(stranger.api.client.markDifferent({ id: one.id, from: two.id })).rejects.toMatchObject({ status: 404 })
  await expect(therapist.api.client.markDifferent({ id: one.id, from: one.id })).rejects.toMatchObject({ status: 400 })
  await therapist.api.client.merge({ id: two.id, into: one.id, command: randomUUID() })
})

test('records that both have content or an account cannot be merged', async () => {
  const [one, two] = [await app.person('client', 2), await app.person('client', 3)]
  const [first, second] = [await connectClient(app, therapist, one), await connectClient(app, therapist, two)]
  await editClientRecord(therapist, first, { email: 'both@one.test' })
  await editClientRecord(therapist, second, { email: 'both@one.test' })
  expect(await duplicatesIn(first)).toMatchObject([{ id: second, may: { mergeInto: false, takeIn: false } }])
  const planned = await add({ email: 'both@one.test', lastName: 'Planned' })
  await scheduleSessionAt(therapist, planned.id, new Date(timeAhead(130)))
  expect((await duplicatesIn(planned.id)).find(({ id }) => id === first)?.may).toEqual({
    mergeInto: false,
    takeIn: true,
  })
})
