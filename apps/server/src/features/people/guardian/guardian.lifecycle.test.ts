import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import {
  acceptAsGuardian,
  addChild,
  guardianToken,
  inviteContact,
  newGuardianContact,
} from './invitations/guardian.invitations.testing.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

let numbers = 80
const nextClient = () => app.person('client', numbers++)
const guardiansOf = async (clientId: string) => (await therapist.api.guardian.ofClient({ clientId })).items
const clientsOf = async (guardian: Person) => (await guardian.api.guardian.clients({})).items
const merge = (id: string, into: string) => therapist.api.client.merge({ id, into, command: randomUUID() })

async function guardianOf(clientId: string, contactId: string, rights: ('sessions' | 'forms' | 'invoices')[]) {
  const person = await nextClient()
  const { id } = await inviteContact(therapist, clientId, contactId, { rights })
  await acceptAsGuardian(person, therapist, id)
  return { id, person }
}

test('merging two records moves the guardians with their rights, and invitations stay open @slow', async () => {
  const [mother, father, invited] = [newGuardianContact(), newGuardianContact(), newGuardianContact()]
  const into = await addChild(app, therapist, [mother])
  const from = await addChild(app, therapist, [father, invited])
  const one = await guardianOf(into.id, mother.id, ['sessions'])
  const two = await guardianOf(from.id, father.id, ['invoices'])
  const open = await inviteContact(therapist, from.id, invited.id, { rights: ['forms'] })
  const token = await guardianToken(therapist, open.id)
  await merge(from.id, into.id)
  expect(await clientsOf(one.person)).toMatchObject([{ clientId: into.id, rights: ['sessions'] }])
  expect(await clientsOf(two.person)).toMatchObject([{ clientId: into.id, rights: ['invoices'] }])
  expect((await guardiansOf(into.id)).map(({ id, state, contact }) => ({ id, state, contact }))).toEqual([
    { id: one.id, state: 'active', contact: 'same' },
    { id: two.id, state: 'active', contact: 'same' },
    { id: open.id, state: 'invited', contact: 'same' },
  ])
  const third = await nextClient()
  await third.api.login.acceptInvitationSignedIn({ token })
  expect(await clientsOf(third)).toMatchObject([{ clientId: into.id, rights: ['forms'] }])
})

test('a guardian of both merged records has the rights of both once, and a paused right does not end the other @slow', async () => {
  const [here, there] = [newGuardianContact(), newGuardianContact()]
  const into = await addChild(app, therapist, [here])
  const from = await addChild(app, therapist, [there])
  const { id, person } = await guardianOf(into.id, here.id, ['sessions', 'forms'])
  const other = await inviteContact(therapist, from.id, there.id, { rights: ['forms', 'invoices'], reachesBack: true })
  await acceptAsGuardian(person, therapist, other.id)
  await app.privileged.definer.query('update app.guardian set paused_at = now() where id = $1', [other.id])
  await merge(from.id, into.id)
  expect(await clientsOf(person)).toMatchObject([{ clientId: into.id, rights: ['sessions', 'forms', 'invoices'] }])
  const items = await guardiansOf(into.id)
  expect(items).toMatchObject([
    { id, state: 'active', rights: [{ right: 'sessions' }, { right: 'forms', since: null }, { right: 'invoices' }] },
    { id: other.id, state: 'ended' },
  ])
})

test('an account that becomes the client of a merged record is no guardian of it @slow', async () => {
  const tim = await nextClient()
  const own = await connectClient(app, therapist, tim)
  const contact = newGuardianContact()
  const from = await addChild(app, therapist, [contact])
  const { id } = await inviteContact(therapist, from.id, contact.id)
  await acceptAsGuardian(tim, therapist, id)
  expect(await clientsOf(tim)).toHaveLength(1)
  await merge(from.id, own)
  expect(await clientsOf(tim)).toEqual([])
  expect(await guardiansOf(own)).toMatchObject([{ id, state: 'ended' }])
})

test('disconnecting client and therapist ends the rights of the guardians and their invitations @slow', async () => {
  const tim = await nextClient()
  const clientId = await connectClient(app, therapist, tim)
  const contacts = [newGuardianContact(), newGuardianContact()] as const
  await editClientRecord(therapist, clientId, { contacts: [...contacts], dateOfBirth: '2020-01-01' })
  const { person } = await guardianOf(clientId, contacts[0].id, ['sessions'])
  const open = await inviteContact(therapist, clientId, contacts[1].id)
  const token = await guardianToken(therapist, open.id)
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await clientsOf(person)).toEqual([])
  expect(await guardiansOf(clientId)).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
  await expect(app.anonymous().api.login.readInvitation({ token })).rejects.toMatchObject({ code: 'INVALID_LINK' })
})

test('a guardian whose account is deleted has ended, and the record keeps that there was one @slow', async () => {
  const contact = newGuardianContact()
  const { id: clientId } = await addChild(app, therapist, [contact])
  const { id, person } = await guardianOf(clientId, contact.id, ['sessions'])
  await person.api.login.deleteAccount({ password: person.password })
  expect(await guardiansOf(clientId)).toMatchObject([{ id, state: 'ended', name: 'Anna Weber' }])
  const { rows } = await app.privileged.definer.query(
    'select (select count(*)::int from app.guardian where account_id = $1) as guardians, (select count(*)::int from app.guardian_right where account_id = $1) as rights',
    [person.accountId],
  )
  expect(rows).toEqual([{ guardians: 0, rights: 0 }])
})

test('an account that becomes a therapist is no guardian any more', async () => {
  const contact = newGuardianContact()
  const { id: clientId } = await addChild(app, therapist, [contact])
  const { person } = await guardianOf(clientId, contact.id, ['sessions'])
  const admin = await app.person('admin')
  await admin.api.administration.changeRole({ accountId: person.accountId, role: 'therapist' })
  expect(await guardiansOf(clientId)).toMatchObject([{ state: 'ended' }])
})
