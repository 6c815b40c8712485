import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { storedFilePath } from '../../../testing/files/stored-files.ts'
import { unzip } from '../../../testing/files/unzip.ts'

const [count, size] = [2_000, 64_000]
/** A third of the size of all files, in bytes. A ZIP that is built in memory would need more than the whole size. */
const mostMemory = (count * size) / 3
afterAll(() => rm(folder, { recursive: true, force: true }))
const app = await startSharedApp()
const [nora, ana] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, nora, ana)
const folder = await mkdtemp(join(tmpdir(), 'export-'))

/** Adds documents to the record, every second one named `scan.pdf`. Returns the content of the last. */
async function addDocuments(): Promise<Buffer> {
  const files = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    name: at % 2 ? 'scan.pdf' : `report ${at}.pdf`,
  }))
  const account_id = nora.accountId
  await app.db.asActor({ role: 'therapist', id: account_id }, async ({ kysely }) => {
    await kysely
      .insertInto('file')
      .values(files.map((file) => ({ ...file, account_id, kind: 'pdf', size })))
      .execute()
    const row = { therapist_id: account_id, client_id: clientId, account_id, is_from_client: false, is_shared: false }
    await kysely
      .insertInto('document')
      .values(files.map(({ id }) => ({ ...row, id: randomUUID(), file_id: id })))
      .execute()
  })
  const facts = { state: 'ready', type: 'application/pdf', sha256: '0'.repeat(64), complete_at: app.clock.now() }
  await app.db.asActor({ role: 'worker', id: account_id }, ({ kysely }) =>
    kysely.updateTable('file').set(facts).where('account_id', '=', account_id).execute(),
  )
  let last = Buffer.alloc(0)
  for (const { id } of files) {
    const path = storedFilePath(app, id)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, (last = randomBytes(size)))
  }
  return last
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Returns the memory that is still referenced, in bytes. The second garbage collection waits until the buffers of the first are freed. */
function usedMemory() {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Downloads the export to a file. Returns its path and the maximum memory growth, in bytes. */
async function download(url: string): Promise<{ path: string; grown: number }> {
  const [path, before] = [join(folder, 'record.zip'), usedMemory()]
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(app.address + url, { headers: { cookie: nora.cookies() } }, resolve).on('error', reject),
  )
  expect(answer.statusCode).toBe(200)
  let grown = 0
  const watch = setInterval(() => (grown = Math.max(grown, usedMemory() - before)), 1_000)
  await pipeline(answer, createWriteStream(path)).finally(() => clearInterval(watch))
  return { path, grown }
}

test('an export of a record with 2,000 files is streamed, complete, indexed and logged for the client', async () => {
  const last = await addDocuments()
  const order = { clientId, as: 'zip' as const, parts: ['record', 'documents'] as const, from: null, until: null }
  const { url } = await nora.api.recordExport.start({ ...order, parts: [...order.parts] })
  const { path, grown } = await download(url)
  expect(grown).toBeLessThan(mostMemory)
  const files = unzip(await readFile(path))
  const documents = [...files.keys()].filter((name) => name.startsWith('documents/'))
  expect(documents).toHaveLength(count)
  expect(documents.every((name) => files.get(name)?.length === size)).toBe(true)
  expect(documents.some((name) => files.get(name)?.equals(last))).toBe(true)
  const index = files.get('index.html')?.toString() ?? ''
  for (const name of documents) expect(index).toContain(name)
  const lines = (await ana.api.access.mine({})).items.filter(({ thing }) => thing === 'export')
  expect(lines).toHaveLength(1)
}, 120_000)
