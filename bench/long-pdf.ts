import { type Block, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { createPdfDocument, type PdfEntry } from '../apps/server/src/platform/pdf/entries-document.ts'
import { entriesMemory } from '../apps/server/src/platform/pdf/entries-pdf.ts'
import { pdfProcessFlags } from '../apps/server/src/platform/pdf/pdf-process.ts'
import { markdownTable, targetMark } from './cells.ts'

type RecordFigures = { pages: number; kilobytes: number; cpu: number; megabytes: number }
type LongPdfFigures = {
  short: RecordFigures
  long: RecordFigures
  /** The CPU time, in milliseconds, of making a PDF whose text is a single word. `letters` is the length of the word. */
  words: { letters: number; cpu: number }[]
}

const front = { title: "Ana Ruiz's record", made: 'Made today', unknown: '', language: 'en' }
const vocabulary = 20_000
const [paragraphs, wordsOfParagraph] = [4, 110]

/** Returns a random number generator with a fixed seed: it yields the same numbers between 0 and 1 in each run. */
function openRandom() {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * Yields entries of about one page each, with a list, a link and, in each twentieth entry, a picture. The frequencies of the words follow Zipf's law,
 * as in a natural language.
 */
function* entriesOf(count: number, picture: string): Generator<PdfEntry> {
  const random = openRandom()
  const letters = Array.from({ length: vocabulary }, () =>
    Array.from({ length: 2 + Math.floor(random() * 9) }, () => 'etaoinshrdlucmfwyp'[Math.floor(random() * 18)]).join(
      '',
    ),
  )
  const words = (length: number) => Array.from({ length }, () => letters[Math.floor(vocabulary ** random())]).join(' ')
  for (let index = 0; index < count; index++) {
    const plain = Array.from({ length: paragraphs }, () => words(wordsOfParagraph)).join('\n')
    const blocks: Block[] = [
      ...richTextFromPlain(plain).content,
      { type: 'bulletList', content: [{ type: 'listItem', content: richTextFromPlain(words(12)).content }] },
      {
        type: 'paragraph',
        content: [{ type: 'text', text: words(2), marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] }],
      },
    ]
    yield {
      heading: `Entry ${index + 1}`,
      facts: words(6),
      content: { type: 'doc', content: blocks } as PdfEntry['content'],
      pictures: index % 20 === 0 ? { lake: { path: picture, name: 'lake.jpg' } } : {},
      unplacedPictures: index % 20 === 0 ? ['lake'] : [],
      files: [],
      filesTitle: 'Files',
      replies: [{ by: 'Nora Lindqvist', text: words(20) }],
      repliesTitle: 'Replies',
    }
  }
}

/** Makes the PDF of a record in a separate process, as the server does, and reads it as fast as it is written. */
async function measureRecord(entries: number, picture: string): Promise<RecordFigures> {
  const program = join(import.meta.dirname, 'long-pdf-process.ts')
  const child = spawn(process.execPath, [...pdfProcessFlags(entriesMemory), program], { stdio: 'pipe' })
  const printed = text(child.stderr)
  const closed = once(child, 'close')
  let [pages, bytes, rest] = [0, 0, '']
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length
    const found = (rest + part.toString('latin1')).split('/Type /Page\n')
    pages += found.length - 1
    rest = found.at(-1)?.slice(-20) ?? ''
  })
  child.stdin.write(`${JSON.stringify(front)}\n`)
  for (const entry of entriesOf(entries, picture))
    if (!child.stdin.write(`${JSON.stringify(entry)}\n`)) await once(child.stdin, 'drain')
  child.stdin.end()
  await closed
  const { cpu, megabytes } = JSON.parse(await printed) as Pick<RecordFigures, 'cpu' | 'megabytes'>
  return { pages, kilobytes: bytes / 1024, cpu, megabytes }
}

/** Makes a PDF whose text is a single word, in this process. Returns the CPU time in milliseconds. */
async function measureWord(letters: number): Promise<number> {
  const begun = process.cpuUsage()
  const { pdf, add, close } = createPdfDocument(front)
  const ended = once(pdf.resume(), 'end')
  const none = { pictures: {}, unplacedPictures: [], files: [], replies: [] }
  const texts = { heading: 'Entry', facts: '', filesTitle: 'Files', repliesTitle: 'Replies' }
  await add({ ...none, ...texts, content: richTextFromPlain('a'.repeat(letters)) })
  close()
  await ended
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

export async function measureLongPdf(): Promise<LongPdfFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'attune-bench-pdf-'))
  const picture = join(folder, 'lake.jpg')
  try {
    await sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#88aa99' } }).toFile(picture)
    const short = await measureRecord(290, picture)
    const long = await measureRecord(2_900, picture)
    // The first document loads the fonts.
    await measureWord(1_000)
    const words: LongPdfFigures['words'] = []
    for (const letters of [4_750, 19_000]) words.push({ letters, cpu: await measureWord(letters) })
    return { short, long, words }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function longPdfTable({ short, long, words }: LongPdfFigures): string {
  const row = ({ pages, megabytes, cpu, kilobytes }: RecordFigures) => [
    `${pages} pages`,
    `${megabytes.toFixed(0)} MB`,
    `${(cpu / pages).toFixed(1)} ms`,
    `${(kilobytes / 1024).toFixed(1)} MB`,
    '',
    '',
  ]
  const memory = long.megabytes / short.megabytes
  const growth = (words[1]?.cpu ?? NaN) / (words[0]?.cpu ?? NaN)
  return [
    markdownTable(
      ['a record as PDF', 'highest memory of the process', 'CPU time of a page', 'size', 'goal', ''],
      [row(short), row(long), ['ratio', memory.toFixed(2), '', '', '≤ 1.30', targetMark(memory, (one) => one <= 1.3)]],
    ),
    markdownTable(
      ['one word of a journal', 'CPU time', 'goal', ''],
      [
        ...words.map(({ letters, cpu }) => [`${letters} letters`, `${cpu.toFixed(0)} ms`, '', '']),
        ['four times as long / shorter', growth.toFixed(2), '≤ 5', targetMark(growth, (one) => one <= 5)],
      ],
    ),
  ].join('\n\n')
}
