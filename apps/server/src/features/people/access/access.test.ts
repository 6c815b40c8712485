import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist', 1)

let people = 0
async function connected() {
  const client = await app.person('client', ++people)
  return { client, clientId: await connectClient(app, therapist, client) }
}
const linesOf = async (client: Person) => (await client.api.access.mine({})).items
const quarter = 15 * 60_000

test('opening a profile adds a line with reader, resource and time at once', async () => {
  const { client, clientId } = await connected()
  expect(await linesOf(client)).toEqual([])
  const before = app.clock.now().getTime()
  await therapist.api.client.get({ id: clientId })
  const after = app.clock.now().getTime()
  expect(await linesOf(client)).toMatchObject([
    { reader: { id: therapist.accountId, name: 'Tessa therapist1', avatarUrl: null }, thing: 'profile', thingId: null },
  ])
  const [line] = await linesOf(client)
  const at = Date.parse(line?.at ?? '')
  expect([at >= before, at <= after]).toEqual([true, true])
})

test('reads of one resource within 15 minutes are one line @slow', async () => {
  const { client, clientId } = await connected()
  await toNextQuarter()
  for (let n = 0; n < 10; n++) await therapist.api.client.get({ id: clientId })
  expect(await linesOf(client)).toHaveLength(1)
  app.clock.advance(quarter)
  await therapist.api.client.get({ id: clientId })
  const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(Date.now() - 24 * 60 * 60_000))
  await therapist.api.note.save({ sessionId, text: 'Calmer.', version: 0 })
  await therapist.api.note.open({ sessionId })
  expect((await linesOf(client)).map(({ thing }) => thing)).toEqual(['note', 'profile', 'profile'])
})

test('twenty concurrent reads of one resource are one line', async () => {
  const { client, clientId } = await connected()
  await toNextQuarter()
  await Promise.all(Array.from({ length: 20 }, () => therapist.api.client.timeline({ id: clientId })))
  expect(await linesOf(client)).toHaveLength(1)
})

test('opening a couple’s texts adds a line for each client, without naming the other', async () => {
  const [one, two] = [await connected(), await connected()]
  const sessionId = randomUUID()
  const startsAt = new Date(Date.now() + 30 * 24 * 60 * 60_000 + people * 3_600_000).toISOString()
  await therapist.api.session.create({
    id: sessionId,
    clientIds: [one.clientId, two.clientId],
    therapyType: 'couples',
    startsAt,
    format: 'video',
  })
  await therapist.api.note.saveText({ sessionId, kind: 'objectives', text: 'To listen.', version: 0 })
  for (const { client } of [one, two]) expect(await linesOf(client)).toMatchObject([{ thing: 'session-texts' }])
})

test('own reads, lists, counts and refused reads add no line', async () => {
  const { client, clientId } = await connected()
  await client.api.safety.plan({})
  await client.api.session.list({ which: 'upcoming' })
  await therapist.api.client.list({})
  await therapist.api.session.list({ which: 'upcoming', clientId })
  await therapist.api.session.counts({})
  // The client does not share a safety plan, so this call reads no plan and adds no line.
  await therapist.api.safety.planOf({ clientId })
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.client.get({ id: clientId })).rejects.toMatchObject({ status: 404 })
  expect(await linesOf(client)).toEqual([])
})

test('an export of all clients adds a line for each client with an account', async () => {
  const reader = await app.person('therapist', 3)
  const clients = await Promise.all([app.person('client', 91), app.person('client', 92)])
  for (const client of clients) await connectClient(app, reader, client)
  await reader.api.client.exportAll({})
  for (const client of clients) expect(await linesOf(client)).toMatchObject([{ thing: 'export', thingId: null }])
})

test('the log is sorted latest first, paged, and filtered by reader', async () => {
  const { client, clientId } = await connected()
  await toNextQuarter()
  for (let n = 0; n < 5; n++) {
    await therapist.api.client.get({ id: clientId })
    app.clock.advance(quarter)
  }
  const all = await linesOf(client)
  expect(all).toHaveLength(5)
  const first = await client.api.access.mine({ limit: 2 })
  const second = await client.api.access.mine({ limit: 2, after: first.next ?? '' })
  const third = await client.api.access.mine({ limit: 2, after: second.next ?? '' })
  expect([...first.items, ...second.items, ...third.items]).toEqual(all)
  expect(third.next).toBeNull()
  expect(await client.api.access.mine({ readerId: therapist.accountId })).toMatchObject({ items: { length: 5 } })
  expect(await client.api.access.mine({ readerId: randomUUID() })).toMatchObject({ items: [] })
  await expect(client.api.access.mine({ after: 'nothing' })).rejects.toMatchObject({ status: 404 })
})

test('neither role can insert, change or delete a line directly', async () => {
  const { client, clientId } = await connected()
  await therapist.api.client.get({ id: clientId })
  const as = (role: 'therapist' | 'client', id: string, text: string) =>
    app.db
      .asActor({ role, id }, (tx) => tx.run(text))
      .then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
  for (const text of [
    `delete from app.access`,
    `update app.access set at = now()`,
    `insert into app.access default values`,
  ])
    for (const [role, id] of [
      ['therapist', therapist.accountId],
      ['client', client.accountId],
    ] as const)
      expect(await as(role, id, text), `${role}: ${text}`).toBe('42501')
  expect(await as('client', client.accountId, `select def.leave_lines('note', 'client', '{}', now())`)).toBe('42501')
  expect(await linesOf(client)).toHaveLength(1)
})

/**
 * Advances the clock to one second after the start of the next quarter of an hour. The access log merges repeated
 * reads within a quarter.
 */
async function toNextQuarter() {
  app.clock.advance(quarter - (app.clock.now().getTime() % quarter) + 1_000)
}
