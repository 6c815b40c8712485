import { randomUUID } from 'node:crypto'
import { contract } from '@attune/contract'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'

const app = await startSharedApp()
const admin = await app.person('admin')

const asTherapist = {
  role: 'therapist',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  zone: 'Europe/Berlin',
  language: 'en',
} as const
async function waiting(n: number) {
  const person = await app.person('client', n)
  const me = await person.api.account.onboard(asTherapist)
  return { person, id: me.roleRequest?.id ?? '' }
}
const decide = (id: string) => ({ id, command: randomUUID() })

test('approving twice at once approves and notifies once, in the app and by email', async () => {
  const { person, id } = await waiting(1)
  const once = decide(id)
  const [first, second] = await Promise.all([
    admin.api.administration.approveRole(once),
    admin.api.administration.approveRole(once),
  ])
  expect(first).toMatchObject({ status: 'approved', reason: null })
  expect(second).toEqual(first)
  expect(await person.api.account.me({})).toMatchObject({ role: 'therapist', roleRequest: { status: 'approved' } })
  expect((await person.api.login.session({})).login).toMatchObject({ role: 'therapist', need: 'enrol' })
  await app.inbox.mailTo(person.email, /approved/i)
  const mails = (await admin.api.administration.outbox({})).items.filter((mail) => mail.kind === 'role-approved')
  expect(mails).toHaveLength(1)
  expect((await admin.api.administration.roleRequests({ which: 'decided' })).items).toMatchObject([
    { id, status: 'approved' },
  ])
  const asked = (await admin.api.notification.list({})).items.filter((item) => item.relatedId === person.accountId)
  expect(asked.filter(({ kind }) => kind === 'role-requested')).toMatchObject([{ isRead: true }])
})

test('a person who waits for approval is counted as a request, not as a client', async () => {
  const before = await admin.api.administration.overview({})
  const { id } = await waiting(7)
  const { clients, therapists } = before
  expect(await admin.api.administration.overview({})).toMatchObject({
    clients,
    therapists,
    waiting: before.waiting + 1,
  })
  await admin.api.administration.declineRole({ ...decide(id), reason: 'No licence on file' })
  expect(await admin.api.administration.overview({})).toMatchObject({ clients: clients + 1, waiting: before.waiting })
})

test('a request is decided once, and a declined person sees the reason', async () => {
  const { person, id } = await waiting(2)
  await admin.api.administration.declineRole({ ...decide(id), reason: 'No licence on file' })
  expect((await person.api.account.me({})).roleRequest).toMatchObject({
    status: 'declined',
    reason: 'No licence on file',
  })
  await expect(admin.api.administration.approveRole(decide(id))).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
    data: { status: 'declined' },
  })
  expect((await person.api.account.me({})).role).toBe('client')
  await app.inbox.mailTo(person.email, /request/i)
})

test('of two concurrent different decisions one succeeds and the other is refused', async () => {
  const { id } = await waiting(3)
  const second = await app.person('admin', 2)
  const outcomes = await Promise.allSettled([
    admin.api.administration.approveRole(decide(id)),
    second.api.administration.declineRole({ ...decide(id), reason: 'No' }),
  ])
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an admin cannot read clients, sessions or connections, and a therapist cannot read the administration [6.06]', async () => {
  const therapist = await app.person('therapist', 9)
  for (const path of ['client/list', 'session/list', 'connection/therapists']) {
    expect((await admin.send(path, path === 'session/list' ? { which: 'upcoming' } : {})).status, path).toBe(403)
  }
  expect((await therapist.send('administration/overview', {})).status).toBe(403)
})

test('only an admin can use the procedures of the administration [6.08]', async () => {
  const others = [await app.person('therapist', 9), await app.person('client', 9)]
  const plain = { practiceName: 'Practice', therapistSignup: 'approval', tellExistingAccounts: false } as const
  const before = await admin.api.administration.saveSettings({ ...plain, publicUrl: null })
  const { key } = await admin.api.administration.publicKey({})
  for (const person of others) {
    for (const procedure of Object.keys(contract.administration)) {
      // Every account may call this procedure for itself, so the test skips it.
      if (procedure === 'sendAdminNotification') continue
      const answer = await person.send(`administration/${procedure}`, {})
      expect(answer.status, `${person.role}, ${procedure}`).toBe(403)
    }
  }
  for (const procedure of ['settings', 'saveSettings', 'rotatePublicKey'])
    expect((await app.anonymous().send(`administration/${procedure}`, {})).status).toBe(401)
  expect((await admin.api.administration.settings({})).settings).toEqual(before)
  expect((await admin.api.administration.publicKey({})).key).toBe(key)
})

test('valid settings apply at once, also before signing in', async () => {
  const settings = {
    practiceName: 'Lindqvist Psychotherapy',
    therapistSignup: 'approval',
    tellExistingAccounts: false,
    publicUrl: 'https://practice.example',
  } as const
  const pasted = { ...settings, practiceName: 'Lindqvist\r\nPsychotherapy', publicUrl: null }
  expect(await admin.api.administration.saveSettings(pasted)).toMatchObject({ practiceName: settings.practiceName })
  expect(await app.anonymous().api.product.info({})).toMatchObject({
    practiceName: 'Lindqvist Psychotherapy',
    loopback: true,
    setUp: true,
  })
  for (const publicUrl of ['ftp://practice.example', 'http://practice.example', 'https://practice.example/attune'])
    expect((await admin.send('administration/saveSettings', { ...settings, publicUrl })).status, publicUrl).toBe(400)
  expect((await admin.send('administration/saveSettings', { ...settings, practiceName: ' ' })).status).toBe(400)
})

test('signing up reveals an existing account only if the admin allows it', async () => {
  const settings = { practiceName: 'Practice', therapistSignup: 'approval', publicUrl: null } as const
  const { email } = await app.person('client', 4)
  const newcomer = { firstName: 'Ana', lastName: 'Moreau', email, password: 'Quiet-garden-7', language: 'en' } as const
  await admin.api.administration.saveSettings({ ...settings, tellExistingAccounts: true })
  await expect(app.anonymous().api.login.signUp(newcomer)).rejects.toMatchObject({
    code: 'ACCOUNT_EXISTS',
    status: 409,
  })
  await admin.api.administration.saveSettings({ ...settings, tellExistingAccounts: false })
  await expect(app.anonymous().api.login.signUp(newcomer)).resolves.toEqual({ done: true })
})

test('the public key grants no access [6.10]', async () => {
  const keyAlone = await app.anonymous().send('administration/publicKey', {})
  expect(keyAlone.status).toBe(401)
})

test('the outbox lists emails about accounts alone, and opens only confirmation links', async () => {
  const newcomer = {
    firstName: 'Mara',
    lastName: 'Winter',
    email: 'mara@attune.test',
    password: 'Quiet-garden-7',
    language: 'en',
  } as const
  await app.anonymous().api.login.signUp(newcomer)
  const mail = await app.inbox.mailTo(newcomer.email)
  const { items } = await admin.api.administration.outbox({})
  const confirmation = items.find((item) => item.recipient === newcomer.email)
  expect(confirmation).toMatchObject({ kind: 'confirm', mayOpen: true })
  expect(items.filter((one) => one.kind !== 'confirm' && one.mayOpen)).toEqual([])
  const opened = await admin.api.administration.openMail({ id: confirmation?.id ?? '' })
  expect(opened.recipient).toBe(newcomer.email)
  expect(mail.text).toContain(opened.link)
  const others = items.find((item) => !item.mayOpen)
  await expect(admin.api.administration.openMail({ id: others?.id ?? '' })).rejects.toMatchObject({ status: 404 })
})

test('the function send-admin-notification accepts only the caller’s own account [7.07]', async () => {
  const client = await app.person('client', 5)
  const body = (userId: string) => ({
    notification_type: 'new_user_registration',
    subject: 'Hello',
    message: 'x',
    user_data: {
      user_id: userId,
      email: client.email,
      first_name: '',
      last_name: '',
      registration_date: '',
      provider: 'email',
    },
    email_addresses: [],
  })
  expect((await client.send('administration/sendAdminNotification', body(admin.accountId))).status).toBe(403)
  expect(
    (
      await client.send('administration/sendAdminNotification', {
        ...body(client.accountId),
        email_addresses: ['x@y.test'],
      })
    ).status,
  ).toBe(400)
  expect((await client.send('administration/sendAdminNotification', body(client.accountId))).status).toBe(200)
})
