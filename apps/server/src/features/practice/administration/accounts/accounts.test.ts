import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { createReminderRunner } from '../../../../testing/faults/reminders.ts'
import { openTestSocket } from '../../../../testing/socket.ts'

const app = await startSharedApp()
const admin = await app.person('admin')

const disable = (by: Person, { accountId }: Person) =>
  by.api.administration.setAccountDisabled({ accountId, disabled: true })
const enable = ({ accountId }: Person) => admin.api.administration.setAccountDisabled({ accountId, disabled: false })
const listed = async ({ email }: Person) =>
  (await admin.api.administration.accounts({ search: email })).items.find((item) => item.email === email)
const mailsOf = async (kind: string, { accountId }: Person) => {
  const { rows } = await app.db.asActor({ role: 'worker', id: accountId }, (tx) =>
    tx.run<{ state: string }>('select state from app.mail where kind = $1 and account_id = $2', [kind, accountId]),
  )
  return rows.length
}

test('disabling an account ends its open pages and every login at once, and keeps the data @slow', async () => {
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

  // A login that was created while the account was disabled is not valid, and does not become valid when the account is enabled.
  const late = await app.secondBrowser(therapist, 2)
  expect((await late.send('account/me', {})).status).toBe(401)
  app.clock.advance(1000)
  await enable(therapist)
  expect((await late.send('account/me', {})).status).toBe(401)
  app.clock.advance(1000)
  const again = await app.secondBrowser(therapist, 2)
  expect(await again.api.account.me({})).toMatchObject({ email: therapist.email, role: 'therapist' })
})

test('each command is executed once and audited with the state before and after, and from where @slow', async () => {
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

test('a disabled person is refused only after proving the password @slow', async () => {
  const client = await app.person('client', 2)
  await disable(admin, client)
  const browser = app.anonymous()
  const signIn = async (password: string) =>
    (await browser.send('login/signIn', { email: client.email, password })).json() as Promise<{ code?: string }>
  expect(await signIn('Wrong-garden-7')).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await signIn(client.password)).toMatchObject({ code: 'ACCOUNT_DISABLED' })
  expect((await browser.api.login.session({})).login).toBeNull()
  await enable(client)
  expect(await signIn(client.password)).toMatchObject({ kind: 'signed-in' })
})

test('the last admin keeps access: nobody disables their own account or changes its role @slow', async () => {
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

test('of two admins who disable each other at once, one stays @slow', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await app.person('admin', 10 + 2 * round), await app.person('admin', 11 + 2 * round)]
    const outcomes = await Promise.allSettled([disable(one, other), disable(other, one)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const disabled = await Promise.all([listed(one), listed(other)])
    expect(disabled.filter((account) => account?.disabledAt)).toHaveLength(1)
  }
})

test('signing out everywhere ends the logins, and the person can sign in again @slow', async () => {
  const client = await app.person('client', 3)
  app.clock.advance(1000)
  await admin.api.administration.signOutAccount({ accountId: client.accountId })
  expect((await client.send('account/me', {})).status).toBe(401)
  await app.inbox.mailTo(client.email, /signed out/i)
  app.clock.advance(1000)
  expect(await (await app.secondBrowser(client, 1)).api.account.me({})).toMatchObject({ email: client.email })
})

test('a role changes only while the account owns nothing of the old role, which the refusal names @slow', async () => {
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

test('an invited person with a new address sets a password by the emailed link and has the role @slow', async () => {
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

test('a login that was ended is worth nothing before its row is deleted, and the cleanup deletes the row', async () => {
  const client = await app.person('client', 9)
  const { code } = await client.api.login.newHandover({})
  app.clock.advance(1000)
  await app.db.asActor({ role: 'admin', id: admin.accountId }, (tx) =>
    tx.run('select def.sign_out_account($1, $2)', [client.accountId, app.clock.now()]),
  )
  expect((await client.send('account/me', {})).status).toBe(401)
  await expect(app.anonymous().api.login.redeemHandover({ code })).rejects.toMatchObject({ code: 'INVALID_CODE' })
  const logins = () =>
    app.privileged.auth.query('select 1 as kept from auth.login where user_id = $1', [client.accountId])
  expect((await logins()).rowCount).toBe(1)
  await app.auth.deleteExpired()
  expect((await logins()).rowCount).toBe(0)
})

test('an invitation of a disabled therapist reads as expired, by link and by code, and is valid again with the account @slow', async () => {
  const [therapist, client] = [await app.person('therapist', 8), await app.person('client', 8)]
  const invite = async () => {
    const email = `${randomUUID()}@example.org`
    const added = await therapist.api.client.add({ ...minimalClient, id: randomUUID(), email, invite: true })
    const { link, code } = await therapist.api.connection.invitationSecrets({ id: added.invitation?.id ?? '' })
    return { email, token: link.split('#token=')[1] ?? '', code }
  }
  const [byLink, byCode] = [await invite(), await invite()]
  const { token } = byLink
  const stranger = app.anonymous()
  await disable(admin, therapist)
  const chosen = { password: 'Quiet-garden-7', language: 'en', zone: 'Europe/Berlin' } as const
  for (const call of [
    () => stranger.api.login.readInvitation({ token: 'A'.repeat(43) }),
    () => stranger.api.login.readInvitation({ token }),
    () => stranger.api.login.acceptInvitation({ token, ...chosen }),
    () => client.api.login.acceptInvitationSignedIn({ token }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'INVALID_LINK', status: 410 })
  await expect(client.api.connection.join({ code: byCode.code })).rejects.toMatchObject({ code: 'INVALID_INVITE_CODE' })
  expect(await app.auth.users.byEmail(byLink.email)).toBeNull()
  expect((await client.api.connection.therapists({})).items).toEqual([])

  app.clock.advance(6 * 60_000)
  await stranger.api.login.sendFreshInvitation({ token: byCode.token })
  const { rows: fresh } = await app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
    tx.run(`select from app.mail where kind = 'invitation' and generation = 2 and acting_for = $1`, [
      therapist.accountId,
    ]),
  )
  expect(fresh).toEqual([])

  await enable(therapist)
  await client.api.login.acceptInvitationSignedIn({ token })
  expect((await client.api.connection.therapists({})).items).toMatchObject([{ therapistId: therapist.accountId }])
})

test('a client of a disabled therapist cannot accept a session, a series or another time, but can decline @slow', async () => {
  const [therapist, client] = [await app.person('therapist', 7), await app.person('client', 7)]
  const record = await connectClient(app, therapist, client)
  const now = app.clock.now().getTime()
  const at = (day: number) => new Date(now + day * 24 * 3_600_000).toISOString()
  const act = (id: string) => ({ id, command: randomUUID() })
  const plan = async (startsAt: string, agreed: boolean) =>
    (await therapist.api.session.create({ id: randomUUID(), clientIds: [record], startsAt, format: 'video', agreed }))
      .id
  const [waiting, agreed] = [await plan(at(3), false), await plan(at(4), true)]
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } } as const
  const planned = { startsAt: at(6), durationMinutes: 50, format: 'video', repeat } as const
  await therapist.api.series.create({ id: randomUUID(), clientIds: [record], ...planned })
  const upcoming = (await client.api.session.list({ which: 'upcoming' })).items
  const inSeries = upcoming.find(({ id }) => id !== waiting && id !== agreed)?.id ?? ''
  const move = randomUUID()
  const wish = { startsAt: at(5), durationMinutes: 50 }
  await client.api.changeRequest.askMove({ id: move, sessionId: agreed, ...wish })
  await therapist.api.changeRequest.counter({ ...act(move), ...wish, startsAt: at(5.5) })
  const canAccept = async () => {
    const [asked, moved] = await Promise.all([
      client.api.session.get({ id: waiting }),
      client.api.session.get({ id: agreed }),
    ])
    const { acceptCounter, declineCounter } = moved.changes[0]?.may ?? {}
    return { accept: asked.session.may.accept, decline: asked.session.may.decline, acceptCounter, declineCounter }
  }
  const all = { accept: true, decline: true, acceptCounter: true, declineCounter: true }
  expect(await canAccept()).toEqual(all)
  await disable(admin, therapist)
  expect(await canAccept()).toEqual({ ...all, accept: false, acceptCounter: false })
  for (const call of [
    () => client.api.session.accept(act(waiting)),
    () => client.api.series.accept({ sessionId: inSeries, command: randomUUID() }),
    () => client.api.changeRequest.acceptCounter(act(move)),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'THERAPIST_UNREACHABLE', status: 409 })
  expect(await client.api.session.get({ id: agreed })).toMatchObject({ session: { startsAt: at(4) } })
  expect(await client.api.changeRequest.declineCounter(act(move))).toMatchObject({ change: { state: 'declined' } })
  await client.api.session.decline(act(waiting))
  await enable(therapist)
  expect(await client.api.series.accept({ sessionId: inSeries, command: randomUUID() })).toEqual({ accepted: 4 })
})

test('clients of a disabled therapist keep reading, but cannot write or request sessions, and get no reminders @slow', async () => {
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

test('starting a reset of the two-step verification refuses an id that is none', async () => {
  const command = randomUUID()
  for (const input of [
    { accountId: 'everyone', command },
    { accountId: null, command },
    { accountId: {}, command },
    {},
  ])
    expect((await admin.send('administration/startFactorReset', input)).status, JSON.stringify(input)).toBe(400)
  const unknown = await admin.send('administration/startFactorReset', { accountId: randomUUID(), command })
  expect(unknown.status).toBe(404)
})

test('an invitation replaces an unconfirmed sign-up with its password, and confirming the address sets the first one @slow', async () => {
  const email = 'jonas.sommer@attune.test'
  const [stranger, browser] = [app.anonymous(), app.anonymous()]
  const person = { firstName: 'Jonas', lastName: 'Sommer', email, language: 'en' } as const
  await stranger.api.login.signUp({ ...person, password: 'Stranger-garden-7' })
  const invited = { ...person, id: randomUUID(), role: 'admin', zone: 'Europe/Berlin' } as const
  await admin.api.administration.inviteAccount(invited)
  await admin.api.administration.inviteAccount(invited)
  expect(await app.auth.users.byEmail(email)).toMatchObject({ id: invited.id, emailVerified: false })
  expect(await app.auth.users.passwordHashOf(invited.id)).toBeNull()
  // An invitation with a known id is refused like one with a known address.
  await expect(
    admin.api.administration.inviteAccount({ ...invited, email: 'other.sommer@attune.test' }),
  ).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' })

  // Unconfirmed sign-ups are deleted after 30 days. An invited person can still request another link after that.
  app.clock.advance(31 * 24 * 3_600_000)
  await app.auth.deleteExpired()
  const generation = await app.auth.users.nextGeneration(invited.id)
  const token = (await app.auth.linkFor('confirm', invited.id, generation))?.split('#token=')[1] ?? ''
  expect(await browser.api.login.confirm({ token, password: 'Quiet-garden-7' })).toMatchObject({
    kind: 'signed-in',
    login: { role: 'admin', need: 'enrol' },
  })
})
