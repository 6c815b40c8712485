import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { runQuery } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { connectClient, insertCompletedSession, insertJointSession } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const { note } = therapist.api
let people = 0
let [anaId, benId, sessionId] = ['', '', '']
let ana: Person
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
const save = (text: string, clientId?: string) => note.save({ sessionId, clientId, text, version: 0 })
const partsOf = async (of: { clientId?: string } = {}) =>
  (await note.parts({ sessionId, ...of })).parts.map(({ text }) => text).toSorted()

beforeEach(async () => {
  ana = await app.person('client', ++people)
  anaId = await connectClient(app, therapist, ana)
  benId = await connectClient(app, therapist, await app.person('client', ++people))
  sessionId = await insertJointSession(app, therapist, [anaId, benId], daysAgo(5))
  await save('Both came late.')
  await save('Ana was calm.', anaId)
  await save('Ben was quiet.', benId)
})
const all = ['Ana was calm.', 'Ben was quiet.', 'Both came late.']

test('two records that take part in the same session cannot be merged, and every part stays @slow', async () => {
  const { id: double } = await therapist.api.client.add({ ...minimalClient, id: randomUUID(), invite: false })
  sessionId = await insertJointSession(app, therapist, [anaId, double], daysAgo(4))
  await save('Ana spoke.', anaId)
  await save('Her double spoke.', double)
  const merge = (id: string, into: string) => therapist.api.client.merge({ id, into, command: randomUUID() })
  await expect(merge(double, anaId)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  await expect(merge(anaId, double)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  expect(await partsOf()).toEqual(['', 'Ana spoke.', 'Her double spoke.'])
})

test('merging an empty record into one with parts keeps the parts in the order of time @slow', async () => {
  const { id: empty } = await therapist.api.client.add({ ...minimalClient, id: randomUUID(), invite: false })
  const alone = await insertCompletedSession(app, therapist, anaId, daysAgo(3))
  await note.save({ sessionId: alone, text: 'Ana alone.', version: 0 })
  await therapist.api.client.merge({ id: empty, into: anaId, command: randomUUID() })
  const { items } = await note.ofClient({ clientId: anaId })
  expect(items.filter(({ isShared }) => !isShared).map(({ excerpt }) => excerpt)).toEqual([
    'Ana alone.',
    'Ana was calm.',
  ])
})

test('a client who disconnects reads no part, and every part stays with the therapist @slow', async () => {
  await ana.api.connection.disconnect({ clientId: anaId, command: randomUUID() })
  expect(await partsOf()).toEqual(all)
  expect(await partsOf({ clientId: anaId })).toEqual(['Ana was calm.', 'Both came late.'])
  for (const call of [ana.api.note.parts({ sessionId }), ana.api.note.ofClient({ clientId: anaId })])
    await expect(call).rejects.toMatchObject({ status: 403 })
})

test('the erasure of the account of one client keeps every part, because the practice must keep the record @slow', async () => {
  await app.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select def.erase_account($1)', [ana.accountId]))
  expect(await partsOf()).toEqual(all)
  expect((await note.printOfClient({ clientId: benId })).items.map(({ text }) => text)).toEqual(['Ben was quiet.'])
})

test('the database refuses to delete a record with a part, also without a session', async () => {
  await expect(
    runQuery(
      app.databaseUrl,
      `begin; set local role attune_app_definer; delete from app.client where id = '${anaId}'; commit`,
    ),
  ).rejects.toMatchObject({ code: '23503' })
})
