import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCleanups } from '../../../../jobs.ts'
import { finishAccountDeletion } from './deletion.ts'
import {
  badToken,
  enrolAppOn,
  newEmail,
  openLoginTest,
  openLoginPractice,
  testPassword,
  testPerson,
  type LoginTestBrowser,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
let practice: Awaited<ReturnType<typeof openLoginPractice>>
beforeAll(async () => {
  t = await openLoginTest()
  practice = await openLoginPractice(t)
})
afterAll(() => t.close())

/** Renews all logins. Days pass in these tests, and the logins would expire without this. */
const refreshLogins = () =>
  t.authRows(
    "update auth.login set created_at = $1::timestamptz, last_seen_at = $1::timestamptz, expires_at = $1::timestamptz + interval '90 days'",
    [t.server.clock.now()],
  )
beforeEach(refreshLogins)

const idOf = async (browser: LoginTestBrowser) =>
  ((await browser.call('session')).body.login as { userId: string }).userId
const profileOf = async (id: string) =>
  (await t.appRows('select email, first_name, role from app.profile where account_id = $1', [id]))[0] ?? null

/**
 * Returns the tokens of the two links that confirm a change of address. `fresh` is the token that was emailed to the
 * new address, `old` the token that was emailed to the old one.
 */
async function links(userId: string) {
  const [row] = await t.authRows('select generation from auth.email_change where user_id = $1', [userId])
  const token = async (side: 'new' | 'old') =>
    (await t.server.auth.linkFor(`email-${side}`, userId, row.generation)).split('#token=')[1] ?? ''
  return { fresh: await token('new'), old: await token('old') }
}

async function asked() {
  const { email, mine } = await t.client()
  const wanted = newEmail()
  expect((await mine.call('changeEmail', { email: wanted, password: testPassword })).status).toBe(200)
  const id = await idOf(mine)
  return { email, mine, wanted, id, ...(await links(id)) }
}
const confirm = (token: string, side: 'new' | 'old') => t.browser().call('confirmEmailChange', { token, side })

test.each([
  ['new', 'old'],
  ['old', 'new'],
] as const)(
  'the address changes after both mailboxes have confirmed: first %s, then %s @slow',
  async (first, second) => {
    const { email, wanted, id, fresh, old, mine } = await asked()
    const token = { new: fresh, old }
    expect(await confirm(token[first], first)).toMatchObject({ status: 200, body: { changed: false } })
    expect((await mine.call('session')).body).toMatchObject({ login: { email } })
    expect((await t.browser().call('signIn', { email: wanted, password: testPassword })).status).toBe(401)
    expect(await confirm(token[second], second)).toMatchObject({ status: 200, body: { changed: true } })
    expect((await mine.call('session')).body).toMatchObject({ login: { email: wanted } })
    expect(await profileOf(id)).toMatchObject({ email: wanted })
    expect((await t.browser().call('signIn', { email: wanted, password: testPassword })).status).toBe(200)
    expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(401)
    expect((await confirm(token[second], second)).body.code).toBe('INVALID_LINK')
  },
)

test('one confirmation changes nothing, and a link works neither for the other side nor after a day @slow', async () => {
  const { fresh, old, mine, email } = await asked()
  expect((await confirm(fresh, 'old')).body.code).toBe('INVALID_LINK')
  expect((await confirm(old, 'new')).body.code).toBe('INVALID_LINK')
  expect((await confirm(fresh, 'new')).status).toBe(200)
  t.pass(25 * 60 * 60_000)
  expect((await confirm(old, 'old')).body.code).toBe('INVALID_LINK')
  expect((await mine.call('session')).body).toMatchObject({ login: { email } })
})

test('the old mailbox can cancel the change, and a new request voids earlier links @slow', async () => {
  const first = await asked()
  expect((await t.browser().call('stopEmailChange', { token: first.old })).status).toBe(200)
  for (const [token, side] of [
    [first.fresh, 'new'],
    [first.old, 'old'],
  ] as const)
    expect((await confirm(token, side)).body.code).toBe('INVALID_LINK')
  expect((await t.browser().call('stopEmailChange', { token: first.old })).body.code).toBe('INVALID_LINK')

  const again = await asked()
  await again.mine.call('changeEmail', { email: newEmail(), password: testPassword })
  await links(again.id)
  expect((await confirm(again.fresh, 'new')).body.code).toBe('INVALID_LINK')
})

test('a change to an address with an account gets the same response, emails that mailbox, and never takes the address over @slow', async () => {
  const owner = await t.client()
  const { email, mine } = await t.client()
  expect((await mine.call('changeEmail', { email: owner.email, password: testPassword })).body).toEqual({ done: true })
  expect(await t.mailKinds(owner.email)).toContain('exists')
  expect(await t.mailKinds(email)).not.toContain('email-new')
  const { fresh, old } = await links(await idOf(mine))
  await confirm(old, 'old')
  expect((await confirm(fresh, 'new')).body.code).toBe('INVALID_LINK')
  expect((await mine.call('session')).body).toMatchObject({ login: { email } })
})

test('if two accounts change to the same address, the first to confirm gets it @slow', async () => {
  const [one, two] = [await t.client(), await t.client()]
  const wanted = newEmail()
  const ends = await Promise.all(
    [one, two].map(async ({ mine }) => {
      await mine.call('changeEmail', { email: wanted, password: testPassword })
      const { fresh, old } = await links(await idOf(mine))
      await confirm(old, 'old')
      return fresh
    }),
  )
  const answers = await Promise.all(ends.map((token) => confirm(token, 'new')))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410])
})

test('a change of address requires the password, and the second factor of an account that has one @slow', async () => {
  const { email, mine } = await t.client()
  expect((await mine.call('changeEmail', { email: newEmail(), password: 'Wrong-2026' })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
  expect((await mine.call('changeEmail', { email, password: testPassword })).body.code).toBe('CONFLICT')
  const weak = t.browser()
  await weak.call('signIn', { email, password: testPassword })
  await enrolAppOn(mine)
  expect((await weak.call('changeEmail', { email: newEmail(), password: testPassword })).body.code).toBe('STEP_UP')
  expect((await weak.call('deleteAccount', { password: testPassword })).body.code).toBe('STEP_UP')
})

test('the next sign-in repairs a profile whose copy of the address was not updated', async () => {
  const { email, mine } = await t.client()
  const id = await idOf(mine)
  const moved = newEmail()
  await t.authRows('update auth."user" set email = $2 where id = $1', [id, moved])
  expect(await profileOf(id)).toMatchObject({ email })
  await t.browser().call('signIn', { email: moved, password: testPassword })
  expect(await profileOf(id)).toMatchObject({ email: moved })
})

/**
 * Connects a new client with the therapist. Returns the browser, the address, the account id and the record id of the
 * client.
 */
async function connected() {
  const { clientId, email, token } = await practice.invite()
  const mine = t.browser()
  await mine.call('acceptInvitation', { token, password: testPassword, language: 'en', zone: 'Europe/Berlin' })
  return { clientId, email, mine, id: await idOf(mine) }
}

test('deleting a client account keeps the therapist’s record without the link and notifies the therapist @slow', async () => {
  const { clientId, email, mine, id } = await connected()
  expect((await mine.call('account/draftKey')).status).toBe(200)
  expect((await mine.call('deletionPreview')).body).toMatchObject({
    erased: expect.arrayContaining(['account', 'profile', 'journal', 'safety-plan', 'uploads', 'notifications']),
    kept: expect.arrayContaining(['sessions', 'conversations', 'signed-forms', 'tasks', 'audit']),
    blockedBy: [],
  })
  expect((await mine.call('deleteAccount', { password: 'Wrong-2026' })).body.code).toBe('INVALID_CREDENTIALS')
  expect((await mine.call('deleteAccount', { password: testPassword })).status).toBe(200)
  expect((await mine.call('session')).body).toEqual({ login: null })
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(401)
  expect(await profileOf(id)).toBeNull()
  expect(await t.appRows('select 1 from app.notification where account_id = $1', [id])).toEqual([])
  expect(await t.authRows('select 1 from auth.login where user_id = $1', [id])).toEqual([])
  expect(await t.appRows('select 1 from app.draft_key where account_id = $1', [id])).toEqual([])
  const [record] = await t.appRows('select account_id, status, first_name from app.client where id = $1', [clientId])
  expect(record).toEqual({ account_id: null, status: 'inactive', first_name: 'Ben' })
  const news = await t.appRows(`select 1 from app.notification where kind = 'connection-ended' and related_id = $1`, [
    clientId,
  ])
  expect(news).toHaveLength(1)
  // A new account can register with the same address after the deletion.
  await t.browser().call('signUp', { ...testPerson, email, password: testPassword })
  expect(await t.server.auth.users.byEmail(email)).not.toBeNull()
})

test('the job completes an interrupted deletion, also when a request has created the profile again @slow', async () => {
  const { mine } = await t.client()
  const id = await idOf(mine)
  await t.server.db.asActor({ role: 'client', id }, (tx) => tx.run('select def.farewell(now())'))
  await mine.call('account/me')
  expect(await profileOf(id)).not.toBeNull()
  for (let i = 0; i < 2; i++) await finishAccountDeletion(t.server, id)
  expect(await profileOf(id)).toBeNull()
  expect((await mine.call('session')).body).toEqual({ login: null })
})

test('a therapist without upcoming sessions can delete the account, and the records are kept @slow', async () => {
  const { clientId, mine } = await connected()
  const session = { id: randomUUID(), startsAt: new Date(t.server.clock.now().getTime() + 48 * 3_600_000) }
  const id = await idOf(practice.therapist)
  await t.server.db.asActor({ role: 'therapist', id }, (tx) =>
    tx.run(
      `insert into app.session (id, therapist_id, starts_at, ends_at, format, status) values ($1, $2, $3, $4, 'video', 'scheduled')`,
      [session.id, id, session.startsAt, new Date(session.startsAt.getTime() + 3_000_000)],
    ),
  )
  expect((await practice.therapist.call('deletionPreview')).body).toMatchObject({ blockedBy: ['future-sessions'] })
  expect((await practice.therapist.call('deleteAccount', { password: testPassword })).body).toMatchObject({
    code: 'BLOCKED',
    data: { blockedBy: ['future-sessions'] },
  })
  expect((await mine.call('connection/therapists')).body).toMatchObject({ items: [{ status: 'connected' }] })

  t.pass(3 * 24 * 3_600_000)
  await refreshLogins()
  expect((await practice.therapist.call('account/draftKey')).status).toBe(200)
  expect((await practice.therapist.call('deleteAccount', { password: testPassword })).status).toBe(200)
  expect(await t.server.auth.users.byEmail(practice.therapistEmail)).toBeNull()
  expect(await t.appRows('select 1 from app.draft_key where account_id = $1', [id])).toEqual([])
  expect(await profileOf(id)).toEqual({ email: '', first_name: testPerson.firstName, role: 'therapist' })
  const [record] = await t.appRows('select status, therapist_id from app.client where id = $1', [clientId])
  expect(record).toEqual({ status: 'inactive', therapist_id: id })
})

test('the last admin cannot delete their account', async () => {
  expect((await practice.admin.call('deletionPreview')).body).toMatchObject({ blockedBy: ['last-admin'] })
  expect((await practice.admin.call('deleteAccount', { password: testPassword })).body.code).toBe('BLOCKED')
  expect(await t.server.auth.users.byEmail(practice.adminEmail)).not.toBeNull()
})

test('a handover code signs in another browser once, within a minute, as a separate login @slow', async () => {
  const { mine } = await t.client()
  await enrolAppOn(mine)
  const code = async () => (await mine.call('newHandover')).body.code as string
  const first = await code()
  const others = [t.browser(), t.browser(), t.browser()]
  const answers = await Promise.all(others.map((browser) => browser.call('redeemHandover', { code: first })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401])
  const winner = others[answers.findIndex((answer) => answer.status === 200)]
  expect((await winner?.call('session'))?.body).toMatchObject({ login: { strength: 2 } })
  await winner?.call('signOut')
  expect((await mine.call('session')).body).toMatchObject({ login: { strength: 2 } })

  const [stale, next] = [await code(), await code()]
  expect((await t.browser().call('redeemHandover', { code: stale })).body.code).toBe('INVALID_CODE')
  t.pass(61_000)
  expect((await t.browser().call('redeemHandover', { code: next })).body.code).toBe('INVALID_CODE')

  const last = await code()
  await mine.call('signOut')
  expect((await t.browser().call('redeemHandover', { code: last })).body.code).toBe('INVALID_CODE')
})

/** Returns an account with a second factor after an admin has started to reset that factor. */
async function resetting() {
  const { email, mine } = await t.client()
  await enrolAppOn(mine)
  const accountId = await idOf(mine)
  const begun = await practice.admin.call('administration/startFactorReset', { accountId, command: randomUUID() })
  const [row] = await t.authRows('select generation from auth.factor_reset where user_id = $1', [accountId])
  const link = await t.server.auth.linkFor('stop-factor-reset', accountId, row.generation)
  return { email, mine, accountId, begun, token: link.split('#token=')[1] ?? '' }
}
const sweep = () => runCleanups(t.server)
const day = 24 * 60 * 60_000

test('the reset of a lost second factor is emailed at once and takes effect after a day, without the password @slow', async () => {
  const { email, mine, begun, accountId } = await resetting()
  expect(Date.parse(begun.body.takesEffectAt as string) - t.server.clock.now().getTime()).toBeGreaterThan(day - 60_000)
  expect(await t.mailKinds(email)).toContain('factor-reset')
  const { items } = (await practice.admin.call('administration/accounts', { search: email })).body
  expect(items).toMatchObject([{ id: accountId, secondFactor: true, resetAt: begun.body.takesEffectAt }])
  const again = await practice.admin.call('administration/startFactorReset', { accountId, command: randomUUID() })
  expect(again.body).toEqual(begun.body)
  expect((await t.mailKinds(email)).filter((kind) => kind === 'factor-reset')).toHaveLength(1)

  t.pass(23 * 3_600_000)
  await sweep()
  expect((await mine.call('session')).body).toMatchObject({ login: { hasSecondFactor: true } })
  t.pass(2 * 3_600_000)
  await sweep()
  expect((await mine.call('session')).body).toEqual({ login: null })
  expect(await t.mailKinds(email)).toContain('factor-reset-done')
  await sweep()
  expect((await t.mailKinds(email)).filter((kind) => kind === 'factor-reset-done')).toHaveLength(1)
  const fresh = t.browser()
  expect((await fresh.call('signIn', { email, password: testPassword })).body).toMatchObject({
    kind: 'signed-in',
    login: { strength: 1, hasSecondFactor: false },
  })
})

test('the owner can cancel the reset until the last minute @slow', async () => {
  const { email, mine, token } = await resetting()
  t.pass(day - 60_000)
  expect((await t.browser().call('stopFactorReset', { token })).status).toBe(200)
  t.pass(day)
  await sweep()
  expect((await mine.call('session')).body).toMatchObject({ login: { hasSecondFactor: true } })
  expect(await t.mailKinds(email)).not.toContain('factor-reset-done')
  expect((await t.browser().call('stopFactorReset', { token })).body.code).toBe('INVALID_LINK')
  expect((await t.browser().call('stopFactorReset', { token: badToken })).body.code).toBe('INVALID_LINK')
})

test('no one can reset their own second factor or one that does not exist', async () => {
  const { mine } = await t.client()
  const start = async (accountId: string) =>
    (await practice.admin.call('administration/startFactorReset', { accountId, command: randomUUID() })).body.code
  expect(await start(await idOf(mine))).toBe('NO_FACTOR')
  expect(await start(await idOf(practice.admin))).toBe('FORBIDDEN')
  expect(await start(randomUUID())).toBe('NOT_FOUND')
})
