import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  acceptAsGuardian,
  addChild,
  guardianToken,
  inviteContact,
  newGuardianContact,
} from './guardian.invitations.testing.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const account = { password: 'Quiet-garden-8', language: 'de', zone: 'Europe/Berlin' } as const

let numbers = 50
const nextClient = () => app.person('client', numbers++)

async function invited(contact = newGuardianContact(), options: Parameters<typeof inviteContact>[3] = {}) {
  const { id: clientId } = await addChild(app, therapist, [contact])
  const { id } = await inviteContact(therapist, clientId, contact.id, options)
  return { clientId, contact, id, token: await guardianToken(therapist, id) }
}
const guardiansOf = async (clientId: string) => (await therapist.api.guardian.ofClient({ clientId })).items
const newsOf = async (kind: string) =>
  (await therapist.api.notification.list({})).items.filter((item) => item.kind === kind)

test('an invited person reads for whom and what, sets a password and is a guardian without a record of their own @slow', async () => {
  const { clientId, contact, token } = await invited()
  const anna = app.anonymous()
  expect(await anna.api.login.readInvitation({ token })).toEqual({
    therapistName: `${therapist.firstName} ${therapist.lastName}`,
    firstName: 'Anna Weber',
    email: contact.email,
    next: 'set-password',
    guardianOf: { firstName: 'Tim', rights: ['sessions', 'invoices'] },
  })
  const { login } = await anna.api.login.acceptInvitation({ token, ...account })
  expect(login).toMatchObject({ email: contact.email, role: 'client' })
  expect((await anna.api.guardian.clients({})).items).toMatchObject([
    { clientId, firstName: 'Tim', rights: ['sessions', 'invoices'] },
  ])
  expect(await anna.api.account.me({})).toMatchObject({ firstName: 'Anna', lastName: 'Weber' })
  expect((await anna.api.connection.therapists({})).items).toEqual([])
  expect(await guardiansOf(clientId)).toMatchObject([{ state: 'active', acceptedAt: expect.any(String) }])
  expect(await newsOf('guardian-joined')).toMatchObject([{ relatedId: clientId }])
  const other = { token, ...account, password: 'Quiet-garden-9' }
  await expect(app.anonymous().api.login.acceptInvitation(other)).rejects.toMatchObject({ code: 'INVALID_LINK' })
})

test('a guardian whose answer was lost accepts again with the same password, and the therapist is notified once', async () => {
  const { clientId, contact, token } = await invited()
  const before = (await newsOf('guardian-joined')).length
  await app.anonymous().api.login.acceptInvitation({ token, ...account })
  const anna = app.anonymous()
  const { login } = await anna.api.login.acceptInvitation({ token, ...account })
  expect(login).toMatchObject({ email: contact.email, role: 'client' })
  expect((await anna.api.guardian.clients({})).items).toMatchObject([{ clientId }])
  expect((await newsOf('guardian-joined')).length).toBe(before + 1)
})

test('of ten concurrent acceptances one creates an account and the therapist is notified once @slow', async () => {
  const { clientId, token } = await invited()
  const before = (await newsOf('guardian-joined')).length
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      app.anonymous().api.login.acceptInvitation({ token, ...account, password: `Quiet-garden-${n}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await newsOf('guardian-joined')).length).toBe(before + 1)
  expect(await guardiansOf(clientId)).toMatchObject([{ state: 'active' }])
})

test('a client of the same therapist accepts with their own account, once @slow', async () => {
  const maria = await nextClient()
  const own = await connectClient(app, therapist, maria)
  const { clientId, id, token } = await invited(newGuardianContact(maria.email))
  expect(await maria.api.login.readInvitation({ token })).toMatchObject({ next: 'sign-in' })
  await acceptAsGuardian(maria, therapist, id)
  await maria.api.login.acceptInvitationSignedIn({ token })
  expect((await maria.api.guardian.clients({})).items).toMatchObject([{ clientId }])
  expect((await maria.api.connection.therapists({})).items).toMatchObject([{ clientId: own }])
  const other = await nextClient()
  await expect(other.api.login.acceptInvitationSignedIn({ token })).rejects.toMatchObject({ code: 'INVALID_LINK' })
})

test.each(['therapist', 'admin'] as const)(
  'the account of a %s is refused, and the link stays valid @slow',
  async (role) => {
    const { token } = await invited()
    const person = await app.person(role, 7)
    await expect(person.api.login.acceptInvitationSignedIn({ token })).rejects.toMatchObject({ code: 'ONLY_CLIENTS' })
    const guardian = await nextClient()
    await guardian.api.login.acceptInvitationSignedIn({ token })
  },
)

test('the client’s own account is refused, and the link stays valid for the guardian @slow', async () => {
  const tim = await nextClient()
  const clientId = await connectClient(app, therapist, tim)
  const contact = newGuardianContact()
  await editClientRecord(therapist, clientId, { contacts: [contact], dateOfBirth: '2020-01-01' })
  const { id } = await inviteContact(therapist, clientId, contact.id)
  const token = await guardianToken(therapist, id)
  await expect(tim.api.login.acceptInvitationSignedIn({ token })).rejects.toMatchObject({ code: 'OWN_RECORD' })
  const guardian = await nextClient()
  await guardian.api.login.acceptInvitationSignedIn({ token })
  expect(await guardiansOf(clientId)).toMatchObject([{ state: 'active' }])
})

test('two guardians of one client, and one guardian of two siblings, have their own rights only @slow', async () => {
  const contacts = [newGuardianContact(), newGuardianContact(undefined, 'Bernd Weber')] as const
  const [mother, father] = [await nextClient(), await nextClient()]
  const tim = await addChild(app, therapist, [...contacts])
  const lena = await addChild(app, therapist, [newGuardianContact(contacts[0].email)], { firstName: 'Lena' })
  const give = async (clientId: string, contactId: string, rights: ('sessions' | 'forms' | 'invoices')[]) =>
    (await inviteContact(therapist, clientId, contactId, { rights })).id
  await acceptAsGuardian(mother, therapist, await give(tim.id, contacts[0].id, ['sessions']))
  await acceptAsGuardian(father, therapist, await give(tim.id, contacts[1].id, ['invoices']))
  await acceptAsGuardian(mother, therapist, await give(lena.id, lena.contacts[0]?.id ?? '', ['forms']))
  expect((await mother.api.guardian.clients({})).items).toMatchObject([
    { clientId: lena.id, rights: ['forms'] },
    { clientId: tim.id, rights: ['sessions'] },
  ])
  expect((await father.api.guardian.clients({})).items).toMatchObject([{ clientId: tim.id, rights: ['invoices'] }])
})

test('an account that accepts a second invitation for the same client has the rights of both, once', async () => {
  const contacts = [newGuardianContact(), newGuardianContact()] as const
  const { id: clientId } = await addChild(app, therapist, [...contacts])
  const anna = await nextClient()
  const first = await inviteContact(therapist, clientId, contacts[0].id, { rights: ['sessions'] })
  const second = await inviteContact(therapist, clientId, contacts[1].id, { rights: ['forms', 'sessions'] })
  await acceptAsGuardian(anna, therapist, first.id)
  await acceptAsGuardian(anna, therapist, second.id)
  expect(await guardiansOf(clientId)).toMatchObject([
    {
      id: second.id,
      state: 'active',
      rights: [{ right: 'sessions', since: first.rights[0]?.since }, { right: 'forms' }],
    },
    { id: first.id, state: 'ended' },
  ])
  expect((await anna.api.guardian.clients({})).items).toMatchObject([{ rights: ['sessions', 'forms'] }])
})
