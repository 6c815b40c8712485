import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import type { Person } from '../../../testing/people.ts'
import { isLoginChanged } from '../../database/actor.ts'
import { pageHeaderName } from '../../auth/login/screen-lock.ts'

const app = await startSharedApp({ worker: false })
afterEach(() => vi.restoreAllMocks())

/** Returns a signed-in therapist whose page already has its key and whose login was read by an earlier request. */
async function personWithRecentLogin(n: number): Promise<Person> {
  const person = await app.person('therapist', n)
  await person.api.client.list({})
  await person.api.client.list({})
  return person
}

const changeAuth = (statement: string, { accountId }: Person) => app.privileged.auth.query(statement, [accountId])
const changeProfile = (statement: string, { accountId }: Person) => app.privileged.definer.query(statement, [accountId])

test('a read after another one of its page reads no login beforehand', async () => {
  const therapist = await personWithRecentLogin(1)
  await connectClient(app, therapist, await app.person('client', 1))
  const readLogin = vi.spyOn(app.auth, 'readLogin')
  expect(await therapist.api.client.list({})).toHaveProperty('items')
  expect(readLogin).toHaveBeenCalledTimes(0)
})

test('a change reads the login beforehand', async () => {
  const therapist = await personWithRecentLogin(2)
  const readLogin = vi.spyOn(app.auth, 'readLogin')
  await therapist.api.account.saveNames({ firstName: 'Nora', lastName: 'Sand' })
  expect(readLogin).toHaveBeenCalledTimes(1)
})

const endings: [string, typeof changeAuth, string, [number, string]][] = [
  ['was ended', changeAuth, 'delete from auth.login where user_id = $1', [401, 'NO_LOGIN']],
  [
    'has expired',
    changeAuth,
    `update auth.login set expires_at = now() - interval '9 years' where user_id = $1`,
    [401, 'NO_LOGIN'],
  ],
  ['was locked', changeAuth, 'update auth.login set locked_at = now() where user_id = $1', [401, 'SCREEN_LOCKED']],
  [
    'lost its proof of a second factor',
    changeAuth,
    'update auth.login set strength = 1 where user_id = $1',
    [401, 'STEP_UP'],
  ],
  [
    'belongs to a disabled account',
    changeProfile,
    'update app.profile set disabled_at = now() where account_id = $1',
    [401, 'NO_LOGIN'],
  ],
]

test('a note is saved with a recalled login only while the login lasts', async () => {
  const therapist = await personWithRecentLogin(3)
  const clientId = await connectClient(app, therapist, await app.person('client', 3))
  const sessionId = await insertCompletedSession(
    app,
    therapist,
    clientId,
    new Date(app.clock.now().getTime() - 86_400_000),
  )
  const readLogin = vi.spyOn(app.auth, 'readLogin')
  expect((await therapist.send('note/save', { sessionId, text: 'A calm hour.', version: 0 })).status).toBe(200)
  expect(readLogin).toHaveBeenCalledTimes(0)
  await changeAuth('delete from auth.login where user_id = $1', therapist)
  const refused = await therapist.send('note/save', { sessionId, text: 'Written after the end.', version: 1 })
  expect(refused.status).toBe(401)
  const again = await app.secondBrowser(therapist, 2)
  expect(await again.api.note.open({ sessionId })).toMatchObject({ text: 'A calm hour.' })
})

test.each(endings)(
  'a read whose login %s since the read before is refused',
  async (how, change, statement, refusal) => {
    const n = 10 + endings.findIndex(([name]) => name === how)
    const therapist = await personWithRecentLogin(n)
    await change(statement, therapist)
    const answer = await therapist.send('client/list', {})
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual(refusal)
    expect(answer.headers.get(pageHeaderName)).toBeNull()
  },
)

test('a read whose login got a new email address since the read before is answered with the login as it is now', async () => {
  const therapist = await personWithRecentLogin(20)
  await changeAuth(`update auth."user" set email = 'new-' || email where id = $1`, therapist)
  const readLogin = vi.spyOn(app.auth, 'readLogin')
  expect(await therapist.api.client.list({})).toHaveProperty('items')
  expect(await readLogin.mock.results[0]?.value).toMatchObject({ email: expect.stringMatching(/^new-/) })
})

test('a read that needs no transaction reads the login once and is refused after its end', async () => {
  const therapist = await personWithRecentLogin(21)
  const readLogin = vi.spyOn(app.auth, 'readLogin')
  expect((await therapist.send('login/logins', {})).status).toBe(200)
  expect(readLogin).toHaveBeenCalledTimes(1)
  await changeAuth('delete from auth.login where user_id = $1', therapist)
  expect((await therapist.send('login/logins', {})).status).toBe(401)
})

test('a refusal by the handler is given once the login is confirmed', async () => {
  const therapist = await personWithRecentLogin(22)
  const readLogin = vi.spyOn(app.auth, 'readLogin')
  const answer = await therapist.send('client/overview', { id: therapist.accountId })
  expect(answer.status).toBe(404)
  expect(readLogin).toHaveBeenCalledTimes(0)
})

test('the login of one account confirms no transaction of another account', async () => {
  const [therapist, other] = [await personWithRecentLogin(23), await app.person('therapist', 24)]
  const recalled = app.auth.logins.recall(new Headers({ cookie: therapist.cookies() }))
  const confirmation = recalled?.confirmation
  if (!confirmation) throw new Error('no login was recalled')
  const now = sql<{ now: string }>`select now()`
  const nowAs = (id: string) =>
    app.db.asActor({ role: 'therapist', id, confirmation }, (tx) =>
      now.execute(tx.kysely).then(({ rows }) => rows.length),
    )
  expect(await nowAs(other.accountId).catch(isLoginChanged)).toBe(true)
  expect(confirmation.isConfirmed).toBe(false)
  expect(await nowAs(therapist.accountId)).toBe(1)
  expect(confirmation.isConfirmed).toBe(true)
})

test('the use of a login is stored again after five minutes of reads', async () => {
  const therapist = await personWithRecentLogin(25)
  const seenAt = async () =>
    (await app.privileged.auth.query('select last_seen_at from auth.login where user_id = $1', [therapist.accountId]))
      .rows[0]
  const before = await seenAt()
  app.clock.advance(5 * 60_000)
  await therapist.api.client.list({})
  expect(await seenAt()).not.toEqual(before)
})

test('no login is recalled after the use of its page was stored', async () => {
  const therapist = await personWithRecentLogin(26)
  const recall = () => app.auth.logins.recall(new Headers({ cookie: therapist.cookies() }))
  const key = recall()?.login.lock.pageKey ?? ''
  app.clock.advance(2 * 60_000)
  expect((await therapist.send('client/list', {}, { [pageHeaderName]: `${key} 0` })).status).toBe(200)
  expect(recall()).toBeNull()
  await therapist.api.client.list({})
  expect(recall()).not.toBeNull()
})
