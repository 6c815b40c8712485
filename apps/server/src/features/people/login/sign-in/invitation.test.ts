import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  badToken,
  enrolAppOn,
  openLoginTest,
  openLoginPractice,
  testPassword,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
let practice: Awaited<ReturnType<typeof openLoginPractice>>
beforeAll(async () => {
  t = await openLoginTest({ expectedErrors: ['a request failed'] })
  practice = await openLoginPractice(t)
})
afterAll(() => t.close())

const chosen = { password: testPassword, language: 'de', zone: 'Europe/Berlin' }
const day = 24 * 60 * 60 * 1000
const recordOf = async (clientId: string) =>
  (await t.appRows('select status, account_id from app.client where id = $1', [clientId]))[0]

test('an invited person sets a password and is signed in and connected [2.02]', async () => {
  const { token, email, clientId } = await practice.invite()
  const mine = t.browser()
  expect((await mine.call('readInvitation', { token })).body).toEqual({
    therapistName: 'Mara Winter',
    firstName: 'Ben',
    email,
    next: 'set-password',
    guardianOf: null,
  })
  const accepted = await mine.call('acceptInvitation', { token, ...chosen })
  expect(accepted.body).toMatchObject({ kind: 'signed-in', login: { email, role: 'client', need: null } })
  const { account_id, status } = await recordOf(clientId)
  expect([status, account_id]).toEqual([
    'active',
    (accepted.body as unknown as { login: { userId: string } }).login.userId,
  ])
  const [profile] = await t.appRows(
    'select first_name, last_name, zone, language from app.profile where account_id = $1',
    [account_id],
  )
  expect(profile).toEqual({ first_name: 'Ben', last_name: 'Sommer', zone: 'Europe/Berlin', language: 'de' })
  const other = { token, ...chosen, password: 'Summer-2026' }
  expect((await t.browser().call('acceptInvitation', other)).body.code).toBe('INVALID_LINK')
})

test('an invited person with a second factor cannot repeat the acceptance with the password alone', async () => {
  const { token } = await practice.invite()
  const mine = t.browser()
  await mine.call('acceptInvitation', { token, ...chosen })
  await enrolAppOn(mine)
  const again = t.browser()
  expect((await again.call('acceptInvitation', { token, ...chosen })).body.code).toBe('INVALID_LINK')
  expect((await again.call('session')).body).toEqual({ login: null })
})

test('after the server stopped between account and connection, the same call connects the invited person', async () => {
  const { token, clientId } = await practice.invite()
  const { users } = t.server.auth
  const { createInvited } = users
  users.createInvited = async (...input) => {
    await createInvited(...input)
    throw new Error('the power went')
  }
  expect((await t.browser().call('acceptInvitation', { token, ...chosen })).status).toBe(500)
  users.createInvited = createInvited
  expect((await recordOf(clientId)).status).toBe('pending')
  expect((await t.browser().call('acceptInvitation', { token, ...chosen })).status).toBe(200)
  expect((await recordOf(clientId)).status).toBe('active')
})

test.each(['short-A', 'nonumber-A', 'NOLOWER-1', 'noupper-1'])(
  'the password %s is refused at set-up, and the link stays valid [5.02]',
  async (weak) => {
    const { token } = await practice.invite()
    expect((await t.browser().call('acceptInvitation', { token, ...chosen, password: weak })).status).toBe(400)
    expect((await t.browser().call('readInvitation', { token })).status).toBe(200)
  },
)

test('an invited client who chooses discreet emails has them from the first one on, with the default quiet hours', async () => {
  const { token } = await practice.invite()
  const mine = t.browser()
  await mine.call('acceptInvitation', { token, ...chosen, discreet: true })
  const settings = (await mine.call('account/notificationSettings')).body
  expect(settings).toMatchObject({ discreet: true, quiet: { from: '21:00' } })
})

test('of twenty concurrent acceptances one creates an account @slow', async () => {
  const { token, email, clientId } = await practice.invite()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      t.browser().call('acceptInvitation', { token, ...chosen, password: `Winter-${n}-a` }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await t.authRows('select 1 from auth."user" where email = $1', [email])).toHaveLength(1)
  expect((await recordOf(clientId)).status).toBe('active')
})

test('an address with an account accepts the invitation only by signing in', async () => {
  const { email, mine } = await t.client()
  const { token, clientId } = await practice.invite(email)
  expect((await t.browser().call('readInvitation', { token })).body).toMatchObject({ next: 'sign-in' })
  expect((await t.browser().call('acceptInvitation', { token, ...chosen })).body.code).toBe('SIGN_IN_TO_ACCEPT')
  expect((await t.browser().call('acceptInvitationSignedIn', { token })).body.code).toBe('NO_LOGIN')
  expect((await mine.call('acceptInvitationSignedIn', { token })).body).toEqual({ done: true })
  expect((await recordOf(clientId)).status).toBe('active')
  // The same person can repeat the call and gets the same response. Another person is refused.
  expect((await mine.call('acceptInvitationSignedIn', { token })).body).toEqual({ done: true })
  expect((await (await t.client()).mine.call('acceptInvitationSignedIn', { token })).body.code).toBe('INVALID_LINK')
})

test('a therapist and an admin cannot accept an invitation', async () => {
  const { token } = await practice.invite()
  for (const browser of [practice.therapist, practice.admin]) {
    expect((await browser.call('acceptInvitationSignedIn', { token })).body.code).toBe('ONLY_CLIENTS')
  }
  expect((await t.browser().call('readInvitation', { token })).status).toBe(200)
})

test('an accepted invitation that was not connected because the server stopped is connected at the next sign-in', async () => {
  const { email, mine } = await t.client()
  const { token, clientId } = await practice.invite(email)
  const known = await t.server.auth.users.byEmail(email)
  await t.server.auth.oneTimeTokens.useInvitation({ token }, known?.id ?? '')
  expect((await recordOf(clientId)).status).toBe('pending')
  await mine.call('signIn', { email, password: testPassword })
  expect((await recordOf(clientId)).status).toBe('active')
})

test('a replaced link is invalid at once, before the new email is sent', async () => {
  const { token } = await practice.invite()
  t.pass(6 * 60 * 1000)
  await t.browser().call('sendFreshInvitation', { token })
  expect((await t.browser().call('acceptInvitation', { token, ...chosen })).body.code).toBe('INVALID_LINK')
})

test('an invite code works once, for the first person who enters it', async () => {
  const { code, invitationId } = await practice.invite()
  const people = await Promise.all([t.client(), t.client()])
  const ids = await Promise.all(people.map(async ({ email }) => (await t.server.auth.users.byEmail(email))?.id ?? ''))
  const outcomes = await Promise.all(
    ids.map((userId) => t.server.auth.redeemInviteCode({ code, userId, ip: '192.0.2.1' })),
  )
  expect(outcomes.filter((outcome) => 'invitationId' in outcome)).toEqual([{ invitationId }])
})

test('after five wrong codes in 15 minutes, per account and per network, the response has the time to wait', async () => {
  const { email } = await t.client()
  const userId = (await t.server.auth.users.byEmail(email))?.id ?? ''
  const tried = await Promise.all(
    Array.from({ length: 20 }, () => t.server.auth.redeemInviteCode({ code: 'AAAAAAAA', userId, ip: '192.0.2.7' })),
  )
  expect(tried.filter((outcome) => 'refused' in outcome && outcome.refused === 'INVALID_INVITE_CODE')).toHaveLength(5)
  const stranger = await t.client()
  const otherId = (await t.server.auth.users.byEmail(stranger.email))?.id ?? ''
  expect(await t.server.auth.redeemInviteCode({ code: 'AAAAAAAA', userId: otherId, ip: '192.0.2.7' })).toMatchObject({
    refused: 'TOO_MANY',
  })
})

test('attempts that the limit of the network refused do not count against the account @slow', async () => {
  const [wrong, person] = await Promise.all([t.client(), t.client()])
  const idOf = async ({ email }: { email: string }) => (await t.server.auth.users.byEmail(email))?.id ?? ''
  const [wrongId, userId] = await Promise.all([idOf(wrong), idOf(person)])
  const { code, invitationId } = await practice.invite()
  const { redeemInviteCode } = t.server.auth
  for (let n = 0; n < 5; n++) await redeemInviteCode({ code: 'AAAAAAAA', userId: wrongId, ip: '192.0.2.8' })
  for (let n = 0; n < 5; n++)
    expect(await redeemInviteCode({ code, userId, ip: '192.0.2.8' })).toMatchObject({ refused: 'TOO_MANY' })
  expect(await redeemInviteCode({ code, userId, ip: '192.0.2.9' })).toEqual({ invitationId })
})

test('an invalid link offers a fresh one, with the same response for any link', async () => {
  const { token, invitationId } = await practice.invite()
  const generation = async () =>
    (await t.appRows('select generation from app.invitation where id = $1', [invitationId]))[0].generation
  const fresh = await t.browser().call('sendFreshInvitation', { token })
  expect(fresh.body).toEqual((await t.browser().call('sendFreshInvitation', { token: badToken })).body)
  expect(await generation()).toBe(1)

  t.pass(15 * day)
  expect((await t.browser().call('readInvitation', { token })).body.code).toBe('INVALID_LINK')
  await Promise.all(Array.from({ length: 5 }, () => t.browser().call('sendFreshInvitation', { token })))
  expect(await generation()).toBe(2)
  const mails = await t.appRows(
    `select generation from app.mail where kind = 'invitation' and subject_id = $1 order by generation`,
    [invitationId],
  )
  expect(mails).toEqual([{ generation: 1 }, { generation: 2 }])

  // A link that was replaced by a newer one still identifies the invitation for which a new link is sent.
  await t.server.auth.linkFor('invite', invitationId, 2)
  t.pass(day)
  await t.browser().call('sendFreshInvitation', { token })
  expect(await generation()).toBe(3)
})
