import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { House } from '../../house.ts'
import { whenOf, word } from '../../platform/words.ts'
import type { ExportedEntry, Reader } from './export.entries.ts'
import type { PdfEntry } from './pdf.page.ts'

/** So long may a book take, however slowly it is fetched, in milliseconds; and so much memory, in megabytes. */
const [patience, memory] = [15 * 60_000, 512]
/** So many may be made at once: each takes a core. Of one person one, who else could keep everybody waiting. */
const atOnce = 2
const running = new Set<string>()

export const isBusy = (accountId: string) => running.size >= atOnce || running.has(accountId)

/** A journal as a PDF. It is set in a process of its own: thousands of pages and strangers' pictures keep nobody else waiting. */
export function pdfOf(
  house: House,
  accountId: string,
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: Reader,
): Readable {
  running.add(accountId)
  const worker = spawn(
    process.execPath,
    [`--max-old-space-size=${memory}`, join(import.meta.dirname, 'pdf-worker.ts')],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '', VIPS_BLOCK_UNTRUSTED: '1' },
      timeout: patience,
      killSignal: 'SIGKILL',
    },
  )
  const out = new Readable({
    read: () => worker.stdout.resume(),
    destroy: (error, done) => (worker.kill('SIGKILL'), done(error)),
  })
  worker.stdout.on('data', (part: Buffer) => {
    if (!out.push(part)) worker.stdout.pause()
  })
  worker.on('error', (error) => out.destroy(error))
  worker.on('close', (code) => {
    running.delete(accountId)
    if (code === 0) out.push(null)
    else out.destroy(new Error('the book was not finished'))
  })
  // A worker that died early closes its end; its exit says so.
  worker.stdin.on('error', () => {})
  feed(house, worker.stdin, pages, reader).catch((error: unknown) => out.destroy(error as Error))
  return out
}

/** A line per entry; the first says what stands at the front. */
async function feed(
  house: House,
  stdin: NodeJS.WritableStream & { destroyed?: boolean },
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: Reader,
) {
  const { language, zone } = reader
  const say = (key: string, params?: Record<string, string>) => word(language, `journal.${key}`, params)
  const closed = once(stdin, 'close').then(
    () => {},
    () => {},
  )
  const write = async (line: object) => {
    if (!stdin.destroyed && !stdin.write(`${JSON.stringify(line)}\n`))
      await Promise.race([once(stdin, 'drain'), closed])
  }
  const made = say('made', { when: whenOf(house.clock.now().toISOString(), language, zone) })
  await write({ title: say('title'), made, unknown: say('unknown'), language })
  for await (const page of pages) {
    for (const entry of page) await write(entryFor(house, entry, reader))
  }
  stdin.end()
}

function entryFor(house: House, entry: ExportedEntry, { language, zone }: Reader): PdfEntry {
  const say = (key: string, params?: Record<string, string>) => word(language, `journal.${key}`, params)
  const inText = JSON.stringify(entry.content)
  const others = entry.files.filter(({ id }) => !inText.includes(id))
  return {
    title: entry.title,
    facts: [
      whenOf(entry.writtenAt, language, zone),
      ...(entry.mood ? [say('mood', { mood: String(entry.mood) })] : []),
      ...(entry.tags.length ? [`${say('tags')}: ${entry.tags.join(', ')}`] : []),
    ].join(' · '),
    content: entry.content,
    pictures: Object.fromEntries(
      entry.files.flatMap(({ id, kind }) => (kind === 'image' ? [[id, house.bytes.whole(id)]] : [])),
    ),
    further: others.flatMap(({ id, kind }) => (kind === 'image' ? [id] : [])),
    files: others.flatMap(({ kind, name }) => (kind === 'image' ? [] : [name])),
    filesTitle: say('files'),
    replies: entry.replies.map(({ name, at, text }) => ({
      by: `${name}, ${whenOf(new Date(at).toISOString(), language, zone)}`,
      text,
    })),
    repliesTitle: say('replies'),
  }
}
