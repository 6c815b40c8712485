import { expect, test } from 'vitest'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { documentLine, invoiceDocument } from '../content/invoice-document.testing.ts'
import { makePdf } from './document.ts'

const read = async (sheet: Parameters<typeof makePdf>[0]['sheet']) =>
  readPdf(await makePdf({ sheet, madeAt: '2026-11-20T17:03:00.000Z' }))

test('an invoice is tagged in reading order, with its title, language, table and the description of its QR code', async () => {
  const { structure, unmarked, root } = await read(invoiceDocument({ language: 'de', footer: 'Praxis' }))
  expect(structure).toMatch(/^Document\(P P H1 (P )+Table\(TR\(TH( TH)+\) TR\(TD( TD)+\)\) (P )+Figure P\)$/)
  expect(unmarked).toEqual([0])
  expect(root).toMatch(/\/Lang \(de\)/)
  expect(root).toMatch(/\/ViewerPreferences/)
})

test('a table of several pages is one table with one header, and texts that repeat on each page are artifacts @slow', async () => {
  const lines = Array.from({ length: 40 }, (_, n) => documentLine({ text: n % 2 ? 'Sitzung דוד' : 'Sitzung' }))
  const { structure, unmarked, pages } = await read(invoiceDocument({ lines, footer: 'Praxis' }))
  expect(pages.length).toBeGreaterThan(2)
  expect(structure.match(/Table/g)).toHaveLength(1)
  expect(structure.match(/TR\(TH/g)).toHaveLength(1)
  expect(structure.match(/TR\(TD/g)).toHaveLength(40)
  expect(unmarked).toEqual(pages.map(() => 0))
})
