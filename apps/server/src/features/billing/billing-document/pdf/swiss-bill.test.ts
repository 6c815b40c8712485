import { expect, test } from 'vitest'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { documentLine, invoiceDocument, lineTaxes } from '../content/invoice-document.testing.ts'
import { makePdf } from './document.ts'

const madeAt = '2026-11-20T17:03:00.000Z'
const mm = 72 / 25.4
const swiss = (changes: Parameters<typeof invoiceDocument>[0] = {}) =>
  invoiceDocument({
    currency: 'CHF',
    lines: [documentLine({ ...lineTaxes.O, priceMinor: '112000', text: 'Sitzung' })],
    ...changes,
    seller: { country: 'CH', postalCode: '8001', city: 'Zürich', taxId: 'CHE-123.456.788', ...changes.seller },
    buyer: { country: 'CH', postalCode: '3011', city: 'Bern', ...changes.buyer },
    bank: { iban: 'CH9300762011623852957', bic: '', ...changes.bank },
  })
const read = async (sheet: ReturnType<typeof swiss>) => readPdf(await makePdf({ sheet, madeAt }))
/** The texts of the last page with their places in millimetres from the upper left corner of the bill. */
const placesOf = ({ texts }: Awaited<ReturnType<typeof read>>) =>
  (texts.at(-1) ?? []).map(({ x, y, text }) => ({ text, x: x / mm, y: 105 - y / mm }))

test('a Swiss invoice has a QR-bill at the lower edge: a receipt in its first 62 mm and the payment part beside it @slow', async () => {
  const pdf = await read(swiss())
  expect(pdf.pages).toHaveLength(1)
  const places = placesOf(pdf)
  const xsOf = (text: string) => places.filter((one) => one.text === text).map(({ x }) => Math.round(x))
  expect([xsOf('Empfangsschein'), xsOf('Zahlteil')]).toEqual([[5], [67]])
  expect(xsOf('CH93 0076 2011 6238 5295 7')).toEqual([5, 118])
  expect(xsOf('Konto / Zahlbar an')).toEqual([5, 118])
  expect(xsOf('1\u00a0120.00')).toEqual([27, 89])
  // In swissqrbill 4.4.1, these texts begin at 68, 71 and 72 mm. A baseline is lower than that, by less than the height of its letters.
  const baselines = (text: string) => places.filter((one) => one.text === text).map(({ y }) => y)
  const [small, large] = baselines('1\u00a0120.00')
  expect(small).toBeGreaterThan(71)
  expect(small).toBeLessThan(71 + 8 / mm)
  expect(large).toBeGreaterThan(72)
  expect(large).toBeLessThan(72 + 10 / mm)
  const notice = places.find((one) => one.text === 'Vor der Einzahlung abzutrennen')
  expect(notice?.y).toBeLessThan(0)
  expect(notice?.y).toBeGreaterThan(-12 / mm)
  expect(notice?.x).toBeGreaterThan(62)
  expect(places.filter(({ text }) => text === '3011 Bern').map(({ x }) => Math.round(x))).toEqual(
    expect.arrayContaining([5, 118]),
  )
  for (const name of ['Annahmestelle', 'Währung', 'Betrag']) expect(places.some(({ text }) => text === name)).toBe(true)
  // The code is 46 mm wide and begins 5 mm right of the receipt.
  const modules = (pdf.rectangles[0] ?? []).filter(([, y]) => y > pdf.rectangles.length && y > (297 - 105 + 16) * mm)
  const [left, right] = [Math.min(...modules.map(([x]) => x)), Math.max(...modules.map(([x, , width]) => x + width))]
  expect([left / mm, (right - left) / mm].map(Math.round)).toEqual([67, 46])
})

test('a payer abroad is printed with the country before the postal code @slow', async () => {
  const { pages } = await read(swiss({ buyer: { country: 'DE', postalCode: '79098', city: 'Freiburg' } }))
  expect(pages.at(-1)?.split('DE - 79098 Freiburg')).toHaveLength(3)
})

test('amounts are printed as CHF 120.00 in every language, and the number of the practice is its UID @slow', async () => {
  for (const language of ['de', 'fr', 'en', 'es'] as const) {
    const text = (
      await read(swiss({ language, lines: [documentLine({ ...lineTaxes.O, priceMinor: '12000' })] }))
    ).pages.join(' ')
    expect(text.replaceAll('\u00a0', ' '), language).toContain('CHF 120.00')
    expect(text).not.toContain('Steuernummer')
    expect(text).toContain(language === 'fr' ? 'IDE CHE-123.456.788' : 'UID CHE-123.456.788')
  }
})

test('a long Swiss invoice has its QR-bill on a page of its own, and the footer is above it on every page', async () => {
  const lines = Array.from({ length: 14 }, () => documentLine({ ...lineTaxes.O, priceMinor: '12000' }))
  const pdf = await read(swiss({ lines, footer: 'Praxis am See' }))
  expect(pdf.pages).toHaveLength(2)
  const footer = placesOf(pdf).find(({ text }) => text === 'Praxis am See')
  expect(footer?.y).toBeLessThan(0)
  expect(placesOf(pdf).filter(({ text, y }) => y > 0 && text.includes('/ 2'))).toEqual([])
})

test('without a Swiss account, the bank details are printed as before, and a QR-IBAN has no QR-bill', async () => {
  for (const iban of ['DE89370400440532013000', 'CH4431999123000889012']) {
    const text = (await read(swiss({ bank: { iban } }))).pages.join('\n')
    expect(text).not.toContain('Empfangsschein')
    expect(text).toContain('IBAN')
  }
})
