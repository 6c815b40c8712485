import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'
import { storedFilePath } from './stored-files.ts'

/** One statement with all rows takes more than its eight seconds on a busy machine. */
const rowsPerStatement = 200

/** Adds checked documents to a record without uploading them, every second one named `scan.pdf`. Returns the content of the last. */
export async function addStoredDocuments(
  app: TestApp,
  { accountId: account_id }: Person,
  { clientId: client_id, count, size }: { clientId: string; count: number; size: number },
): Promise<Buffer> {
  const files = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    name: at % 2 ? 'scan.pdf' : `report ${at}.pdf`,
  }))
  const row = { therapist_id: account_id, client_id, account_id, is_from_client: false, is_shared: false }
  await app.db.asActor({ role: 'therapist', id: account_id }, async ({ kysely }) => {
    for (let at = 0; at < count; at += rowsPerStatement) {
      const some = files.slice(at, at + rowsPerStatement)
      await kysely
        .insertInto('file')
        .values(some.map((file) => ({ ...file, account_id, kind: 'pdf', size })))
        .execute()
      await kysely
        .insertInto('document')
        .values(some.map(({ id }) => ({ ...row, id: randomUUID(), file_id: id })))
        .execute()
    }
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
function usedMemory(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Runs work and returns its result with the maximum growth of the memory, in bytes. */
export async function watchMemory<Result>(work: () => Promise<Result>): Promise<{ result: Result; grown: number }> {
  const before = usedMemory()
  let grown = 0
  const watch = setInterval(() => (grown = Math.max(grown, usedMemory() - before)), 1_000)
  const result = await work().finally(() => clearInterval(watch))
  return { result, grown }
}
