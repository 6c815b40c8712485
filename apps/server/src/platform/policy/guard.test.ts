import { contract } from '@attune/contract'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { policies } from '../../router.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import { connectClient } from '../../testing/sessions.ts'
import { connectionTo } from '../database/pools.ts'
import { callersOf } from './callers.ts'
import { checkTable } from './guard.ts'

let house: TestHouse
let backup: pg.Client
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
  backup = new pg.Client(connectionTo(house.databaseUrl, 'attune_app_backup', house.secrets))
  await backup.connect()
})
afterAll(async () => {
  await backup.end()
  await house.close()
})

const auditOf = async (id: string) =>
  (
    await backup.query('select actor_id, actor_role, action, thing, request_id from app.audit where thing_id = $1', [
      id,
    ])
  ).rows

test('a procedure without an entry does not start the server, nor does an entry without a procedure [6.06]', () => {
  expect(() => checkTable(contract, policies)).not.toThrow('differ')
  const { get: _, ...others } = policies.session
  expect(() => checkTable(contract, { ...policies, session: others })).toThrow('differ in session.get')
  const { plan } = policies.session
  expect(() => checkTable(contract, { ...policies, session: { ...policies.session, erase: plan } })).toThrow(
    'session.erase',
  )
})

test('who may call what stands in callers.txt, so that a right that is given shows; npm run rights writes it anew [6.06]', () => {
  expect(callersOf(policies)).toBe(readFileSync(new URL('callers.txt', import.meta.url), 'utf8'))
})

test('what is audited leaves one row with who, what and which request; what is refused leaves none [6.06]', async () => {
  const [therapist, other, client] = await Promise.all([
    house.person('therapist', 1),
    house.person('therapist', 2),
    house.person('client', 1),
  ])
  const id = await connectClient(house, therapist, client)
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

test('where the audit row cannot be written, nothing is shown [6.06]', async () => {
  const therapist = await house.person('therapist', 1)
  const id = await connectClient(house, therapist, await house.person('client', 2), { notes: 'canary-note' })
  const { asActor } = house.db
  const spy = vi.spyOn(house.db, 'asActor').mockImplementation((actor, work) => {
    if (String(work).includes('audit')) return Promise.reject(new Error('the log is full'))
    return asActor(actor, work)
  })
  const answer = await therapist.send('client/get', { id })
  spy.mockRestore()
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('canary')
})

test('a login is read anew for each request: what it lost, it has lost at the next one [6.06]', async () => {
  const client = await house.person('client', 3)
  const browser = await house.secondBrowser(client, 1)
  await browser.api.account.me({})
  await client.api.session.list({ which: 'upcoming' })
  // The role changes while the browser is open: the rooms of the old one are shut, those of the new one ask for more.
  await house.hands.definer.query(`update app.profile set role = 'therapist' where account_id = $1`, [client.accountId])
  await expect(browser.api.session.list({ which: 'upcoming' })).rejects.toMatchObject({
    code: 'STEP_UP',
    data: { need: 'enrol' },
  })
  await expect(browser.api.connection.therapists({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await house.hands.auth.query('delete from auth.login where user_id = $1', [client.accountId])
  await expect(browser.api.account.me({})).rejects.toMatchObject({ code: 'NO_LOGIN' })
})

test('a call that takes too long is given up with 503, and whoever asked may try again [6.06]', async () => {
  const client = await house.person('client', 4)
  const { asActor } = house.db
  const stuck = Promise.withResolvers<void>()
  vi.spyOn(house.db, 'asActor').mockImplementationOnce(async (actor, work) => {
    await stuck.promise
    return asActor(actor, work)
  })
  const answer = await client.send('account/saveNames', { firstName: randomUUID(), lastName: 'Slow' })
  stuck.resolve()
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    503,
    '2',
    { code: 'UNAVAILABLE', defined: true },
  ])
})
