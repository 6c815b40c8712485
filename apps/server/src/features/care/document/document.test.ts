import { documentLimits } from '@attune/contract/features/care/document/document.rules'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { writeAsOwner } from '../../../testing/practice.ts'
import { putPictures } from '../file/file.fixtures.testing.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import type { Person } from '../../../testing/people.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
async function upload(person: Person): Promise<string> {
  const id = randomUUID()
  await putPictures(app, { name: 'document', therapist, client, recordId: clientId }, person, [id])
  return id
}
const canRead = async (person: Person, id: string) =>
  (await codeOf(person.api.file.address({ id, variant: 'whole' }))) === null

test('the client sees a document of the therapist only while it is shared and not deleted', async () => {
  const [id, fileId] = [randomUUID(), await upload(therapist)]
  await therapist.api.document.add({ id, clientId, fileId, isShared: false })
  await therapist.api.document.add({ id, clientId, fileId, isShared: false })
  const seen = async () => [(await client.api.document.mine({})).items.length, await canRead(client, fileId)]
  expect(await seen()).toEqual([0, false])
  // The client cannot read the row either, and is not notified.
  const rows = () =>
    app.db.asActor({ role: 'client', id: client.accountId }, async (tx) => {
      const found = await tx.run('select id from app.document where id = $1', [id])
      return found.rows.length
    })
  const told = async () =>
    (
      await queryAsRole<{ told: boolean }>(
        'relay',
        app.databaseUrl,
        `select '${client.accountId}' = any (audience) as told from app.change where table_name = 'document' and row_id = '${id}' order by id`,
      )
    ).map((row) => row.told)
  expect([await rows(), await told()]).toEqual([0, [false]])
  await therapist.api.document.share({ id, clientId, isShared: true })
  expect([await rows(), await told()]).toEqual([1, [false, true]])
  expect(await seen()).toEqual([1, true])
  await therapist.api.document.remove({ id, clientId })
  expect(await seen()).toEqual([0, false])
  expect((await therapist.api.document.ofClient({ clientId })).items).toEqual([])
  await therapist.api.document.restore({ id, clientId })
  expect(await seen()).toEqual([1, true])
  await therapist.api.document.share({ id, clientId, isShared: false })
  expect(await seen()).toEqual([0, false])
})

test('a client uploads a requested document once, and the therapist is notified', async () => {
  const [requestId, fileId] = [randomUUID(), await upload(client)]
  await therapist.api.document.ask({ id: requestId, clientId, title: 'Insurance card' })
  expect((await client.api.document.mine({})).requests).toMatchObject([{ id: requestId, title: 'Insurance card' }])
  const answer = { id: randomUUID(), requestId, fileId }
  await client.api.document.answer(answer)
  await client.api.document.answer(answer)
  expect(await codeOf(client.api.document.answer({ ...answer, id: randomUUID(), fileId: await upload(client) }))).toBe(
    'NOT_FOUND',
  )
  const { items, requests } = await therapist.api.document.ofClient({ clientId })
  expect([items.filter(({ isFromClient }) => isFromClient).length, requests.length]).toEqual([1, 0])
  expect(await canRead(therapist, fileId)).toBe(true)
  const kinds = (await therapist.api.notification.list({})).items.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'document-added')).toHaveLength(1)
})

test('a cancelled request takes no file, and nobody adds a file of someone else', async () => {
  const requestId = randomUUID()
  await therapist.api.document.ask({ id: requestId, clientId, title: 'Letter' })
  await therapist.api.document.cancelRequest({ id: requestId, clientId })
  const fileId = await upload(client)
  expect(await codeOf(client.api.document.answer({ id: randomUUID(), requestId, fileId }))).toBe('NOT_FOUND')
  const theirs = { id: randomUUID(), clientId, fileId, isShared: true }
  expect(await codeOf(therapist.api.document.add(theirs))).toBe('NOT_FOUND')
})

/** Adds documents to a record without the triggers, which take milliseconds for each row. */
async function seedDocuments(clientId: string, count: number): Promise<void> {
  const installer = new pg.Client(app.databaseUrl)
  await installer.connect()
  const triggers = (change: string) =>
    installer.query(`alter table app.file ${change} trigger user; alter table app.document ${change} trigger user`)
  const seed = async () => {
    await triggers('disable')
    await installer.query(
      `with f as (insert into app.file (id, account_id, name, kind, size) select gen_random_uuid(), $1, 'a', 'pdf', 1
         from generate_series(1, $3::int) returning id)
       insert into app.document (id, therapist_id, client_id, account_id, file_id, is_from_client, is_shared)
       select gen_random_uuid(), $1, $2, $1, f.id, false, false from f`,
      [therapist.accountId, clientId, count],
    )
    await triggers('enable')
  }
  await writeAsOwner(installer, seed).finally(() => installer.end())
}

test('the number of documents in a record has a limit, also for restored ones', async () => {
  const other = await connectClient(app, therapist, await app.person('client', 2))
  const add = async () => {
    const of = { id: randomUUID(), clientId: other }
    await therapist.api.document.add({ ...of, fileId: await upload(therapist), isShared: false })
    return of
  }
  const [deleted, kept] = [await add(), await add()]
  await therapist.api.document.remove(deleted)
  await seedDocuments(other, documentLimits.documents - 1)
  expect(await codeOf(therapist.api.document.restore(deleted))).toBe('LIMIT_REACHED')
  await therapist.api.document.remove(kept)
  expect(await codeOf(therapist.api.document.restore(deleted))).toBeNull()
  expect(await codeOf(therapist.api.document.restore(deleted))).toBeNull()
})

test('a document that was deleted more than 30 days ago is gone', async () => {
  const [id, fileId] = [randomUUID(), await upload(therapist)]
  await therapist.api.document.add({ id, clientId, fileId, isShared: false })
  await therapist.api.document.remove({ id, clientId })
  const purge = (days: number) =>
    app.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.run('select def.purge_documents($1)', [new Date(Date.now() + days * 24 * 3_600_000)]),
    )
  await purge(29)
  expect(await codeOf(therapist.api.document.restore({ id, clientId }))).toBeNull()
  await therapist.api.document.remove({ id, clientId })
  await purge(31)
  expect(await codeOf(therapist.api.document.restore({ id, clientId }))).toBe('NOT_FOUND')
})
