import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { createPdfDocument, type PdfEntry } from '../entries-document.ts'
import { releaseFinishedPages } from './finished-pages.ts'
import { selectFont } from '../fonts.ts'

const none = { facts: '', pictures: {}, unplacedPictures: [], files: [], replies: [] }
const texts = { heading: 'Entry', filesTitle: 'Files', repliesTitle: 'Replies' }
/** An entry of about two and a half pages. Each word occurs once in the document. */
const entry = (index: number): PdfEntry => ({
  ...none,
  ...texts,
  content: richTextFromPlain(Array.from({ length: 900 }, (_, word) => `word${index}x${word}`).join(' ')),
})

/** The internal data of pdfkit that grows with the length of a document. */
type Kept = {
  _root: { data: { Pages: { data: { Kids: { data: object }[] } } } }
  _fontFamilies: Record<string, { layoutCache?: object }>
  getStructParentTree(): { _items: Record<string, object> }
}

async function openDocument(entries: number) {
  const { pdf, add, close } = createPdfDocument({ title: 'Record', made: 'Today', unknown: '', language: 'en' })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.once('end', resolve))
  for (let index = 0; index < entries; index++) await add(entry(index))
  return {
    kept: pdf as unknown as Kept,
    written: () => Buffer.concat(parts).toString('latin1'),
    async finish() {
      close()
      await ended
      return Buffer.concat(parts).toString('latin1')
    },
  }
}

const pagesIn = (pdf: string) => pdf.split('/Type /Page\n').length - 1

test('all pages but the last few have left the document before it ends', async () => {
  const { written, finish } = await openDocument(24)
  await new Promise((resolve) => setImmediate(resolve))
  const before = pagesIn(written())
  const after = pagesIn(await finish())
  expect(after).toBeGreaterThan(50)
  // Finished pages leave the document in parts of 64 kB, so some of them may still be waiting for their part to fill.
  expect(after - before).toBeLessThan(25)
})

test('pdfkit keeps neither content nor structure of finished pages', async () => {
  const { kept } = await openDocument(30)
  const pages = kept._root.data.Pages.data.Kids
  expect(pages.length).toBeGreaterThan(60)
  expect(pages.slice(0, -1).filter(({ data }) => 'Contents' in data || 'Resources' in data)).toEqual([])
  const lists = Object.values(kept.getStructParentTree()._items).filter((list) => Array.isArray(list))
  expect(lists.length).toBeLessThan(3)
})

test('pdfkit forgets the words that it has measured after some hundred pages', () => {
  const pdf = new PDFDocument({ tagged: true })
  releaseFinishedPages(pdf)
  const measured = () => {
    const fonts = new Set(Object.values((pdf as unknown as Kept)._fontFamilies))
    return [...fonts].flatMap(({ layoutCache = {} }) => Object.keys(layoutCache))
  }
  for (let page = 1; page <= 300; page++) {
    selectFont(pdf, 'latin normal').text(`word${page}`)
    if (page === 200) expect(measured()).toHaveLength(200)
    pdf.addPage()
  }
  expect(measured().length).toBeLessThan(100)
  expect(measured()).toContain('word300')
})

test('the list of each page names the elements of all its content, also those that continue from the page before', async () => {
  const { finish } = await openDocument(6)
  const pdf = await finish()
  const objects = new Map([...pdf.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj/gm)].map(([, id, body]) => [id, body ?? '']))
  const tree = pdf.match(/\/Nums \[[^]*?\]/)?.[0] ?? ''
  const lists = new Map([...tree.matchAll(/(\d+) (\d+) 0 R/g)].map(([, key, id]) => [key, id]))
  const pages = [...objects.values()].filter((body) => body.includes('/Type /Page\n'))
  expect(pages.length).toBeGreaterThan(12)
  for (const page of pages.slice(0, -1)) {
    const list = objects.get(lists.get(page.match(/\/StructParents (\d+)/)?.[1] ?? '') ?? '') ?? ''
    const content = objects.get(page.match(/\/Contents (\d+)/)?.[1] ?? '') ?? ''
    const stream = Buffer.from(content.split('\nstream\n')[1] ?? '', 'latin1')
    const marks =
      inflateSync(stream)
        .toString('latin1')
        .match(/\/MCID \d+/g) ?? []
    expect(list).not.toContain('null')
    expect(list.match(/\d+ 0 R/g)).toHaveLength(marks.length)
    expect(marks.length).toBeGreaterThan(0)
  }
})
