import { wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'

let clients = 1
const app = await startSharedApp()
const [admin, second] = await Promise.all([app.person('admin'), app.person('admin', 2)])

const hour = 60 * 60_000
const newAddress = () => `office-${randomUUID()}@practice.test`
const tokenIn = (text: string | undefined) => /\/notification-address#token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
const mailsTo = (email: string) => app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(email))
const addressOf = async (id: string) =>
  (await admin.api.notificationAddress.list({})).items.find((address) => address.id === id)

/** Adds an address and returns it with the token of its emailed link. */
async function addAddress(email = newAddress()) {
  const id = randomUUID()
  await admin.api.notificationAddress.add({ id, email })
  return { id, email, token: tokenIn((await app.inbox.mailTo(email)).text) }
}

/** Adds an address and verifies it without a sign-in. Without quiet hours, an email is sent at once. */
async function addVerified() {
  const added = await addAddress()
  await app.anonymous().api.notificationAddress.verify({ token: added.token })
  const { version = 0 } = (await addressOf(added.id)) ?? {}
  await admin.api.notificationAddress.save({ id: added.id, version, kinds: {}, quiet: null })
  return added
}

const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
const remove = (...ids: string[]) => Promise.all(ids.map((id) => admin.api.notificationAddress.remove({ id })))
const sendFeedback = (person: Person) =>
  person.api.product.sendFeedback({ id: randomUUID(), text: 'canary-feedback', page: '/dashboard' })

/** Returns the states of the emails of a kind to an address, as the worker stores them. */
async function mailStates(id: string, kind: string): Promise<string[]> {
  const sql = `select state from app.mail where subject_id = '${id}' and kind = '${kind}' order by created_at`
  return (await queryAsRole<{ state: string }>('backup', app.databaseUrl, sql)).map(({ state }) => state)
}

test('an address is verified by the emailed link without a sign-in, and the link works once [1.14] [2.06]', async () => {
  const { id, email, token } = await addAddress()
  expect(await addressOf(id)).toMatchObject({ email, state: 'waiting', quiet: { from: '21:00', to: '08:00' } })
  const stored = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select * from app.notification_address where id = '${id}'`,
  )
  expect(JSON.stringify(stored)).not.toContain(token)
  await app.anonymous().api.notificationAddress.verify({ token })
  expect(await addressOf(id)).toMatchObject({ state: 'verified' })
  for (const bad of [token, 'A'.repeat(43)]) {
    const refused = await app.anonymous().send('notificationAddress/verify', { token: bad })
    expect(await refusalOf(refused)).toEqual([410, 'INVALID_LINK'])
  }
  await remove(id)
})

test('opening the address of the link verifies nothing, so that a scanner of emails does not use it up', async () => {
  const { id, token } = await addAddress()
  const page = await fetch(`${app.address}/notification-address#token=${token}`)
  await page.text()
  expect(await addressOf(id)).toMatchObject({ state: 'waiting' })
  await app.anonymous().api.notificationAddress.verify({ token })
  await remove(id)
})

test('a link no longer works once it was sent again, or when the address was removed', async () => {
  const verify = async (token: string) => (await app.anonymous().send('notificationAddress/verify', { token })).status
  const [first, removed] = [await addAddress(), await addAddress()]
  const before = mailsTo(first.email).length
  await second.api.notificationAddress.sendLink({ id: first.id })
  await expect.poll(() => mailsTo(first.email).length).toBe(before + 1)
  const token = tokenIn(mailsTo(first.email).at(-1)?.text)
  expect(token).not.toBe(first.token)
  expect(await verify(first.token)).toBe(410)
  await remove(removed.id)
  expect(await verify(removed.token)).toBe(410)
  expect(await verify(token)).toBe(200)
  await remove(first.id)
})

test('the link to an address that was removed never verifies another address under the same id', async () => {
  const { id, token } = await addAddress()
  await remove(id)
  const again = await admin.send('notificationAddress/add', { id, email: newAddress() })
  expect(await refusalOf(again)).toEqual([409, 'TAKEN'])
  expect((await app.anonymous().send('notificationAddress/verify', { token })).status).toBe(410)
  expect(await addressOf(id)).toBeUndefined()
})

test('the list has up to ten valid addresses, each once in any case of its letters', async () => {
  const { id, email } = await addAddress()
  const add = (address: string, as = randomUUID()) => admin.send('notificationAddress/add', { id: as, email: address })
  expect(await admin.api.notificationAddress.add({ id, email })).toMatchObject({ id, email })
  const taken = await add(email.toUpperCase())
  expect(await refusalOf(taken)).toEqual([409, 'TAKEN'])
  for (const bad of ['office', 'a@b', 'office@practice.test\nbcc: x@y.test', ''])
    expect((await add(bad)).status).toBe(400)
  const left = 10 - (await admin.api.notificationAddress.list({})).items.length
  const added = await Promise.all(Array.from({ length: left + 1 }, () => add(newAddress())))
  expect(added.map(({ status }) => status).toSorted()).toEqual([...Array<number>(left).fill(200), 409])
  const refused = added.find(({ status }) => status === 409)
  expect(await refused?.json()).toMatchObject({ code: 'LIMIT_REACHED', data: { limit: 10 } })
  await remove(...(await admin.api.notificationAddress.list({})).items.map((address) => address.id))
})

test('an address that another admin has removed is not found [6.08]', async () => {
  const { id } = await addAddress()
  const outcomes = await Promise.allSettled([admin, second].map((one) => one.api.notificationAddress.remove({ id })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const procedure of ['remove', 'sendLink', 'sendTest'])
    expect((await admin.send(`notificationAddress/${procedure}`, { id })).status, procedure).toBe(404)
  const save = { id, version: 1, kinds: {}, quiet: null }
  expect((await admin.send('notificationAddress/save', save)).status).toBe(404)
})

test('the second of two admins who save at once gets the current settings', async () => {
  const { id } = await addAddress()
  const save = (one: Person, kind: 'feedback' | 'new-user') =>
    one.api.notificationAddress.save({ id, version: 1, kinds: { [kind]: false }, quiet: null })
  await save(admin, 'feedback')
  const current = { id, version: 2, quiet: null, kinds: { feedback: false, 'new-user': true } }
  await expect(save(second, 'new-user')).rejects.toMatchObject({
    code: 'CHANGED',
    data: { address: current },
  })
  expect(await addressOf(id)).toMatchObject(current)
  await remove(id)
})

test('emails for admins go to the verified addresses that get the kind, and to every admin only without one', async () => {
  await Promise.all([admin, second].map((one) => one.api.account.saveNotificationSettings({ quiet: null, mail: {} })))
  const [wants, not, waiting] = [await addVerified(), await addVerified(), await addAddress()]
  const { version = 0 } = (await addressOf(not.id)) ?? {}
  await admin.api.notificationAddress.save({ id: not.id, version, kinds: { 'new-user': false }, quiet: null })
  const newcomer = await app.person('client', clients++)
  await sendFeedback(newcomer)
  const mail = await app.inbox.mailTo(wants.email, /feedback/i)
  await app.inbox.mailTo(not.email, /feedback/i)
  expect(mail.text).toContain('/dashboard/admin/notification-settings')
  expect(JSON.stringify([mail.text, mail.html])).not.toContain('canary')
  expect(await mailStates(not.id, 'new-user')).toEqual([])
  expect(mailsTo(waiting.email)).toHaveLength(1)
  for (const one of [admin, second]) {
    expect(mailsTo(one.email).filter(({ subject }) => /feedback/i.test(subject ?? ''))).toEqual([])
    expect((await one.api.notification.list({})).items[0]).toMatchObject({ kind: 'feedback' })
  }
  await remove(wants.id, not.id, waiting.id)
  await sendFeedback(newcomer)
  await Promise.all([admin, second].map((one) => app.inbox.mailTo(one.email, /feedback/i)))
})

test('the function send-admin-notification creates the profile of a new account and informs the addresses [4.14] [7.07]', async () => {
  const office = await addVerified()
  const newcomer = { firstName: 'Mara', lastName: 'Winter', password: 'Quiet-garden-7', language: 'en' } as const
  const email = `mara-${randomUUID()}@attune.test`
  await app.anonymous().api.login.signUp({ ...newcomer, email })
  const confirmation = await app.inbox.mailTo(email)
  const browser = app.anonymous()
  const token = /#token=([\w-]+)/.exec(confirmation.text ?? '')?.[1] ?? ''
  await browser.api.login.confirm({ token, password: newcomer.password })
  const known = await app.auth.users.byEmail(email)
  await browser.api.administration.sendAdminNotification({
    notification_type: 'new_user_registration',
    subject: 'Hello',
    message: 'x',
    user_data: {
      user_id: known?.id ?? '',
      email,
      first_name: 'Mara',
      last_name: 'Winter',
      registration_date: '',
      provider: 'email',
    },
    email_addresses: [],
  })
  const mail = await app.inbox.mailTo(office.email, /new account/i)
  expect(JSON.stringify([mail.subject, mail.text])).not.toMatch(/Mara|Winter/)
  const sql = `select role from app.profile where account_id = '${known?.id}'`
  expect(await queryAsRole('backup', app.databaseUrl, sql)).toEqual([{ role: 'client' }])
  await remove(office.id)
})

test('quiet hours hold back emails to an address, except those about failures', async () => {
  const { id } = await addVerified()
  const now = app.clock.now()
  const { version = 0, zone = '' } = (await addressOf(id)) ?? {}
  const at = (minutes: number) => wallClockOf(new Date(now.getTime() + minutes * 60_000).toISOString(), zone).time
  await admin.api.notificationAddress.save({ id, version, kinds: {}, quiet: { from: at(-60), to: at(120) } })
  await sendFeedback(await app.person('client', clients++))
  const [mail] = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where subject_id = '${id}' and kind = 'feedback'`,
  )
  await app.mailer.deliver({ mailId: mail?.id ?? '' }, { retryCount: 0, last: false })
  expect(await mailStates(id, 'feedback')).toEqual(['waiting'])
  const failure = randomUUID()
  await app.db.asActor({ role: 'worker', id: admin.accountId }, ({ kysely }) =>
    kysely
      .insertInto('mail')
      .values({ id: failure, kind: 'disk-low', acting_for: admin.accountId, subject_id: id })
      .execute(),
  )
  await app.mailer.deliver({ mailId: failure }, { retryCount: 0, last: false })
  expect(await mailStates(id, 'disk-low')).toEqual(['sent'])
  await remove(id)
  await app.mailer.deliver({ mailId: mail?.id ?? '' }, { retryCount: 1, last: false })
  expect(await mailStates(id, 'feedback')).toEqual(['dropped'])
})

test('a test goes to verified addresses only', async () => {
  const [ready, waiting] = [await addVerified(), await addAddress()]
  await admin.api.notificationAddress.sendTest({ id: ready.id })
  await app.inbox.mailTo(ready.email, /This is a test/)
  const refused = await admin.send('notificationAddress/sendTest', { id: waiting.id })
  expect(await refusalOf(refused)).toEqual([409, 'NOT_VERIFIED'])
  const verified = await admin.send('notificationAddress/sendLink', { id: ready.id })
  expect(await refusalOf(verified)).toEqual([409, 'VERIFIED'])
  await remove(ready.id, waiting.id)
})

test('the audit log shows each change from what to what, without the address', async () => {
  const { id, email } = await addVerified()
  const { version = 0 } = (await addressOf(id)) ?? {}
  await admin.api.notificationAddress.save({ id, version, kinds: { feedback: false }, quiet: null })
  await remove(id)
  const rows = await queryAsRole<{ action: string; before: object; after: object }>(
    'backup',
    app.databaseUrl,
    `select action, before, after from app.audit where thing_id = '${id}' order by id`,
  )
  expect(rows).toEqual([
    { action: 'add', before: { state: null }, after: { state: 'unverified' } },
    { action: 'verify', before: { state: 'unverified' }, after: { state: 'verified' } },
    { action: 'change', before: { quiet: '21:00–08:00' }, after: { quiet: null } },
    { action: 'change', before: { feedback: true }, after: { feedback: false } },
    { action: 'remove', before: { state: 'verified' }, after: { state: null } },
  ])
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('only admins use the addresses, and links and tests to one address are limited [6.08]', async () => {
  const others = [await app.person('therapist', 9), await app.person('client', clients++)]
  for (const one of others) {
    for (const procedure of ['list', 'add', 'sendLink', 'save', 'remove', 'sendTest'])
      expect((await one.send(`notificationAddress/${procedure}`, {})).status, procedure).toBe(403)
  }
  const strict = await createTestApp({ config: { limitsWrites: true } })
  try {
    const [one, two] = await Promise.all([strict.person('admin'), strict.person('admin', 2)])
    const id = randomUUID()
    await one.api.notificationAddress.add({ id, email: newAddress() })
    const statuses: number[] = []
    for (const caller of [one, two, one, two, one])
      statuses.push((await caller.send('notificationAddress/sendLink', { id })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  } finally {
    await strict.close()
  }
})

// This test is the last one, because the app's clock cannot go back.
test('a link no longer works after 24 hours', async () => {
  const { id, token } = await addAddress()
  app.clock.advance(24 * hour + 1)
  // The earlier logins have expired.
  const later = await app.person('admin', 3)
  expect((await later.api.notificationAddress.list({})).items).toMatchObject([{ id, state: 'expired' }])
  expect((await app.anonymous().send('notificationAddress/verify', { token })).status).toBe(410)
})
