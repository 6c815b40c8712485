import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { translate } from '../../../../platform/text/translations.ts'
import {
  acceptAsGuardian,
  addChild,
  givenGuardian,
  guardianToken,
  inviteContact,
  newGuardianContact,
} from './guardian.invitations.testing.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const minute = 60_000

const guardiansOf = (clientId: string) => therapist.api.guardian.ofClient({ clientId })
const onlyContact = async (options: Parameters<typeof addChild>[3] = {}) => {
  const { id, contacts } = await addChild(app, therapist, undefined, options)
  const [contact] = contacts
  if (!contact) throw new Error('the record has no contact')
  return { clientId: id, contact }
}
const rightsInForce = async (clientId: string) =>
  (
    await app.privileged.definer.query('select kind from app.guardian_right where client_id = $1 order by kind', [
      clientId,
    ])
  ).rows.map(({ kind }) => kind as string)

test('an invited guardian has exactly the chosen rights, gets an email that names nobody, and has nothing before accepting @slow', async () => {
  const { clientId, contact } = await onlyContact()
  expect((await guardiansOf(clientId)).contacts).toEqual([
    { id: contact.id, name: 'Anna Weber', relationship: 'Mother' },
  ])
  const guardian = await inviteContact(therapist, clientId, contact.id, { rights: ['sessions'] })
  expect(guardian).toMatchObject({ state: 'invited', contact: 'same', email: contact.email, knowsOthers: false })
  expect(guardian.rights).toEqual([{ right: 'sessions', since: expect.any(String) }])
  expect(await guardiansOf(clientId)).toMatchObject({
    items: [{ id: guardian.id }],
    contacts: [],
    age: 8,
    isOfAge: false,
  })
  const mail = await app.inbox.mailTo(contact.email ?? '')
  const { link } = await therapist.api.guardian.secrets({ id: guardian.id })
  expect(mail.subject).toBe(translate('en', 'mail.guardian-invitation.subject'))
  expect(mail.text).toContain(link)
  for (const name of ['Tim', 'Anna', 'Weber', therapist.lastName]) expect(mail.text).not.toContain(name)
  expect(await rightsInForce(clientId)).toEqual([])
})

test('repeating an invitation with its id changes nothing, and a contact is invited once', async () => {
  const { clientId, contact } = await onlyContact()
  const call = { id: randomUUID(), clientId, contactId: contact.id, ...givenGuardian }
  const [first, second] = await Promise.all([therapist.api.guardian.invite(call), therapist.api.guardian.invite(call)])
  expect(second).toEqual(first)
  await expect(inviteContact(therapist, clientId, contact.id)).rejects.toMatchObject({ code: 'ALREADY_INVITED' })
  expect((await guardiansOf(clientId)).items).toHaveLength(1)
})

test('a contact without an email address or without the mark of a guardian is refused with NO_EMAIL', async () => {
  const contacts = [newGuardianContact(null), { ...newGuardianContact(), isGuardian: false }]
  const { id } = await addChild(app, therapist, contacts)
  expect((await guardiansOf(id)).contacts).toEqual([])
  for (const contact of contacts) {
    await expect(inviteContact(therapist, id, contact.id)).rejects.toMatchObject({ code: 'NO_EMAIL' })
  }
})

test('the address of the client’s own account is refused with the first name; the same address on the record alone is not @slow', async () => {
  const child = await app.person('client', 30)
  const own = await connectClient(app, therapist, child)
  const contact = newGuardianContact(child.email)
  const { firstName } = await editClientRecord(therapist, own, { contacts: [contact], dateOfBirth: '2020-01-01' })
  await expect(inviteContact(therapist, own, contact.id)).rejects.toMatchObject({
    code: 'SAME_ADDRESS',
    data: { firstName },
  })
  const shared = newGuardianContact('family@guardian.test')
  const record = await addChild(app, therapist, [shared], { email: 'family@guardian.test' })
  expect(await inviteContact(therapist, record.id, shared.id)).toMatchObject({ state: 'invited' })
})

test('for an adult client a guardian needs a basis other than being a parent, and a last day @slow', async () => {
  for (const age of [30, null]) {
    const { clientId, contact } = await onlyContact({ age })
    expect(await guardiansOf(clientId)).toMatchObject({ isOfAge: true, age })
    const invite = (options: object) => inviteContact(therapist, clientId, contact.id, options)
    await expect(invite({})).rejects.toMatchObject({ code: 'BASIS_REQUIRED' })
    await expect(invite({ basis: 'court-order' })).rejects.toMatchObject({ code: 'UNTIL_REQUIRED' })
    await expect(invite({ basis: 'court-order', validUntil: '2001-02-03' })).rejects.toMatchObject({
      code: 'UNTIL_REQUIRED',
    })
    expect(await invite({ basis: 'power-of-attorney', validUntil: '2101-02-03' })).toMatchObject({
      basis: 'power-of-attorney',
      validUntil: '2101-02-03',
    })
  }
})

test('an invitation is sent again after five minutes, and the link before stops working @slow', async () => {
  const { clientId, contact } = await onlyContact()
  const { id, resendAt } = await inviteContact(therapist, clientId, contact.id)
  const before = await guardianToken(therapist, id)
  const resend = () => therapist.api.guardian.resend({ id, command: randomUUID() })
  await expect(resend()).rejects.toMatchObject({ code: 'TOO_SOON', data: { resendAt } })
  app.clock.advance(5 * minute)
  await resend()
  const after = await guardianToken(therapist, id)
  const guest = app.anonymous()
  await expect(guest.api.login.readInvitation({ token: before })).rejects.toMatchObject({ code: 'INVALID_LINK' })
  expect(await guest.api.login.readInvitation({ token: after })).toMatchObject({ email: contact.email })
})

test('after a changed address the link stops working, and the invitation goes to the new address without waiting @slow', async () => {
  const { clientId, contact } = await onlyContact()
  const { id } = await inviteContact(therapist, clientId, contact.id)
  const token = await guardianToken(therapist, id)
  const corrected = { ...contact, email: `${randomUUID()}@guardian.test` }
  await editClientRecord(therapist, clientId, { contacts: [corrected] })
  expect((await guardiansOf(clientId)).items).toMatchObject([{ contact: 'other-email', email: contact.email }])
  const guest = app.anonymous()
  await expect(guest.api.login.readInvitation({ token })).rejects.toMatchObject({ code: 'INVALID_LINK' })
  await expect(therapist.api.guardian.secrets({ id })).rejects.toMatchObject({ code: 'INVITATION_OVER' })
  const again = await therapist.api.guardian.resend({ id, command: randomUUID() })
  expect(again).toMatchObject({ contact: 'same', email: corrected.email })
  await app.inbox.mailTo(corrected.email)
  await editClientRecord(therapist, clientId, { contacts: [] })
  expect((await guardiansOf(clientId)).items).toMatchObject([{ contact: 'removed', state: 'invited' }])
  await expect(therapist.api.guardian.resend({ id, command: randomUUID() })).rejects.toMatchObject({ code: 'NO_EMAIL' })
})

test('an expired or ended invitation reveals nothing @slow', async () => {
  const { clientId, contact } = await onlyContact()
  const { id } = await inviteContact(therapist, clientId, contact.id)
  const token = await guardianToken(therapist, id)
  const guest = app.anonymous()
  app.clock.advance(6 * minute)
  await app.privileged.definer.query('update app.guardian set expires_at = $2 where id = $1', [id, app.clock.now()])
  await expect(guest.api.login.readInvitation({ token })).rejects.toMatchObject({ code: 'INVALID_LINK' })
  expect((await guardiansOf(clientId)).items).toMatchObject([{ state: 'expired' }])
  // The page of the old link sends a new one to the same address.
  await guest.api.login.sendFreshInvitation({ token })
  const fresh = await guardianToken(therapist, id)
  expect(await guest.api.login.readInvitation({ token: fresh })).toMatchObject({ email: contact.email })
  await therapist.api.guardian.end({ id })
  await expect(guest.api.login.readInvitation({ token: fresh })).rejects.toMatchObject({ code: 'INVALID_LINK' })
  await expect(therapist.api.guardian.secrets({ id })).rejects.toMatchObject({ code: 'INVITATION_OVER' })
  await expect(therapist.api.guardian.resend({ id, command: randomUUID() })).rejects.toMatchObject({
    code: 'INVITATION_OVER',
  })
  // A contact whose guardian has ended can be invited again.
  expect((await guardiansOf(clientId)).contacts).toMatchObject([{ id: contact.id }])
  expect(await inviteContact(therapist, clientId, contact.id)).toMatchObject({ state: 'invited' })
})

test('changed rights are in force at once, kept ones from the same time on as before, and ended ones are gone @slow', async () => {
  const { clientId, contact } = await onlyContact()
  const anna = await app.person('client', 40)
  const { id } = await inviteContact(therapist, clientId, contact.id)
  await acceptAsGuardian(anna, therapist, id)
  const [before] = (await guardiansOf(clientId)).items
  if (!before) throw new Error('the guardian is missing')
  app.clock.advance(minute)
  const change = { id, version: before.version, validUntil: null, knowsOthers: true }
  const saved = await therapist.api.guardian.save({ ...change, rights: ['sessions', 'forms'], reachesBack: true })
  expect(saved.rights).toEqual([
    before.rights.find(({ right }) => right === 'sessions'),
    { right: 'forms', since: null },
  ])
  expect(saved.knowsOthers).toBe(true)
  expect(await rightsInForce(clientId)).toEqual(['forms', 'sessions'])
  await expect(therapist.api.guardian.save({ ...change, rights: [], reachesBack: false })).rejects.toMatchObject({
    code: 'CHANGED',
  })
  const ended = await therapist.api.guardian.end({ id })
  expect(await therapist.api.guardian.end({ id })).toEqual(ended)
  expect([ended.state, await rightsInForce(clientId)]).toEqual(['ended', []])
  expect((await anna.api.guardian.clients({})).items).toEqual([])
  await expect(
    therapist.api.guardian.save({ ...change, version: ended.version, rights: ['forms'], reachesBack: false }),
  ).rejects.toMatchObject({ code: 'GUARDIAN_ENDED' })
})
