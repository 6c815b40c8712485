import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const held = () => insertCompletedSession(app, therapist, record, new Date(Date.now() - 24 * 60 * 60_000))
const save = (sessionId: string, text: string, version: number, kind: 'objectives' | 'next-steps' = 'objectives') =>
  therapist.api.note.saveText({ sessionId, kind, text, version })
const share = (sessionId: string, shared: boolean, kind: 'objectives' | 'next-steps' = 'objectives') =>
  therapist.api.note.shareText({ sessionId, kind, shared })

/** Returns the session texts that row security lets a client read. */
const readBy = async (person: Person) =>
  (
    await app.db.asActor({ role: 'client', id: person.accountId }, (tx) =>
      tx.run<{ text: string }>('select text from app.session_text order by updated_at'),
    )
  ).rows.map(({ text }) => text)

test('objectives and next steps are saved separately, each on its own version [3.08]', async () => {
  const sessionId = await held()
  expect(await save(sessionId, 'sleep through', 0)).toMatchObject({ version: 1, shared: false })
  expect(await save(sessionId, 'sleep through', 0)).toMatchObject({ version: 1 })
  expect(await save(sessionId, 'keep the diary', 0, 'next-steps')).toMatchObject({ version: 1 })
  await expect(save(sessionId, 'another', 0)).rejects.toMatchObject({
    code: 'NOTE_CHANGED',
    data: { text: 'sleep through', version: 1 },
  })
  expect(await save(sessionId, 'sleep through the night', 1)).toMatchObject({ version: 2 })
})

test('a client reads session texts only while they are shared, always in their current version', async () => {
  const sessionId = await held()
  await save(sessionId, 'first words', 0)
  expect(await readBy(client)).toEqual([])
  expect(await share(sessionId, true)).toMatchObject({ shared: true, text: 'first words' })
  expect(await share(sessionId, true)).toMatchObject({ shared: true })
  expect(await readBy(client)).toEqual(['first words'])
  expect(await save(sessionId, 'better words', 1)).toMatchObject({ shared: true })
  expect(await readBy(client)).toEqual(['better words'])
  expect(await readBy(await app.person('client', 2))).toEqual([])
  expect(await share(sessionId, false)).toMatchObject({ shared: false })
  expect(await readBy(client)).toEqual([])
})

test('a text can be shared before it is written', async () => {
  const sessionId = await held()
  expect(await share(sessionId, true, 'next-steps')).toMatchObject({ shared: true, version: 0, text: '' })
  expect(await save(sessionId, 'then this', 0, 'next-steps')).toMatchObject({ version: 1, shared: true })
  expect(await readBy(client)).toEqual(['then this'])
  await share(sessionId, false, 'next-steps')
})

test('a participant who declined a session cannot read its shared texts', async () => {
  const sessionId = await held()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(`update app.session_client set answer = 'declined' where session_id = $1`, [sessionId]),
  )
  await save(sessionId, 'for the other', 0)
  await share(sessionId, true)
  expect(await readBy(client)).toEqual([])
})

test('sharing and unsharing write change feed rows for therapist and client, with ids and without text', async () => {
  const sessionId = await held()
  await save(sessionId, 'canary of objectives', 0)
  await share(sessionId, true)
  await share(sessionId, false)
  const rows = await queryAsRole<{ op: string; audience: string[]; keys: object }>(
    'relay',
    app.databaseUrl,
    `select op, audience, keys from app.change where table_name = 'session_text_share' order by id desc limit 2`,
  )
  expect(rows.map(({ op }) => op)).toEqual(['DELETE', 'INSERT'])
  for (const { audience } of rows) expect(new Set(audience)).toEqual(new Set([therapist.accountId, client.accountId]))
  expect(JSON.stringify(rows)).not.toContain('canary')
})

test('a disconnected client no longer reads shared texts @slow', async () => {
  const leaver = await app.person('client', 3)
  const clientId = await connectClient(app, therapist, leaver)
  const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(Date.now() - 24 * 60 * 60_000))
  await save(sessionId, 'shared words', 0)
  await share(sessionId, true)
  expect(await readBy(leaver)).toEqual(['shared words'])
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await readBy(leaver)).toEqual([])
})
