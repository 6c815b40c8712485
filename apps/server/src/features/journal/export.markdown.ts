import { richFrom } from '@attune/contract/common/rich-text'
import { markdownOf } from '@attune/contract/common/rich-text.markdown'
import { wallOf } from '@attune/contract/common/time'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { House } from '../../house.ts'
import { whenOf, word } from '../../platform/words.ts'
import { nameFor } from '../file/file.ts'
import type { ExportedEntry, Reader } from './export.entries.ts'

/**
 * A journal as a zip: a file of Markdown for each entry, and what hangs on them in the folder `files`. What is to come is
 * fetched when its turn comes.
 */
export function zipOf(house: House, pages: AsyncGenerator<ExportedEntry[]>, reader: Reader): Readable {
  const zip = new ZipFile()
  // Given as it is: a stream that wraps it would end with it, and lose what a slow reader has not fetched yet.
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // One at a time. Whoever stops fetching leaves none open; one whose author erased it meanwhile is empty.
  let content: Readable | null = null
  out.once('close', () => content?.destroy())
  const openFile = async (path: string) => {
    const file = await open(path).catch(() => null)
    content = file ? file.createReadStream().on('error', fail) : Readable.from([])
    if (out.destroyed) content.destroy()
    return content
  }
  fill(house, zip, { pages, reader, openFile }).catch(fail)
  return out
}

type Filling = {
  pages: AsyncGenerator<ExportedEntry[]>
  reader: Reader
  openFile: (path: string) => Promise<Readable>
}

async function fill(house: House, zip: ZipFile, { pages, reader, openFile }: Filling): Promise<void> {
  for await (const page of pages) {
    const turn = Promise.withResolvers<void>()
    for (const entry of page) {
      const mtime = new Date(entry.writtenAt)
      for (const file of entry.files) {
        const path = house.bytes.whole(file.id)
        if ((await house.bytes.lengthOf(path)) === null) continue
        // Pictures, sound and films are as small as they get.
        const how = { mtime, compress: file.kind === 'pdf' }
        zip.addReadStreamLazy(pathOf(file), how, (give) => openFile(path).then((content) => give(null, content)))
      }
      zip.addReadStreamLazy(`${nameOf(entry, reader)}.md`, { mtime }, (give) => {
        if (entry === page.at(-1)) turn.resolve()
        give(null, Readable.from([Buffer.from(textOf(entry, reader))]))
      })
    }
    await turn.promise
  }
  zip.end()
}

/** An entry as a text of its own. */
export function textOf(entry: ExportedEntry, { language, zone }: Reader): string {
  const say = (key: string, params?: Record<string, string>) => word(language, `journal.${key}`, params)
  const paths = new Map(entry.files.map((file) => [file.id, pathOf(file)]))
  const facts = [
    whenOf(entry.writtenAt, language, zone),
    ...(entry.mood ? [say('mood', { mood: String(entry.mood) })] : []),
    ...(entry.tags.length ? [`${say('tags')}: ${plain(entry.tags.join(', '))}`] : []),
  ]
  const files = entry.files.map((file) => `- [${plain(file.name)}](<${pathOf(file)}>)`)
  const replies = entry.replies.map(({ name, at, text }) => {
    const quoted = markdownOf(richFrom(text)).trimEnd().replace(/^/gm, '> ')
    return `${plain(name)}, ${whenOf(new Date(at).toISOString(), language, zone)}\n\n${quoted}`
  })
  return [
    `# ${plain(entry.title || say('untitled'))}`,
    facts.join(' · '),
    markdownOf(entry.content, (id) => paths.get(id)).trimEnd(),
    ...(files.length ? [`## ${say('files')}\n\n${files.join('\n')}`] : []),
    ...(replies.length ? [`## ${say('replies')}\n\n${replies.join('\n\n')}`] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

/** A line of somebody's words that Markdown takes for nothing else. */
const plain = (text: string) => markdownOf(richFrom(text.replace(/\s+/g, ' '))).trim()

/** Day, time and title, as every system can keep them; the beginning of the id keeps two of a name apart. */
function nameOf({ id, title, writtenAt }: ExportedEntry, { language, zone }: Reader): string {
  const { day, time } = wallOf(writtenAt, zone)
  const words = fitting(title || word(language, 'journal.untitled'))
  return `${day} ${time.replace(':', '.')} ${words} ${id.slice(0, 8)}`
}

const pathOf = (file: ExportedEntry['files'][number]) => {
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(nameFor(file)) ?? []
  return `files/${file.id.slice(0, 8)} ${fitting(stem)}${ending}`
}

const fitting = (text: string) =>
  [...text.replace(/[\p{C}\s/\\:*?"<>|.]+/gu, ' ').trim()].slice(0, 60).join('').trim() || '–'
