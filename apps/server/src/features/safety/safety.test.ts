import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareClient } from '../../testing/clients.ts'
import { readAs } from '../../testing/database.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'

let house: TestHouse
let therapist: Person
let other: Person
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
  ;[therapist, other] = await Promise.all([house.person('therapist', 1), house.person('therapist', 2)])
})
afterAll(() => house.close())

let people = 0
/** A client of its own for each test, with a record at the first therapist. */
async function connected() {
  const client = await house.person('client', ++people)
  return { client, clientId: await connectClient(house, therapist, client) }
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
/** A word as somebody says it who sees what stands. */
const share = async (client: Person, shared = true, who = therapist) =>
  client.api.safety.share({ therapistId: who.accountId, shared, turn: (await turnOf(client, who)) + 1 })

test('a plan that nobody has written is empty, has version 0, and is kept on no device [6.06]', async () => {
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

test('it is written alone and by nobody else: a therapist sees nothing before it is shared, and no stranger ever [6.06]', async () => {
  const { client, clientId } = await connected()
  expect(await save(client, 0)).toMatchObject({ ...words, version: 1, updatedBy: 'client' })
  expect(await therapist.api.safety.planOf({ clientId })).toEqual({ plan: null })
  await expect(therapist.api.safety.saveFor({ ...words, clientId, version: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(other.api.safety.planOf({ clientId })).rejects.toMatchObject({ status: 404 })
  await expect(share(client, true, other)).rejects.toMatchObject({ status: 404 })
})

test('shared, both may write in it; who writes on an older state is shown what stands [6.06]', async () => {
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

test('the same words sent twice, as after a lost answer, are saved once [6.06]', async () => {
  const { client } = await connected()
  const first = await save(client, 0)
  expect(await save(client, 0)).toEqual(first)
  await expect(save(client, 0, { whatHelps: ['Tea'] })).rejects.toMatchObject({ code: 'CHANGED' })
})

test('two therapists of one client never learn of each other by it [6.06]', async () => {
  const { client, clientId } = await connected()
  const elsewhere = await connectClient(house, other, client)
  await save(client, 0)
  await Promise.all([share(client), share(client, true, other)])
  await therapist.api.safety.saveFor({ ...words, clientId, version: 1 })
  expect((await therapist.api.safety.planOf({ clientId })).plan).toMatchObject({ version: 2, updatedBy: 'therapist' })
  expect((await other.api.safety.planOf({ clientId: elsewhere })).plan).toMatchObject({ version: 2, updatedBy: null })
})

test('a share is ended at any moment, and with the connection; connecting again does not bring it back [6.06]', async () => {
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
  await house.hands.definer.query(`update app.client set status = 'active', disconnected_at = null where id = $1`, [
    clientId,
  ])
  expect(await therapist.api.safety.planOf({ clientId })).toEqual({ plan: null })
})

test('the last word on sharing wins, in whatever order the words arrive, and a word that comes twice counts once [6.06]', async () => {
  const { client, clientId } = await connected()
  await save(client, 0)
  const say = (shared: boolean, turn: number) =>
    client.api.safety.share({ therapistId: therapist.accountId, shared, turn })
  const reads = async () => (await therapist.api.safety.planOf({ clientId })).plan !== null
  // One device shares, which hangs, and takes it back; then the first word arrives.
  await say(false, 2)
  await expect(say(true, 1)).rejects.toMatchObject({
    code: 'CHANGED',
    status: 409,
    data: { therapists: [{ shared: false, turn: 2 }] },
  })
  expect(await reads()).toBe(false)
  // One device shares, which hangs; another shares and takes it back.
  await say(true, 3)
  await say(false, 4)
  await expect(say(true, 3)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await reads()).toBe(false)
  // One device takes a share back, which hangs; another takes it back too and shares again.
  await say(true, 5)
  await say(false, 6)
  await say(true, 7)
  await expect(say(false, 6)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await reads()).toBe(true)
  // The answer was lost, and the word is said once more.
  expect((await say(true, 7)).therapists).toMatchObject([{ shared: true, turn: 7 }])
  await expect(say(false, 7)).rejects.toMatchObject({ code: 'CHANGED' })
  // Nobody puts themselves where no later word could follow.
  await expect(say(true, 2_000_000_000)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await turnOf(client)).toBe(7)
})

test('said at the same time in 30 rounds, the later word stands; one said before the connection ended shares nothing in the next [6.06]', async () => {
  const { client, clientId } = await connected()
  await save(client, 0)
  const say = (shared: boolean, turn: number) =>
    client.api.safety.share({ therapistId: therapist.accountId, shared, turn })
  for (let round = 0; round < 30; round++) {
    const words = [() => say(true, 2 * round + 1), () => say(false, 2 * round + 2)]
    await Promise.allSettled((round % 2 ? words.toReversed() : words).map((word) => word()))
    expect((await therapist.api.safety.planOf({ clientId })).plan, `round ${round}`).toBeNull()
    expect(await turnOf(client)).toBe(2 * round + 2)
  }
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  await house.hands.definer.query(`update app.client set status = 'active', disconnected_at = null where id = $1`, [
    clientId,
  ])
  await expect(say(true, 61)).rejects.toMatchObject({ code: 'CHANGED' })
  expect((await therapist.api.safety.planOf({ clientId })).plan).toBeNull()
  expect((await share(client)).therapists).toMatchObject([{ shared: true }])
})

test('whether it lies on the own devices is remembered, and told to nobody [6.06]', async () => {
  const { client, clientId } = await connected()
  expect(await client.api.safety.keepOffline({ offline: true })).toEqual({ offline: true })
  await share(client)
  expect(await client.api.safety.plan({})).toMatchObject({ offline: true, plan: { version: 0, updatedAt: null } })
  expect(await therapist.api.safety.planOf({ clientId })).toMatchObject({ plan: { version: 0, updatedBy: null } })
  expect(JSON.stringify(await therapist.api.safety.planOf({ clientId }))).not.toContain('offline')
})

test('lines without words, too many of them and countries that are none are refused [6.07]', async () => {
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

test('with the account go the plan, its shares and its lines [6.06]', async () => {
  const { client } = await connected()
  await save(client, 0)
  await share(client)
  await house.db.asActor({ role: 'worker', id: client.accountId }, (tx) =>
    tx.run('select def.erase_account($1)', [client.accountId]),
  )
  const left = await house.hands.definer.query(
    `select ((select count(*) from app.safety_plan where account_id = $1) + (select count(*) from app.safety_plan_share where account_id = $1)
      + (select count(*) from app.safety_plan_turn where account_id = $1)
      + (select count(*) from app.access where account_id = $1))::int as rows`,
    [client.accountId],
  )
  expect(left.rows).toEqual([{ rows: 0 }])
})

test('what is written stands in no news: ids alone [6.07]', async () => {
  const { client } = await connected()
  await save(client, 0, { warningSigns: ['canary-in-a-plan'] })
  await share(client)
  const rows = await readAs<{ table_name: string; audience: string[] }>(
    'relay',
    house.databaseUrl,
    `select table_name, audience, keys from app.change where table_name like 'safety_plan%' and '${client.accountId}' = any (audience)`,
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.find(({ table_name }) => table_name === 'safety_plan_share')?.audience).toContain(therapist.accountId)
  expect(JSON.stringify(rows)).not.toContain('canary')
  expect(house.logged.join('\n')).not.toContain('canary-in-a-plan')
})

test('a merge of two records keeps with whom the plan is shared, and shares nothing that was not [6.06]', async () => {
  for (const shared of [true, false]) {
    const { client, clientId } = await connected()
    await save(client, 0)
    if (shared) await share(client)
    const into = await therapist.api.client.add({ id: randomUUID(), ...bareClient, invite: false })
    await therapist.api.client.merge({ id: clientId, into: into.id, command: randomUUID() })
    const { plan } = await therapist.api.safety.planOf({ clientId: into.id })
    expect(plan?.whatHelps ?? null).toEqual(shared ? words.whatHelps : null)
    expect((await client.api.safety.plan({})).therapists).toMatchObject([{ id: therapist.accountId, shared }])
  }
})
