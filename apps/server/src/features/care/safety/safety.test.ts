import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other] = await Promise.all([app.person('therapist', 1), app.person('therapist', 2)])

let people = 0
/** Creates a client who is connected to the first therapist. */
async function connected() {
  const client = await app.person('client', ++people)
  return { client, clientId: await connectClient(app, therapist, client) }
}

const words = {
  warningSigns: ['I stop answering the phone', 'I lie awake until four'],
  whatHelps: ['A walk along the river'],
  people: [{ name: 'Ines', phone: '+49 30 1234567' }],
  professionals: [{ name: 'Dr. Weber', phone: '' }],
  country: 'DE',
}
const save = (person: Person, version: number, changed = {}) =>
  person.api.safety.save({ ...words, ...changed, version })
const turnOf = async (client: Person, who = therapist) =>
  (await client.api.safety.plan({})).therapists.find(({ id }) => id === who.accountId)?.turn ?? 0
/** Shares or unshares the plan. Sends the stored `turn` plus one, as a page with the current state does. */
const share = async (client: Person, shared = true, who = therapist) =>
  client.api.safety.share({ therapistId: who.accountId, shared, turn: (await turnOf(client, who)) + 1 })

test('an unwritten plan is empty, has version 0 and is not kept offline', async () => {
  const { client } = await connected()
  expect(await client.api.safety.plan({})).toEqual({
    plan: {
      warningSigns: [],
      whatHelps: [],
      people: [],
      professionals: [],
      country: null,
      version: 0,
      updatedAt: null,
      updatedBy: null,
    },
    offline: false,
    therapists: [{ id: therapist.accountId, name: 'Tessa therapist1', shared: false, turn: 0 }],
  })
})

test('a therapist can read a plan only while connected and after it is shared @slow', async () => {
  const { client, clientId } = await connected()
  expect(await save(client, 0)).toMatchObject({ ...words, version: 1, updatedBy: 'client' })
  expect(await therapist.api.safety.planOf({ clientId })).toEqual({ plan: null })
  await expect(therapist.api.safety.saveFor({ ...words, clientId, version: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(other.api.safety.planOf({ clientId })).rejects.toMatchObject({ status: 404 })
  await expect(share(client, true, other)).rejects.toMatchObject({ status: 404 })
})

test('both the client and the therapist can edit the current version of a shared plan @slow', async () => {
  const { client, clientId } = await connected()
  await save(client, 0)
  expect((await share(client)).therapists).toMatchObject([{ shared: true }])
  const together = { ...words, whatHelps: ['A walk along the river', 'Calling Ines'] }
  expect(await therapist.api.safety.saveFor({ ...together, clientId, version: 1 })).toMatchObject({
    version: 2,
    updatedBy: 'therapist',
  })
  expect((await client.api.safety.plan({})).plan).toMatchObject({ ...together, version: 2, updatedBy: 'therapist' })
  await expect(save(client, 1, { country: 'FR' })).rejects.toMatchObject({
    code: 'CHANGED',
    status: 409,
    data: { ...together, version: 2 },
  })
  expect(await save(client, 2, { country: 'FR' })).toMatchObject({ version: 3, updatedBy: 'client' })
})

test('repeating the same save after a lost response changes nothing', async () => {
  const { client } = await connected()
  const first = await save(client, 0)
  expect(await save(client, 0)).toEqual(first)
  await expect(save(client, 0, { whatHelps: ['Tea'] })).rejects.toMatchObject({ code: 'CHANGED' })
})

test('two therapists of one client cannot learn of each other from the plan @slow', async () => {
  const { client, clientId } = await connected()
  const elsewhere = await connectClient(app, other, client)
  await save(client, 0)
  await Promise.all([share(client), share(client, true, other)])
  await therapist.api.safety.saveFor({ ...words, clientId, version: 1 })
  expect((await therapist.api.safety.planOf({ clientId })).plan).toMatchObject({ version: 2, updatedBy: 'therapist' })
  expect((await other.api.safety.planOf({ clientId: elsewhere })).plan).toMatchObject({ version: 2, updatedBy: null })
})

test('a plan is unshared by the client or by disconnecting, for good @slow', async () => {
  const { client, clientId } = await connected()
  await save(client, 0)
  await share(client)
  await share(client, false)
  expect(await therapist.api.safety.planOf({ clientId })).toEqual({ plan: null })
  await share(client)
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await therapist.api.safety.planOf({ clientId })).toEqual({ plan: null })
  await expect(share(client)).rejects.toMatchObject({ status: 404 })
  expect(await client.api.safety.plan({})).toMatchObject({ plan: { version: 1 }, therapists: [] })
  await app.privileged.definer.query(`update app.client set status = 'active', disconnected_at = null where id = $1`, [
    clientId,
  ])
  expect(await therapist.api.safety.planOf({ clientId })).toEqual({ plan: null })
})

test('the share change with the highest turn wins whatever the order of arrival, and a repeat changes nothing @slow', async () => {
  const { client, clientId } = await connected()
  await save(client, 0)
  const setShared = (shared: boolean, turn: number) =>
    client.api.safety.share({ therapistId: therapist.accountId, shared, turn })
  const reads = async () => (await therapist.api.safety.planOf({ clientId })).plan !== null
  // A device sends a share, which is delayed, and then an unshare. The share arrives last.
  await setShared(false, 2)
  await expect(setShared(true, 1)).rejects.toMatchObject({
    code: 'CHANGED',
    status: 409,
    data: { therapists: [{ shared: false, turn: 2 }] },
  })
  expect(await reads()).toBe(false)
  // A device sends a share, which is delayed. Meanwhile another device shares and unshares.
  await setShared(true, 3)
  await setShared(false, 4)
  await expect(setShared(true, 3)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await reads()).toBe(false)
  // A device sends an unshare, which is delayed. Meanwhile another device unshares and shares again.
  await setShared(true, 5)
  await setShared(false, 6)
  await setShared(true, 7)
  await expect(setShared(false, 6)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await reads()).toBe(true)
  // The device did not receive the response, so it repeats the request.
  expect((await setShared(true, 7)).therapists).toMatchObject([{ shared: true, turn: 7 }])
  await expect(setShared(false, 7)).rejects.toMatchObject({ code: 'CHANGED' })
  // The server refuses a turn far above the stored one. Otherwise no later turn could be higher than the largest
  // integer.
  await expect(setShared(true, 2_000_000_000)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await turnOf(client)).toBe(7)
})

test('in 30 rounds of concurrent changes the later turn wins, also across a reconnection @slow', async () => {
  const { client, clientId } = await connected()
  await save(client, 0)
  const setShared = (shared: boolean, turn: number) =>
    client.api.safety.share({ therapistId: therapist.accountId, shared, turn })
  for (let round = 0; round < 30; round++) {
    const changes = [() => setShared(true, 2 * round + 1), () => setShared(false, 2 * round + 2)]
    await Promise.allSettled((round % 2 ? changes.toReversed() : changes).map((change) => change()))
    expect((await therapist.api.safety.planOf({ clientId })).plan, `round ${round}`).toBeNull()
    expect(await turnOf(client)).toBe(2 * round + 2)
  }
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  await app.privileged.definer.query(`update app.client set status = 'active', disconnected_at = null where id = $1`, [
    clientId,
  ])
  await expect(setShared(true, 61)).rejects.toMatchObject({ code: 'CHANGED' })
  expect((await therapist.api.safety.planOf({ clientId })).plan).toBeNull()
  expect((await share(client)).therapists).toMatchObject([{ shared: true }])
})

test('the offline setting is stored and is not visible to the therapist', async () => {
  const { client, clientId } = await connected()
  expect(await client.api.safety.keepOffline({ offline: true })).toEqual({ offline: true })
  await share(client)
  expect(await client.api.safety.plan({})).toMatchObject({ offline: true, plan: { version: 0, updatedAt: null } })
  expect(await therapist.api.safety.planOf({ clientId })).toMatchObject({ plan: { version: 0, updatedBy: null } })
  expect(JSON.stringify(await therapist.api.safety.planOf({ clientId }))).not.toContain('offline')
})

test('blank lines, too many lines and invalid countries are refused', async () => {
  const { client } = await connected()
  const wrong = [
    { warningSigns: ['  '] },
    { whatHelps: Array.from({ length: 21 }, () => 'Tea') },
    { whatHelps: ['x'.repeat(501)] },
    { people: [{ name: '', phone: '112' }] },
    { country: 'Germany' },
  ]
  for (const part of wrong) {
    await expect(save(client, 0, part), JSON.stringify(part)).rejects.toMatchObject({ status: 400 })
  }
})

test('deleting the account deletes the plan, its shares and its access log entries @slow', async () => {
  const { client } = await connected()
  await save(client, 0)
  await share(client)
  await app.db.asActor({ role: 'worker', id: client.accountId }, (tx) =>
    tx.run('select def.erase_account($1)', [client.accountId]),
  )
  const left = await app.privileged.definer.query(
    `select ((select count(*) from app.safety_plan where account_id = $1) + (select count(*) from app.safety_plan_share where account_id = $1)
      + (select count(*) from app.safety_plan_turn where account_id = $1)
      + (select count(*) from app.access where account_id = $1))::int as rows`,
    [client.accountId],
  )
  expect(left.rows).toEqual([{ rows: 0 }])
})

test('change feed rows of a plan contain ids and no text', async () => {
  const { client } = await connected()
  await save(client, 0, { warningSigns: ['canary-in-a-plan'] })
  await share(client)
  const rows = await queryAsRole<{ table_name: string; audience: string[] }>(
    'relay',
    app.databaseUrl,
    `select table_name, audience, keys from app.change where table_name like 'safety_plan%' and '${client.accountId}' = any (audience)`,
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.find(({ table_name }) => table_name === 'safety_plan_share')?.audience).toContain(therapist.accountId)
  expect(JSON.stringify(rows)).not.toContain('canary')
  expect(app.logged.join('\n')).not.toContain('canary-in-a-plan')
})

test('merging two client records does not change whether the plan is shared with the therapist @slow', async () => {
  for (const shared of [true, false]) {
    const { client, clientId } = await connected()
    await save(client, 0)
    if (shared) await share(client)
    const into = await therapist.api.client.add({ id: randomUUID(), ...minimalClient, invite: false })
    await therapist.api.client.merge({ id: clientId, into: into.id, command: randomUUID() })
    const { plan } = await therapist.api.safety.planOf({ clientId: into.id })
    expect(plan?.whatHelps ?? null).toEqual(shared ? words.whatHelps : null)
    expect((await client.api.safety.plan({})).therapists).toMatchObject([{ id: therapist.accountId, shared }])
  }
})
