import type { AccountId } from '@attune/contract/common/ids'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { PdfEntry, PdfFront } from './entries-document.ts'
import { startPdfProcess } from './pdf-process.ts'

/** The maximum time for one PDF including its download, in milliseconds. */
const timeout = 15 * 60_000
/** The memory limit of the process that makes the PDF, in megabytes. */
export const entriesMemory = 512
/**
 * The maximum number of PDFs that are created at the same time, because each uses a CPU core. A person can create only one PDF at a time, so that one
 * person cannot block all others.
 */
const atOnce = 2
const running = new Set<string>()

/** Whether a person has to wait before another long PDF can be created. */
export const isPdfBusy = (accountId: AccountId) => running.size >= atOnce || running.has(accountId)

/**
 * Returns entries as a PDF that is written while it is read. A separate process renders the PDF, so that thousands of pages do not slow down the
 * server and a malicious picture cannot harm it. Call `isPdfBusy` first. A job that creates one PDF after the other passes null as `accountId` and
 * does not count toward the maximum.
 */
export function entriesPdf(accountId: AccountId | null, front: PdfFront, entries: AsyncIterable<PdfEntry>): Readable {
  if (accountId !== null) running.add(accountId)
  const worker = startPdfProcess(join(import.meta.dirname, 'entries-worker.ts'), { memory: entriesMemory, timeout })
  const out = new Readable({
    read: () => worker.stdout.resume(),
    destroy: (error, done) => (worker.kill('SIGKILL'), done(error)),
  })
  worker.stdout.on('data', (part: Buffer) => {
    if (!out.push(part)) worker.stdout.pause()
  })
  worker.on('error', (error) => out.destroy(error))
  worker.on('close', (code) => {
    if (accountId !== null) running.delete(accountId)
    if (code === 0) out.push(null)
    else out.destroy(new Error('the PDF was not finished'))
  })
  // If the worker exits early, writing to it fails. The handler of 'close' reports the failure, so this handler
  // ignores the error.
  worker.stdin.on('error', () => {})
  writeLines(worker.stdin, front, entries).catch((error: unknown) => out.destroy(error as Error))
  return out
}

/** Writes a PDF's input to the worker line by line. The first line has the general texts, each further line one entry. */
async function writeLines(
  stdin: NodeJS.WritableStream & { destroyed?: boolean },
  front: PdfFront,
  entries: AsyncIterable<PdfEntry>,
) {
  const closed = once(stdin, 'close').then(
    () => {},
    () => {},
  )
  const write = async (line: object) => {
    if (!stdin.destroyed && !stdin.write(`${JSON.stringify(line)}\n`))
      await Promise.race([once(stdin, 'drain'), closed])
  }
  await write(front)
  for await (const entry of entries) await write(entry)
  stdin.end()
}
