import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, openLoginTest, testPassword, testPerson, type LoginTest } from './login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest()
})
afterAll(() => t.close())

const signUp = (email: string, chosen = testPassword) =>
  t.browser().call('signUp', { ...testPerson, email, password: chosen })

test('a person registers, confirms the address, signs out and in again', async () => {
  const email = newEmail()
  const mine = t.browser()
  expect((await mine.call('signUp', { ...testPerson, email, password: testPassword })).body).toEqual({ done: true })
  expect((await mine.call('signIn', { email, password: testPassword })).body.code).toBe('EMAIL_NOT_CONFIRMED')
  const token = await t.mailedToken('confirm', email)
  expect((await mine.call('readLink', { token, purpose: 'confirm' })).body).toEqual({ email })
  const confirmed = await mine.call('confirm', { token, password: testPassword })
  expect(confirmed.body).toMatchObject({ kind: 'signed-in', login: { email, role: 'client', strength: 1, need: null } })
  expect((await mine.call('session')).body).toMatchObject({ login: { email } })

  await mine.call('signOut')
  expect((await mine.call('session')).body).toEqual({ login: null })
  expect((await mine.call('signIn', { email, password: testPassword })).body).toMatchObject({
    kind: 'signed-in',
    login: { email },
  })
})

test('the emails that a person waits for after signing up or asking for a new password go first', async () => {
  const email = newEmail()
  await signUp(email)
  await t.browser().call('requestReset', { email })
  const known = await t.server.auth.users.byEmail(email)
  const { rows } = await t.server.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ kind: string; priority: number }>(
      `select m.kind, j.priority from jobs.job_common j join app.mail m on m.id::text = j.data->>'mailId'
       where j.name = 'mail' and m.account_id = $1 order by m.kind`,
      [known?.id],
    ),
  )
  expect(rows).toEqual([
    { kind: 'confirm', priority: 1 },
    { kind: 'reset', priority: 1 },
  ])
})

test('an email address is the same with capitals and surrounding spaces', async () => {
  const { email, mine } = await t.client()
  await mine.call('signOut')
  expect((await mine.call('signIn', { email: ` ${email.toUpperCase()} `, password: testPassword })).status).toBe(200)
})

test.each([
  ['too short', 'Aa1-bcd'],
  ['without a number', 'Winter-Winter'],
  ['without a lower case letter', 'WINTER-2026'],
  ['without an upper case letter', 'winter-2026'],
])('a password %s is refused [5.02]', async (_, weak) => {
  const email = newEmail()
  expect((await signUp(email, weak)).status).toBe(400)
  expect(await t.server.auth.users.byEmail(email)).toBeNull()
})

test('a new person gets one profile with role client, even for concurrent requests, and the admins are notified once [4.14]', async () => {
  const admin = await t.server.person('admin')
  const email = newEmail()
  await signUp(email)
  const token = await t.mailedToken('confirm', email)
  const mine = t.browser()
  await mine.call('confirm', { token, password: testPassword })
  const known = await t.server.auth.users.byEmail(email)
  await Promise.all(Array.from({ length: 10 }, () => mine.call('session')))
  const profiles = await t.appRows(
    'select role, first_name, last_name, language from app.profile where account_id = $1',
    [known?.id],
  )
  expect(profiles).toEqual([{ role: 'client', first_name: 'Mara', last_name: 'Winter', language: 'en' }])
  const arrivals = await t.appRows(`select 1 from app.audit where actor_id = $1 and action = 'arrive'`, [known?.id])
  expect(arrivals).toHaveLength(1)
  const { items } = await admin.api.notification.list({})
  expect(items.filter(({ relatedId }) => relatedId === known?.id)).toMatchObject([{ kind: 'new-user' }])
})

test('a sign-in and a refused sign-in each add one row to the audit log, an unknown address none', async () => {
  const { email } = await t.client()
  const id = (await t.server.auth.users.byEmail(email))?.id ?? ''
  const actions = () =>
    t.appRows('select action, thing, thing_id is not null as named from app.audit where actor_id = $1 order by id', [
      id,
    ])
  const before = await actions()
  expect(before.slice(1)).toEqual([{ action: 'signed-in', thing: 'login', named: true }])
  await t.browser().call('signIn', { email, password: 'Wrong-2026' })
  await t.browser().call('signIn', { email: newEmail(), password: 'Wrong-2026' })
  await expect
    .poll(async () => (await actions()).slice(before.length))
    .toEqual([{ action: 'sign-in-refused', thing: 'account', named: true }])
})

test('known and unknown addresses get the same response: registering, resending, resetting, signing in', async () => {
  const { email } = await t.client()
  for (const [procedure, more] of [
    ['signUp', { ...testPerson, password: testPassword }],
    ['resendConfirmation', {}],
    ['requestReset', {}],
    ['signIn', { password: 'Wrong-2026' }],
  ] as const) {
    const [known, unknown] = [
      await t.browser().call(procedure, { email, ...more }),
      await t.browser().call(procedure, { email: newEmail(), ...more }),
    ]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
  }
})

test('registering a known address sends an email and reveals nothing else', async () => {
  const { email } = await t.client()
  await signUp(email)
  expect(await t.mailKinds(email)).toEqual(['confirm', 'exists'])
})

test('four concurrent registrations of one new address get the same response and create one account', async () => {
  const email = newEmail()
  const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(email)))
  expect(answers.map((answer) => [answer.status, answer.body])).toEqual(Array(4).fill([200, { done: true }]))
  const rows = await t.authRows(
    'select 1 from auth.account a join auth."user" u on u.id = a.user_id where u.email = $1',
    [email],
  )
  expect(rows).toHaveLength(1)
})

test('confirming an address replaces the password of another person who registered the address', async () => {
  const email = newEmail()
  await signUp(email, 'Squatter-1')
  const owner = t.browser()
  const confirmed = await owner.call('confirm', {
    token: await t.mailedToken('confirm', email),
    password: 'Owner-2026',
  })
  expect(confirmed.status).toBe(200)
  expect((await t.browser().call('signIn', { email, password: 'Squatter-1' })).body.code).toBe('INVALID_CREDENTIALS')
  expect((await t.browser().call('signIn', { email, password: 'Owner-2026' })).status).toBe(200)
})

test('no response and no header but the cookie contains a token', async () => {
  const { email, mine } = await t.client()
  const token = decodeURIComponent(mine.cookies.get('attune') ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(20)
  for (const answer of [
    await mine.call('session'),
    await mine.call('refresh'),
    await mine.call('signIn', { email, password: testPassword }),
  ]) {
    expect(JSON.stringify(answer.body)).not.toMatch(/token/i)
    expect(JSON.stringify(answer.body)).not.toContain(token)
    expect(answer.headers.get('set-auth-token')).toBeNull()
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/; HttpOnly; SameSite=Lax$/)
  }
})

test('signing in again on a browser ends its previous login, and no other', async () => {
  const { email, mine } = await t.client()
  const elsewhere = t.browser()
  await elsewhere.call('signIn', { email, password: testPassword })
  const before = mine.copy()
  await mine.call('signIn', { email, password: testPassword })
  expect((await before.call('session')).body).toEqual({ login: null })
  expect((await mine.call('session')).body).toMatchObject({ login: { email } })
  expect((await elsewhere.call('session')).body).toMatchObject({ login: { email } })
})

test('signing in always sets a new cookie', async () => {
  const { email, mine } = await t.client()
  const fixed = mine.cookies.get('attune')
  await mine.call('signIn', { email, password: testPassword })
  expect(mine.cookies.get('attune')).not.toBe(fixed)
})

test('a reset confirms the address too, ends every login and does not sign in', async () => {
  const email = newEmail()
  await signUp(email)
  await t.browser().call('requestReset', { email })
  const fresh = t.browser()
  const answer = await fresh.call('reset', { token: await t.mailedToken('reset', email), password: 'Summer-2026' })
  // The browser becomes a known device and gets no login.
  expect([answer.body, [...fresh.cookies.keys()]]).toEqual([{ done: true }, ['attune.device']])
  expect((await fresh.call('signIn', { email, password: 'Summer-2026' })).status).toBe(200)

  await t.browser().call('requestReset', { email })
  await t.browser().call('reset', { token: await t.mailedToken('reset', email), password: 'Autumn-2026' })
  expect((await fresh.call('session')).body).toEqual({ login: null })
  expect((await fresh.call('signIn', { email, password: 'Summer-2026' })).status).toBe(401)
})

test('names with NUL or a lone surrogate are refused without an address in the log', async () => {
  for (const firstName of ['Ma\u0000ra', 'Ma\ud800ra']) {
    expect(
      (await t.browser().call('signUp', { ...testPerson, firstName, email: newEmail(), password: testPassword }))
        .status,
    ).toBe(400)
  }
  await signUp('logged@example.org')
  await t.browser().call('signIn', { email: 'logged@example.org', password: 'Wrong-2026' })
  expect(t.lines.join('\n')).not.toContain('logged@example.org')
})

test('unknown keys are refused, so that no one can set assurance level, role or confirmation', async () => {
  for (const extra of [
    { strength: 2 },
    { role: 'admin' },
    { emailVerified: true },
    { twoFactorEnabled: true },
    { image: 'javascript:alert(1)' },
  ]) {
    expect(
      (await t.browser().call('signUp', { ...testPerson, email: newEmail(), password: testPassword, ...extra })).status,
    ).toBe(400)
  }
})
