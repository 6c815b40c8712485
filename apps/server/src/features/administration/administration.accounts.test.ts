import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { queryAsRole } from '../../testing/database.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'
import { createReminderRunner } from '../../testing/reminders.ts'
import { openTestSocket } from '../../testing/socket.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.person('admin')
})
afterAll(() => app.close())

const disable = (by: Person, { accountId }: Person) =>
  by.api.administration.switchAccount({ accountId, enabled: false })
const enable = ({ accountId }: Person) => admin.api.administration.switchAccount({ accountId, enabled: true })
const listed = async ({ email }: Person) =>
  (await admin.api.administration.accounts({ search: email })).items.find((item) => item.email === email)
const mailsOf = async (kind: string, { accountId }: Person) => {
  const { rows } = await app.db.asActor({ role: 'worker', id: accountId }, (tx) =>
    tx.run<{ state: string }>('select state from app.mail where kind = $1 and account_id = $2', [kind, accountId]),
  )
  return rows.length
}

test('disabling an account ends its open pages and every login at once, and keeps the data', async () => {
  const therapist = await app.person('therapist', 1)
  const socket = openTestSocket(app.address, therapist)
  await socket.frame('welcome')
  expect(await listed(therapist)).toMatchObject({ disabledAt: null, devices: [expect.any(String)] })
  const startedAt = performance.now()
  await disable(admin, therapist)
  expect((await therapist.send('account/me', {})).status).toBe(401)
  await socket.frame('ended')
  expect(await socket.closed).toBe(4401)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(await listed(therapist)).toMatchObject({ role: 'therapist', disabledAt: expect.any(String), devices: [] })
  await app.inbox.mailTo(therapist.email, /disabled/i)

  // A login that was created while the account was disabled is not valid, and does not become valid with the account.
  const late = await app.secondBrowser(therapist, 2)
  expect((await late.send('account/me', {})).status).toBe(401)
  app.clock.advance(1000)
  await enable(therapist)
  expect((await late.send('account/me', {})).status).toBe(401)
  app.clock.advance(1000)
  const again = await app.secondBrowser(therapist, 2)
  expect(await again.api.account.me({})).toMatchObject({ email: therapist.email, role: 'therapist' })
})

test('disabling twice sends one email; each command is audited with the state before and after, and from where', async () => {
  const client = await app.person('client', 1)
  await disable(admin, client)
  await disable(admin, client)
  expect(await mailsOf('account-disabled', client)).toBe(1)
  await enable(client)
  expect(await mailsOf('account-enabled', client)).toBe(1)
  const { items } = await admin.api.administration.auditLog({ person: client.accountId })
  expect(items.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['switch', { enabled: false }, { enabled: true }],
    ['switch', { enabled: false }, { enabled: false }],
    ['switch', { enabled: true }, { enabled: false }],
  ])
  expect(items[0]).toMatchObject({ actorId: admin.accountId, thing: 'account', ip: expect.stringMatching(/127|::1/) })
})

test('a disabled person who proves the password is refused; with a wrong password nothing is revealed', async () => {
  const client = await app.person('client', 2)
  await disable(admin, client)
  const browser = app.anonymous()
  const wrong = await browser.send('login/signIn', { email: client.email, password: 'Wrong-garden-7' })
  expect(await wrong.json()).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  await enable(client)
})

test('the last admin keeps access: nobody disables their own account or changes its role', async () => {
  for (const call of [
    () => disable(admin, admin),
    () => admin.api.administration.changeRole({ accountId: admin.accountId, role: 'client' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'LAST_ADMIN', status: 409 })
  const second = await app.person('admin', 2)
  for (const call of [
    () => disable(admin, admin),
    () => admin.api.administration.changeRole({ accountId: admin.accountId, role: 'client' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'SELF', status: 409 })
  await disable(admin, second)
  await expect(disable(admin, admin)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
  await enable(second)
})

test('of two admins who disable each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await app.person('admin', 10 + 2 * round), await app.person('admin', 11 + 2 * round)]
    const outcomes = await Promise.allSettled([disable(one, other), disable(other, one)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const disabled = await Promise.all([listed(one), listed(other)])
    expect(disabled.filter((account) => account?.disabledAt)).toHaveLength(1)
  }
})

test('signing out everywhere ends the logins, and the person can sign in again', async () => {
  const client = await app.person('client', 3)
  app.clock.advance(1000)
  await admin.api.administration.signOutAccount({ accountId: client.accountId })
  expect((await client.send('account/me', {})).status).toBe(401)
  await app.inbox.mailTo(client.email, /signed out/i)
  app.clock.advance(1000)
  expect(await (await app.secondBrowser(client, 1)).api.account.me({})).toMatchObject({ email: client.email })
})

test('a role changes only while the account owns nothing of the old role; the refusal names what is in the way', async () => {
  const [therapist, client, free] = [
    await app.person('therapist', 4),
    await app.person('client', 4),
    await app.person('client', 5),
  ]
  await connectClient(app, therapist, client)
  const change = (person: Person, role: 'admin' | 'client' | 'therapist') =>
    admin.api.administration.changeRole({ accountId: person.accountId, role })
  await expect(change(therapist, 'client')).rejects.toMatchObject({
    code: 'ROLE_IN_USE',
    data: { obstacles: ['records'] },
  })
  await expect(change(client, 'therapist')).rejects.toMatchObject({
    code: 'ROLE_IN_USE',
    data: { obstacles: ['connections'] },
  })
  await change(free, 'therapist')
  expect((await free.send('account/me', {})).status).toBe(401)
  await app.inbox.mailTo(free.email, /role/i)
  expect(await listed(free)).toMatchObject({ role: 'therapist' })
  await change(free, 'client')
  expect(await listed(free)).toMatchObject({ role: 'client' })
})

test('an invited person sets a password by the emailed link and has the role; a known address is refused', async () => {
  const invited = {
    id: randomUUID(),
    firstName: 'Ines',
    lastName: 'Winter',
    email: 'ines.winter@attune.test',
    role: 'therapist',
    language: 'en',
    zone: 'Europe/Berlin',
  } as const
  await admin.api.administration.inviteAccount(invited)
  await admin.api.administration.inviteAccount(invited)
  const mail = await app.inbox.mailTo(invited.email, /set up/i)
  const token = /#token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
  const browser = app.anonymous()
  await browser.api.login.reset({ token, password: 'Quiet-garden-7' })
  await browser.api.login.signIn({ email: invited.email, password: 'Quiet-garden-7' })
  expect((await browser.api.login.session({})).login).toMatchObject({ role: 'therapist', need: 'enrol' })
  await expect(admin.api.administration.inviteAccount({ ...invited, id: randomUUID() })).rejects.toMatchObject({
    code: 'ACCOUNT_EXISTS',
    status: 409,
  })
})

test('clients of a disabled therapist keep reading, but cannot write or request sessions, and get no reminders', async () => {
  const [therapist, client] = [await app.person('therapist', 6), await app.person('client', 6)]
  const record = await connectClient(app, therapist, client)
  await therapist.api.message.send({ id: randomUUID(), conversationId: record, text: 'See you on Monday.' })
  const reminders = createReminderRunner(app)
  const start = new Date(app.clock.now().getTime() + 26 * 3_600_000)
  const session = await reminders.plan(therapist, [record], start)
  expect(await admin.api.administration.comingSessions({ accountId: therapist.accountId })).toEqual({ count: 1 })
  await disable(admin, therapist)

  const [listedTherapist] = (await client.api.connection.therapists({})).items
  expect(listedTherapist).toMatchObject({ status: 'connected', isUnreachable: true })
  const [conversation] = (await client.api.message.list({})).items
  expect(conversation).toMatchObject({ id: record, readOnly: 'unreachable', latest: { text: 'See you on Monday.' } })
  await expect(
    client.api.message.send({ id: randomUUID(), conversationId: record, text: 'Hello' }),
  ).rejects.toMatchObject({ code: 'READ_ONLY', data: { reason: 'unreachable' } })
  const wish = {
    id: randomUUID(),
    therapistId: therapist.accountId,
    startsAt: new Date(start.getTime() + 24 * 3_600_000).toISOString(),
    durationMinutes: 50,
    format: 'video',
  } as const
  await expect(client.api.session.request(wish)).rejects.toMatchObject({ code: 'THERAPIST_UNREACHABLE' })
  expect((await client.api.session.list({ which: 'upcoming' })).items).toHaveLength(1)

  app.clock.advance(3 * 3_600_000)
  await reminders.run(session)
  const decided = await queryAsRole<{ why: string }>(
    'backup',
    app.databaseUrl,
    `select distinct why from app.session_reminder where session_id = '${session}'`,
  )
  expect(decided).toEqual([{ why: 'disabled' }])
  const reminded = (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'session-reminder')
  expect(reminded).toEqual([])
  await enable(therapist)
  expect((await client.api.message.list({})).items[0]).toMatchObject({ readOnly: null })
})
