import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { databaseUrlFor } from '../../../platform/database/pools.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { openTestBrowser } from '../../../testing/browser.ts'
import { testSecrets } from '../../../testing/database/database.ts'
import { createTestApp, type TestAppOptions } from '../../../testing/app.ts'

export const testPassword = 'Winter-2026'
export const testPerson = { firstName: 'Mara', lastName: 'Winter', language: 'en' }
export const badToken = 'A'.repeat(43)
export const newEmail = () => `${randomUUID()}@example.org`

type Body = { code?: string; [key: string]: unknown }
type Answer = { status: number; body: Body; headers: Headers }

/** A test browser that stores its cookies. */
export type LoginTestBrowser = {
  cookies: Map<string, string>
  call(procedure: string, body?: object): Promise<Answer>
  /** Returns a separate browser that starts with the same cookies. */
  copy(): LoginTestBrowser
}

export type LoginTest = Awaited<ReturnType<typeof openLoginTest>>

/**
 * Opens an app for one test file. The test calls the app over HTTP and moves its clock. Emails are enqueued but not
 * sent.
 */
export async function openLoginTest(options: TestAppOptions = {}) {
  const appContext = await createTestApp({ worker: false, openCallsPerMinute: 100_000, ...options })
  const open = async (user: 'attune_auth_app' | 'attune_app_backup') => {
    const client = new pg.Client(databaseUrlFor(appContext.databaseUrl, user, testSecrets))
    await client.connect()
    return client
  }
  const [auth, app] = [await open('attune_auth_app'), await open('attune_app_backup')]
  const rowsOf = async (client: pg.Client, text: string, values: unknown[]) => (await client.query(text, values)).rows

  function browser(cookies?: Map<string, string>): LoginTestBrowser {
    const caller = openTestBrowser(appContext.address, appContext.site.key)
    for (const [name, value] of cookies ?? []) caller.cookieJar.set(name, value)
    return {
      cookies: caller.cookieJar,
      copy: () => browser(caller.cookieJar),
      async call(procedure, body = {}) {
        const response = await caller.send(procedure.includes('/') ? procedure : `login/${procedure}`, body)
        return { status: response.status, body: (await response.json()) as Body, headers: response.headers }
      },
    }
  }

  /** Returns the token in the link of the latest email of a type to an address. */
  async function mailedToken(kind: 'confirm' | 'reset', email: string): Promise<string> {
    const known = await appContext.auth.users.byEmail(email)
    const mails = await rowsOf(
      app,
      'select generation from app.mail where kind = $1 and account_id = $2 order by created_at desc limit 1',
      [kind, known?.id],
    )
    return tokenIn(await appContext.auth.linkFor(kind, known?.id ?? '', mails[0]?.generation))
  }

  return {
    server: appContext,
    lines: appContext.logged,
    browser,
    mailedToken,
    authRows: (text: string, values: unknown[] = []) => rowsOf(auth, text, values),
    appRows: (text: string, values: unknown[] = []) => rowsOf(app, text, values),
    /** Advances the clock of the app. */
    pass: appContext.clock.advance,
    mailKinds: async (email: string) => {
      const known = await appContext.auth.users.byEmail(email)
      const mails = await rowsOf(app, 'select kind from app.mail where account_id = $1 order by created_at', [
        known?.id,
      ])
      return mails.map((mail) => mail.kind as string)
    },
    /** Registers a client, confirms the email address and signs in on a browser. */
    async client(email = newEmail()) {
      const mine = browser()
      await mine.call('signUp', { ...testPerson, email, password: testPassword })
      await mine.call('confirm', { token: await mailedToken('confirm', email), password: testPassword })
      return { email, mine }
    },
    async close() {
      await Promise.all([auth.end(), app.end()])
      await appContext.close()
    },
  }
}

/**
 * Sends a call whose password hash takes longer than the time limit of a call, so that the answer is 503 while the work continues. Returns the
 * answer, and a function that lets the work continue and waits until the call has signed in.
 */
export async function callWithSlowHash(test: LoginTest, procedure: string, body: object) {
  const { passwords } = test.server.auth
  const { hash } = passwords
  const held = Promise.withResolvers<void>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
    vi.advanceTimersByTime(9_000)
    await held.promise
    return hash(password)
  })
  const answer = await test
    .browser()
    .call(procedure, body)
    .finally(() => vi.useRealTimers())
  const logins = async () => (await test.authRows('select 1 from auth.login')).length
  return {
    answer,
    async finish() {
      const before = await logins()
      held.resolve()
      await vi.waitFor(async () => expect(await logins()).toBeGreaterThan(before), 60_000)
    },
  }
}

export const tokenIn = (link: string | null) => link?.split('#token=')[1] ?? ''

/**
 * Starts a test provider, and expects its library to warn that the default storage and keys are only for development.
 */
export function startTestProvider(provider: { start(origin: string): void }, origin: string): void {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  provider.start(origin)
  expect(warned.mock.calls).toEqual([
    [expect.stringContaining('development-only in-memory adapter')],
    [expect.stringContaining('development-only signing keys')],
  ])
  warned.mockRestore()
}

/** Sets up an authenticator app on a browser. Returns the app, its secret, the code that was used, the recovery codes and the response. */
export async function enrolAppOn(mine: LoginTestBrowser, withPassword = testPassword) {
  const { body } = await mine.call('setUpTwoStep', { password: withPassword })
  const { secret, recoveryCodes } = body as unknown as { secret: string; recoveryCodes: string[] }
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = app.generate()
  const done = await mine.call('confirmTwoStep', { code })
  return { app, secret, code, recoveryCodes, done }
}

/** Returns a code that is valid now and that `enrolAppOn` has not used. The clock of the app is 30 seconds fast. */
export const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + 30_000 })

/** Creates the first admin and a therapist in the same practice, both signed in with a second factor of their own. */
export async function openLoginPractice(test: LoginTest) {
  const [adminEmail, therapistEmail] = [newEmail(), newEmail()]
  const setUp = test.browser()
  await setUp.call('setUp', {
    ...testPerson,
    token: tokenIn(test.server.setupLink),
    email: adminEmail,
    password: testPassword,
    zone: 'Europe/Berlin',
    practiceName: 'Practice',
    publicUrl: null,
    therapist: { email: therapistEmail },
  })
  await setUp.call('signOutAll')
  const signIn = async (email: string) => {
    const browser = test.browser()
    await browser.call('signIn', { email, password: testPassword })
    await enrolAppOn(browser)
    return browser
  }
  const [admin, therapist] = [await signIn(adminEmail), await signIn(therapistEmail)]

  /**
   * Creates a client record and sends its invitation now. Returns the ids, the address, and the token and code of the
   * invitation.
   */
  async function invite(email = newEmail()) {
    const id = randomUUID()
    const added = await therapist.call('client/add', {
      ...minimalClient,
      id,
      firstName: 'Ben',
      lastName: 'Sommer',
      email,
      language: 'de',
      invite: true,
    })
    const invitationId = (added.body as unknown as { invitation: { id: string } }).invitation.id
    const secrets = await therapist.call('connection/invitationSecrets', { id: invitationId })
    const { link, code } = secrets.body as unknown as { link: string; code: string }
    return { clientId: id, email, invitationId, token: tokenIn(link), code }
  }
  return { admin, adminEmail, therapist, therapistEmail, invite }
}
