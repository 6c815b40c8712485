import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { addStoredDocuments, watchMemory } from '../../../testing/files/stored-documents.ts'
import { unzip } from '../../../testing/files/unzip.ts'

const [count, size] = [2_000, 64_000]
/** A third of the size of all files, in bytes. A ZIP that is built in memory would need more than the whole size. */
const mostMemory = (count * size) / 3
afterAll(() => rm(folder, { recursive: true, force: true }))
const app = await startSharedApp()
const [nora, ana] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, nora, ana)
const folder = await mkdtemp(join(tmpdir(), 'export-'))

/** Downloads the export to a file. Returns its path and the maximum memory growth, in bytes. */
async function download(url: string): Promise<{ path: string; grown: number }> {
  const path = join(folder, 'record.zip')
  const { grown } = await watchMemory(async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(app.address + url, { headers: { cookie: nora.cookies() } }, resolve).on('error', reject),
    )
    expect(answer.statusCode).toBe(200)
    await pipeline(answer, createWriteStream(path))
  })
  return { path, grown }
}

test('an export of a record with 2,000 files is streamed, complete, indexed and logged for the client', async () => {
  const last = await addStoredDocuments(app, nora, { clientId, count, size })
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
  const lines = (await ana.api.access.mine({})).items.filter(({ thing }) => thing === 'record-export')
  expect(lines).toHaveLength(1)
}, 120_000)
