import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfDocument, type PdfEntry } from './entries-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'entries-pdf-'))
const [lake, table] = [randomUUID(), randomUUID()]
const pictures = {
  [lake]: { path: join(folder, 'lake.png'), name: 'lake.png' },
  [table]: { path: join(folder, 'table.png'), name: 'table.png' },
}
beforeAll(async () => {
  for (const { path } of Object.values(pictures))
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#88aa99' } }).toFile(path)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function render(entries: Partial<PdfEntry>[]): Promise<Buffer> {
  const { pdf, add, close } = createPdfDocument({ title: 'Mein Tagebuch', made: 'Heute', unknown: '', language: 'de' })
  const none = { facts: '', pictures: {}, unplacedPictures: [], files: [], replies: [] }
  const texts = { heading: 'Eintrag', filesTitle: 'Dateien', repliesTitle: 'Antworten' }
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.once('end', resolve))
  for (const entry of entries) await add({ ...none, ...texts, content: richTextFromPlain('Text'), ...entry })
  close()
  await ended
  return Buffer.concat(parts)
}

/**
 * A box on a page, in points. `top` and `bottom` are distances from the upper edge of the page. `tag` is the type of
 * the structure element to which the box belongs.
 */
type Box = { tag: string; type: 'text' | 'picture'; left: number; right: number; top: number; bottom: number }
const pageHeight = 841.89
/** The ascent and descent of the font, as fractions of the font size. */
const ascent = 0.73
const descent = 0.24

/**
 * Returns the boxes of each page. The box of a line of text extends to the right margin, because the widths of the
 * glyphs are unknown here.
 */
function boxesOf(pdf: Buffer): Box[][] {
  const starts = [...pdf.toString('latin1').matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)]
  return starts
    .map((start) => inflateSync(pdf.subarray(start.index + start[0].length)).toString('latin1'))
    .filter((content) => content.startsWith('1 0 0 -1 0'))
    .map(boxesOfPage)
}

function boxesOfPage(content: string): Box[] {
  const operators =
    /\/(?<tag>\w+) <<[^>]*>> BDC|1 0 0 1 (?<x>[\d.]+) (?<y>[\d.]+) Tm\n\/F\d+ (?<size>[\d.]+) Tf|(?<width>[\d.]+) 0 0 -(?<height>[\d.]+) (?<left>[\d.]+) (?<bottom>[\d.]+) cm\n\/I/g
  let tag = ''
  return [...content.matchAll(operators)].flatMap(({ groups = {} }): Box[] => {
    if (groups['tag']) {
      tag = groups['tag']
      return []
    }
    const [x, y, size] = [groups['x'], groups['y'], groups['size']].map(Number)
    const [width, height, left, bottom] = ['width', 'height', 'left', 'bottom'].map((name) => Number(groups[name]))
    if (x !== undefined && y !== undefined && size) {
      const baseline = pageHeight - y
      return [
        { tag, type: 'text', left: x, right: 540, top: baseline - ascent * size, bottom: baseline + descent * size },
      ]
    }
    if (left === undefined || bottom === undefined || !width || !height) return []
    return [{ tag, type: 'picture', left, right: left + width, top: bottom - height, bottom }]
  })
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const picture = (fileId: string, alt = '') => ({ type: 'image' as const, attrs: { fileId, alt } })
const paragraphs = (text: string) => richTextFromPlain(text).content
const withPictures: RichText = {
  type: 'doc',
  content: [
    ...paragraphs('Before the lake'),
    picture(lake, 'The lake (in the evening)'),
    ...paragraphs(`After the lake\n${'a long day '.repeat(150)}`),
    picture(lake, 'The lake again'),
    ...paragraphs('The end'),
  ],
}

test('no text is printed over a picture, whether the picture is in the text or attached', async () => {
  const entry = { content: withPictures, pictures, unplacedPictures: [table], files: ['letter.pdf'] }
  const replies = [{ by: 'Nora', text: 'Thank you.' }]
  const pages = boxesOf(await render([entry, { ...entry, replies }, entry]))
  expect(pages.flat().filter(({ type }) => type === 'picture')).toHaveLength(9)
  expect(pages.flat().filter(({ type }) => type === 'text').length).toBeGreaterThan(30)
  const overlapping = pages.flatMap((boxes) =>
    boxes.flatMap((box, at) =>
      box.type === 'picture' ? boxes.filter((other, place) => place !== at && overlap(box, other)) : [],
    ),
  )
  expect(overlapping).toEqual([])
  // No box extends below the lower margin.
  expect(Math.max(...pages.flat().map(({ bottom }) => bottom))).toBeLessThan(pageHeight - 50)
})

test('the PDF is tagged: language, headings, paragraphs, lists, quotes, links, and pictures with their description', async () => {
  const link = { type: 'link' as const, attrs: { href: 'https://example.org/walk' } }
  const content: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Morning' }] },
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'At six' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'a link', marks: [link] }] },
      { type: 'bulletList', content: [{ type: 'listItem', content: paragraphs('one') }] },
      { type: 'blockquote', content: paragraphs('quoted '.repeat(600)) },
      { type: 'horizontalRule' },
      picture(lake, 'The lake (in the evening)'),
    ],
  }
  const pdf = await render([{ content, pictures, unplacedPictures: [table] }, { heading: '20. November 2026' }])
  const text = pdf.toString('latin1')
  expect(text).toContain('/Lang (de)')
  expect(text).toMatch(/\/Marked true/)
  const count = (type: string) => text.match(new RegExp(`/S /${type}\\n`, 'g'))?.length ?? 0
  const types = 'Document Sect H1 H2 H3 H4 L LI Lbl LBody BlockQuote Link Figure'.split(' ')
  expect(Object.fromEntries(types.map((type) => [type, count(type)]))).toEqual({
    Document: 1,
    Sect: 2,
    H1: 1,
    H2: 2,
    H3: 1,
    H4: 1,
    L: 1,
    LI: 1,
    Lbl: 1,
    LBody: 1,
    BlockQuote: 1,
    Link: 1,
    Figure: 2,
  })
  // A picture without a description is described by its file name.
  expect([...text.matchAll(/\/Alt \((.*)\)/g)].map(([, alt]) => alt)).toEqual([
    'The lake \\(in the evening\\)',
    'table.png',
  ])
  // Every text and every picture belongs to an element of the structure.
  const boxes = boxesOf(pdf).flat()
  expect(boxes.filter(({ tag }) => !/^(H[1-4]|P|Lbl|Link|Figure)$/.test(tag))).toEqual([])
  expect(boxes.filter(({ tag }) => tag === 'H2')).toHaveLength(2)
})

const bombs = [
  'a'.repeat(19_000),
  `a${'\u0301'.repeat(19_000)}`,
  '👩\u200d'.repeat(6_000),
  `x${'\u200d'.repeat(19_000)}y`,
]

test('a word of 19,000 letters, 19,000 combining marks and 19,000 joiners are written, in lines that end at the margin @slow', async () => {
  const pdf = await render(bombs.map((text) => ({ content: richTextFromPlain(text) })))
  expect(boxesOf(pdf).length).toBeGreaterThan(4)
})

test.each<[string, (bomb: string) => Partial<PdfEntry>]>([
  ['the heading', (bomb) => ({ heading: bomb })],
  ['the facts with the tags', (bomb) => ({ facts: bomb })],
  ['a reply', (bomb) => ({ replies: [{ by: bomb, text: bomb }] })],
  ['the name of a file', (bomb) => ({ files: [bomb] })],
])(
  '%s of thousands of combining marks or joiners is written, in lines that end at the margin @slow',
  async (_, entryOf) => {
    for (const bomb of bombs) {
      const pdf = await render([entryOf(bomb)])
      expect(boxesOf(pdf).flat()).not.toEqual([])
    }
  },
)

test('a paragraph that begins from the right ends at the right margin, in lines of its own', async () => {
  const pdf = await render([{ content: richTextFromPlain(`דוד לוי\n${'שלום לכולם '.repeat(40)}`) }])
  const lines = Map.groupBy(
    boxesOf(pdf)
      .flat()
      .filter(({ tag }) => tag === 'Span'),
    ({ top }) => top,
  )
  const lefts = [...lines.values()].map((line) => Math.min(...line.map(({ left }) => left)))
  // A line of the long paragraph is nearly as wide as the page; the short one is at its right.
  expect(lefts.length).toBeGreaterThan(3)
  expect(lefts[0]).toBeGreaterThan(450)
  expect(lefts[1]).toBeLessThan(120)
  expect(lefts.every((left) => left >= 56)).toBe(true)
})
