import { contract } from '@attune/contract'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { isRead } from '../../request-groups.ts'
import { policies } from '../../router.ts'
import { createTestApp, startSharedApp } from '../../testing/app.ts'
import { connectClient } from '../../testing/records/sessions.ts'
import { connectionOptions } from '../database/pools.ts'
import { describeCallers } from './callers.ts'
import { checkPolicyTable } from './authorize.ts'

const app = await startSharedApp({ worker: false, expectedErrors: ['a request failed'] })
const backup = new pg.Client(connectionOptions(app.databaseUrl, 'attune_app_backup', app.secrets))
await backup.connect()
afterAll(() => backup.end())

const auditOf = async (id: string) =>
  (
    await backup.query(
      'select actor_id, actor_role, action, thing, request_id from app.audit where thing_id = $1 order by id',
      [id],
    )
  ).rows

test('the server does not start with a procedure without a policy, or a policy without a procedure', () => {
  expect(() => checkPolicyTable(contract, policies)).not.toThrow('differ')
  const { get: _, ...others } = policies.session
  expect(() => checkPolicyTable(contract, { ...policies, session: others })).toThrow('differ in session.get')
  const { create } = policies.session
  expect(() => checkPolicyTable(contract, { ...policies, session: { ...policies.session, erase: create } })).toThrow(
    'session.erase',
  )
})

test('callers.txt lists the callers of each procedure (npm run rights updates it)', () => {
  expect(describeCallers(policies, isRead)).toBe(readFileSync(new URL('callers.txt', import.meta.url), 'utf8'))
})

test('an audited call inserts one row with actor, action and request id unless it is refused', async () => {
  const [therapist, other, client] = await Promise.all([
    app.person('therapist', 1),
    app.person('therapist', 2),
    app.person('client', 1),
  ])
  const id = await connectClient(app, therapist, client)
  await expect(other.api.client.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.api.client.get({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await auditOf(id)).toEqual([])
  const answer = await therapist.send('client/get', { id })
  expect(answer.status).toBe(200)
  expect(await auditOf(id)).toEqual([
    {
      actor_id: therapist.accountId,
      actor_role: 'therapist',
      action: 'open',
      thing: 'client-profile',
      request_id: answer.headers.get('x-request-id'),
    },
  ])
})

test('if the audit row cannot be inserted, the call fails without showing data', async () => {
  const therapist = await app.person('therapist', 1)
  const id = await connectClient(app, therapist, await app.person('client', 2), { notes: 'canary-note' })
  const { asActor } = app.db
  const spy = vi.spyOn(app.db, 'asActor').mockImplementation((actor, work) => {
    if (String(work).includes('audit')) return Promise.reject(new Error('the log is full'))
    return asActor(actor, work)
  })
  const answer = await therapist.send('client/get', { id })
  spy.mockRestore()
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('canary')
})

test('if the audit row of a change cannot be inserted, the change is not made', async () => {
  const therapist = await app.person('therapist', 1)
  const client = await app.person('client', 5)
  const id = await connectClient(app, therapist, client)
  const { code } = await therapist.api.connection.inviteCode({})
  const { asActor } = app.db
  const spy = vi.spyOn(app.db, 'asActor').mockImplementation((actor, work) =>
    asActor(actor, (tx) => {
      const insertInto = (table: 'audit') => {
        if (table === 'audit') throw new Error('the log is full')
        return tx.kysely.insertInto(table)
      }
      const kysely = new Proxy(tx.kysely, {
        get: (target, name) => (name === 'insertInto' ? insertInto : Reflect.get(target, name)),
      })
      return work({ ...tx, kysely })
    }),
  )
  const answers = await Promise.all([
    therapist.send('connection/disconnect', { clientId: id, command: randomUUID() }),
    therapist.send('connection/renewInviteCode', { command: randomUUID() }),
  ])
  spy.mockRestore()
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect(await client.api.connection.therapists({})).toMatchObject({ items: [{ clientId: id, status: 'connected' }] })
  expect((await therapist.api.connection.inviteCode({})).code).toBe(code)
})

test('a second-factor reset and refused calls of an admin’s procedures are audited with their object', async () => {
  const [admin, therapist, client] = [
    await app.person('admin', 1),
    await app.person('therapist', 1),
    await app.person('client', 5),
  ]
  const factor = `insert into auth.two_factor (user_id, secret, backup_codes) values ($1, 'secret', 'codes')`
  await app.privileged.auth.query(factor, [therapist.accountId])
  await admin.send('administration/startFactorReset', { accountId: therapist.accountId, command: randomUUID() })
  await admin.send('administration/startFactorReset', { accountId: admin.accountId, command: randomUUID() })
  await client.send('administration/approveRole', { id: therapist.accountId, command: randomUUID() })
  expect([...(await auditOf(therapist.accountId)), ...(await auditOf(admin.accountId))]).toMatchObject([
    { actor_id: admin.accountId, action: 'factor-reset-begun', thing: 'account' },
    {
      actor_id: client.accountId,
      actor_role: 'client',
      action: 'refused:administration.approveRole',
      thing: 'role-request',
    },
    { actor_id: admin.accountId, action: 'refused:administration.startFactorReset', thing: 'account' },
  ])
})

test('a changed role or deleted login takes effect at the next request', async () => {
  const client = await app.person('client', 3)
  const browser = await app.secondBrowser(client, 1)
  await browser.api.account.me({})
  await client.api.session.list({ which: 'upcoming' })
  // The role changes while the browser is open: procedures of the old role are refused, and procedures of the new role need a second
  // factor.
  await app.privileged.definer.query(`update app.profile set role = 'therapist' where account_id = $1`, [
    client.accountId,
  ])
  await expect(browser.api.session.list({ which: 'upcoming' })).rejects.toMatchObject({
    code: 'STEP_UP',
    data: { need: 'enrol' },
  })
  await expect(browser.api.connection.therapists({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await app.privileged.auth.query('delete from auth.login where user_id = $1', [client.accountId])
  await expect(browser.api.account.me({})).rejects.toMatchObject({ code: 'NO_LOGIN' })
})

test('a call that exceeds the deadline is answered with 503 and Retry-After', async () => {
  const client = await app.person('client', 4)
  const { asActor } = app.db
  const stuck = Promise.withResolvers<void>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(app.db, 'asActor').mockImplementationOnce(async (actor, work) => {
    vi.advanceTimersByTime(9_000)
    await stuck.promise
    return asActor(actor, work)
  })
  const answer = await client
    .send('account/saveNames', { firstName: randomUUID(), lastName: 'Slow' })
    .finally(() => vi.useRealTimers())
  stuck.resolve()
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    503,
    '2',
    { code: 'UNAVAILABLE', defined: true },
  ])
})

test('the 61st journal entry of an account within an hour is refused with the time to wait @slow', async () => {
  const limited = await createTestApp({ worker: false, config: { limitsWrites: true } })
  try {
    const client = await limited.person('client', 1)
    const save = (id: string, version: number) =>
      client.send('journal/save', {
        id,
        version,
        writtenAt: limited.clock.now().toISOString(),
        title: '',
        content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A day.' }] }] },
        mood: null,
        tags: [],
        files: [],
      })
    const ids = Array.from({ length: 60 }, () => randomUUID())
    for (const id of ids) expect((await save(id, 0)).status).toBe(200)
    const refused = await save(randomUUID(), 0)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'TOO_MANY', defined: true }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect((await save(ids[0] ?? '', 1)).status).toBe(200)
    limited.clock.advance(60 * 60_000)
    expect((await save(randomUUID(), 0)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
