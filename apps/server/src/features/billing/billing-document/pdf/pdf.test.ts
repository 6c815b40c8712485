import { epcPaymentText } from '@attune/contract/common/money/epc-payment'
import { languages } from '@attune/contract/common/text/text'
import qrcode from 'qrcode'
import { expect, test } from 'vitest'
import { translate } from '../../../../platform/text/translations.ts'
import { makePdf } from './document.ts'
import { invoiceContent } from '../content/invoice-content.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import type { PrintedDocument, ReceiptDocument, ReminderDocument, StatementDocument } from '../content/documents.ts'
import { renderDocumentPdf } from './pdf.ts'
import { invoiceDocument, lineTaxes, documentLine } from '../content/invoice-document.testing.ts'

const madeAt = '2026-11-20T17:03:00.000Z'
const read = async (sheet: PrintedDocument) => readPdf(await makePdf({ sheet, madeAt }))
const textOf = async (sheet: PrintedDocument) => (await read(sheet)).pages.join('\n')
const { seller, buyer, bank } = invoiceDocument()
const letter = { language: 'en', paper: 'A4', currency: 'EUR', seller, buyer, person: null, footer: '' } as const
const receipt: ReceiptDocument = {
  ...letter,
  kind: 'receipt',
  madeOn: '2026-11-25',
  invoice: { number: '2026-0147', issuedOn: '2026-11-20', grossMinor: '8000', creditedMinor: '1000' },
  payments: [{ paidOn: '2026-11-24', method: 'cash', reference: 'desk', amountMinor: '7000' }],
}
const reminder: ReminderDocument = {
  ...letter,
  kind: 'reminder',
  madeOn: '2026-12-20',
  step: 1,
  invoice: { ...receipt.invoice, dueOn: '2026-12-04' },
  paidMinor: '2000',
  openMinor: '5000',
  payBy: '2027-01-03',
  bank,
}
const statement: StatementDocument = {
  ...letter,
  kind: 'statement',
  madeOn: '2027-01-05',
  year: 2026,
  accounts: [
    {
      currency: 'EUR',
      invoices: [
        {
          number: '2026-0147',
          kind: 'invoice',
          issuedOn: '2026-11-20',
          grossMinor: '8000',
          withheldMinor: '0',
          payer: '',
        },
        {
          number: '2026-0148',
          kind: 'credit-note',
          issuedOn: '2026-11-21',
          grossMinor: '1000',
          withheldMinor: '0',
          payer: 'AOK Nordost',
        },
      ],
      payments: [{ paidOn: '2026-11-24', number: '2026-0147', method: 'provider', amountMinor: '2000' }],
    },
  ],
}

/** Returns the modules of the QR code on a page, in the format of the package qrcode: 1 is dark. */
function drawnCode(rectangles: [number, number, number, number][]): number[][] {
  const size = Math.min(...rectangles.map(([, , , height]) => height))
  const [left, top] = [0, 1].map((index) => Math.min(...rectangles.map((one) => one[index] ?? 0)))
  const count = Math.round((Math.max(...rectangles.map(([x, , width]) => x + width)) - (left ?? 0)) / size)
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => 0))
  for (const [x, y, width] of rectangles)
    rows[Math.round((y - (top ?? 0)) / size)]?.fill(
      1,
      Math.round((x - (left ?? 0)) / size),
      Math.round((x + width - (left ?? 0)) / size),
    )
  return rows
}

test('a second run in the same process yields the same bytes, with the e-invoice and metadata inside @slow', async () => {
  const { XmlDocument } = await import('libxml2-wasm')
  const name = 'Müller & Söhne <Praxis>'
  const sheet = invoiceDocument({ seller: { name }, lines: [documentLine({ text: 'Ł ő 日本 😀 →' })] })
  const xml = '<?xml version="1.0"?><invoice>für Łukasz & Söhne</invoice>'
  const order = { sheet, madeAt, xml: xml.replace('&', '&amp;') }
  // The document in between contains other characters, including parts of ligatures of the first one.
  const [first, , second] = await Promise.all(
    [order, { sheet: invoiceDocument({ note: 'Öö Ää o' }), madeAt }, order].map(renderDocumentPdf),
  )
  if (!first || !second) throw new Error('a PDF is missing')
  expect(first.equals(second)).toBe(true)
  await makePdf({ sheet: statement, madeAt })
  expect(first.equals(await makePdf(order))).toBe(true)

  const pdf = readPdf(first)
  expect(pdf.files).toEqual({ 'factur-x.xml': order.xml })
  expect(pdf.root).toMatch(/\/AF \[\d+ 0 R\][^]*\/OutputIntents \[\d+ 0 R\]/)
  const title = `Rechnung 2026-0147 – ${name}`
  expect([pdf.info('Title'), pdf.info('Author')]).toEqual([title, name])
  const metadata = XmlDocument.fromString(pdf.metadata)
  const names = { dc: 'http://purl.org/dc/elements/1.1/', pdfaid: 'http://www.aiim.org/pdfa/ns/id/' }
  const fx = { fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#' }
  const valueOf = (path: string) => metadata.get(path, { ...names, ...fx })?.content.trim()
  expect(
    [
      '//dc:title',
      '//dc:creator',
      '//pdfaid:part',
      '//pdfaid:conformance',
      '//fx:DocumentFileName',
      '//fx:ConformanceLevel',
    ].map(valueOf),
  ).toEqual([title, name, '3', 'B', 'factur-x.xml', 'EN 16931'])
  metadata.dispose()
})

test('all fonts are embedded, and text in many scripts can be copied from the page @slow', async () => {
  const { pages, fonts } = await read(
    invoiceDocument({ buyer: { name: 'Łukasz ő Ελένη Мария' }, lines: [documentLine({ text: '→ שלום 日本' })] }),
  )
  expect(fonts.length).toBeGreaterThan(3)
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  expect(pages[0]?.replace(/ /g, '')).toContain('ŁukaszőΕλένηМария')
  // No font contains Japanese characters. The page shows a note about this; the e-invoice contains the text.
  expect(pages[0]).toContain('[…]')
  expect(pages[0]).toContain(translate('de', 'invoice.page.unknown'))
})

test('Hebrew and Arabic names are drawn in their direction and copied as they are read @slow', async () => {
  const [hebrew, arabic] = ['דוד לוי (Köln)', 'Frau فاطمة الزهراء']
  const { pages, texts, actualTexts } = await read(
    invoiceDocument({ buyer: { name: hebrew }, lines: [documentLine({ text: arabic })] }),
  )
  expect(pages.join()).not.toContain('[…]')
  expect(actualTexts).toEqual(expect.arrayContaining([hebrew, arabic]))
  const xOf = (text: string) => texts[0]?.find((piece) => piece.text === text)?.x ?? Number.NaN
  // The name begins at the right. Each word is drawn from its last letter to its first.
  const order = ['Köln', 'יול', 'דוד'].map(xOf)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(xOf('Frau ')).toBeLessThan(
    Math.min(...(texts[0] ?? []).filter(({ text }) => /\p{Script=Arabic}/u.test(text)).map(({ x }) => x)),
  )
})

test('a payer’s name of 120 letters in two directions is printed within the page, and copied as it is read', async () => {
  const name = 'Praxis Köln דוד לוי '.repeat(6)
  expect(name).toHaveLength(120)
  const { pages, texts, actualTexts } = await read(invoiceDocument({ buyer: { name } }))
  expect(pages.join()).not.toContain('[…]')
  const lines = actualTexts.filter((text) => text.includes('דוד'))
  expect(lines.join(' ').split(/\s+/).join(' ')).toContain(name.trim())
  const right = 595.28 - (20 * 72) / 25.4
  for (const { x } of texts[0] ?? []) expect(x).toBeLessThan(right)
})

test.each(languages)(
  'an invoice in %s says what was billed, when to pay and that late fees may apply [9.01] @slow',
  async (language) => {
    const t = (key: string, params?: Record<string, string>) => translate(language, `invoice.page.${key}`, params)
    const text = (
      await textOf(invoiceDocument({ language, lateFees: true, lines: [documentLine({ minutes: 50 })] }))
    ).replace(/\s+/g, ' ')
    for (const key of [
      'invoice',
      'issued',
      'due',
      'date',
      'service',
      'duration',
      'amount',
      'subtotal',
      'total',
      'lateFees',
      'scan',
    ])
      expect(text).toContain(t(key))
    expect(text).toContain(t('payable', { days: '14' }).replace(/\s+/g, ' '))
    expect(text).toContain('§ 4 Nr. 14 UStG')
    expect(text).toMatch(/80[.,]00/)
    if (language === 'en') {
      expect(text).toContain('Payable within 14 days of the invoice date')
      expect(text).toContain('Late fees may apply')
    }
  },
)

test('the sentence about late fees and the diagnosis are printed only where the sheet has them @slow', async () => {
  const plain = await textOf(invoiceDocument({ language: 'en', dueDays: 0 }))
  expect(plain).toContain('Payable on receipt.')
  expect(plain).not.toMatch(/Late fees|Diagnosis/)
  expect(await textOf(invoiceDocument({ language: 'en', diagnosis: 'F33.1' }))).toContain('Diagnosis: F33.1')
})

test('40 lines continue on further pages with head, title and page number, and the last line stays with the sums @slow', async () => {
  const lines = Array.from({ length: 40 }, (_, index) =>
    documentLine({
      text: `Sitzung ${index + 1} Psychotherapievereinbarungsdurchführungsbestimmungsverordnungsentwurf`,
      place: index % 2 ? 'Praxis' : 'Video',
      factorMilli: 3500,
      factorReason: 'Besonderer Zeitaufwand',
    }),
  )
  const { pages } = await read(invoiceDocument({ lines }))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Seite ${index + 1} von ${pages.length}`)
    expect(page).toContain('Leistung')
    if (index) expect(page).toContain('Praxis Lindqvist Rechnung 2026-0147')
  }
  expect(pages.join('\n').match(/Sitzung \d+/g)).toEqual(lines.map((_, index) => `Sitzung ${index + 1}`))
  expect(pages.at(-1)).toMatch(/Sitzung 40[^]*Gesamtbetrag/)
  expect(pages[0]).toMatch(/3,5[^]*Begründung des Faktors: Besonderer/)
})

test('rates of tax, a discount and a part of a unit are listed with the sums of each rate @slow', async () => {
  const lines = [
    documentLine({ ...lineTaxes.S, priceMinor: '25000' }),
    documentLine({ ...lineTaxes.S, taxRateBp: 700, priceMinor: '3000', quantityMilli: 333 }),
    documentLine({ ...lineTaxes.S, priceMinor: '5000', quantityMilli: -1000, text: 'Rabatt' }),
  ]
  const text = await textOf(invoiceDocument({ lines }))
  expect(text).toContain('0,333')
  expect(text).toContain('−50,00')
  expect(text).toMatch(/19\s%\sUSt\. auf 200,00\s€ 38,00/)
  expect(text).toMatch(/7\s%\sUSt\. auf 9,99\s€ 0,70/)
  const outside = await textOf(invoiceDocument({ lines: [documentLine(lineTaxes.O)] }))
  expect(outside).toContain('Nicht steuerbar: Schadensersatz')
})

test('columns that leave no room for the text become its details', async () => {
  const line = { code: 'GOP 870 analog', factorMilli: 3500, minutes: 50, quantityMilli: 333, priceMinor: '123456789' }
  const lines = [documentLine(line), documentLine({ ...line, ...lineTaxes.S })]
  const { pages } = await read(invoiceDocument({ lines }))
  expect(pages).toHaveLength(1)
  expect(pages[0]).toMatch(/Datum Ziffer Leistung Dauer USt\. Betrag/)
  expect(pages[0]?.replace(/\s+/g, ' ')).toContain('Faktor: 3,5 · Menge: 0,333 · Einzelpreis: 1.234.567,89')
})

test('the QR code on the page is that of the transfer, and only an invoice in euros to an IBAN has one @slow', async () => {
  const { rectangles } = await read(invoiceDocument())
  const transfer = { name: bank.accountName, iban: bank.iban, bic: bank.bic, currency: 'EUR', minor: 8000n }
  const text = epcPaymentText({ ...transfer, reference: '2026-0147' }) ?? ''
  const { data, size } = qrcode.create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, row) => [...data.subarray(row * size, (row + 1) * size)])
  expect(drawnCode(rectangles[0] ?? [])).toEqual(rows)
  const others = [invoiceDocument({ currency: 'CHF' }), invoiceDocument({ bank: { iban: '', accountNumber: '12' } })]
  for (const sheet of others) expect((await read(sheet)).rectangles).toEqual([[]])
})

test('an account without a name is that of the business, on the page and in the QR code', () => {
  const { payment } = invoiceContent(invoiceDocument({ bank: { accountName: '', bankName: '' } }))
  expect(payment?.rows[0]).toEqual({ label: 'Konto', value: 'Praxis Lindqvist' })
  expect(payment?.qr?.split('\n')[5]).toBe('Praxis Lindqvist')
})

test('an invoice of the United States is on Letter, in American dates and dollars, with subtotal and no tax', async () => {
  const sheet = invoiceDocument({
    language: 'en',
    paper: 'Letter',
    currency: 'USD',
    seller: { country: 'US', city: 'Boston', region: 'MA', postalCode: '02110', npi: '1234567893' },
    bank: { iban: '', bic: '', routingNumber: '011000015', accountNumber: '000123' },
    lines: [documentLine({ ...lineTaxes.O, exemptReason: '' })],
  })
  const pdf = await makePdf({ sheet, madeAt })
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 612 792]')
  const text = readPdf(pdf).pages[0]
  for (const part of [
    'November 20, 2026',
    'Subtotal',
    'No tax',
    '$0.00',
    '$80.00',
    'Boston, MA 02110',
    'NPI 1234567893',
    '011000015',
    'GERMANY',
  ])
    expect(text).toContain(part)
  expect(text?.match(/\$80\.00/g)).toHaveLength(4)
  expect(text).not.toContain('VAT')
})

test.each(['US', 'DE', 'CH', 'FR'])('in %s the subtotal and the tax are shown, also where there is none', (country) => {
  for (const tax of [lineTaxes.O, { ...lineTaxes.O, exemptReason: '' }, lineTaxes.E, lineTaxes.Z, lineTaxes.S]) {
    const sheet = invoiceDocument({ language: 'en', seller: { country }, lines: [documentLine(tax)] })
    const [first, second, third] = invoiceContent(sheet).tables[0]?.sums ?? []
    expect([first?.label, third?.label]).toEqual(['Subtotal', 'Total'])
    expect(second?.label).toMatch(/tax/i)
  }
})

test('a credit note names the invoice, and asks for no payment', async () => {
  const corrects = { number: '2026-0100', issuedOn: '2026-10-01' }
  const { pages, rectangles } = await read(
    invoiceDocument({ language: 'en', kind: 'credit-note', number: '2026-0148', dueOn: null, corrects }),
  )
  expect(pages[0]).toContain('This credit note corrects invoice 2026-0100 dated 1 October 2026.')
  expect(pages[0]).not.toMatch(/Payable|IBAN/)
  expect(rectangles).toEqual([[]])
})

test('the longest texts of business and payer are printed one below the other, and usual ones where the window is @slow', async () => {
  const long = (length: number) => 'Praxisgemeinschaft '.repeat(30).slice(0, length)
  const placesOf = async (changes: Parameters<typeof invoiceDocument>[0]) => {
    const [page = []] = readPdf(await makePdf({ sheet: invoiceDocument(changes), madeAt })).texts
    return page.filter(({ x }) => Math.abs(x - (25 * 72) / 25.4) < 0.1)
  }
  const usual = await placesOf({})
  const party = { name: long(120), street: long(200), city: long(100), region: long(100) }
  const seller = { ...party, person: long(100), taxId: '1'.repeat(40), vatId: 'DE'.repeat(20), license: long(60) }
  const places = await placesOf({ seller, buyer: { ...party, name: long(200) } })
  const heights = places.map(({ y }) => y)
  expect(heights).toEqual(heights.toSorted((one, other) => other - one))
  const steps = heights.slice(1).map((y, index) => (heights[index] ?? 0) - y)
  expect(Math.min(...steps)).toBeGreaterThan(6)
  const addressAt = usual.find(({ text }) => text === 'Ana Ruiz')?.y ?? 0
  expect(((841.89 - addressAt) * 25.4) / 72).toBeCloseTo(63 + 3.6, 0)
})

test('six lines of an address lie within the window of DIN 5008 form B', async () => {
  const buyer = { name: 'Landesbeihilfestelle für Beamte '.repeat(3), street: 'Alte Wassermühle '.repeat(4) }
  const [page = []] = readPdf(await makePdf({ sheet: invoiceDocument({ buyer }), madeAt })).texts
  const baselines = page.map(({ x, y, text }) => ({ x, text, mm: ((841.89 - y) * 25.4) / 72 }))
  const address = baselines.filter(({ x, mm }) => Math.abs(x - (25 * 72) / 25.4) < 0.1 && mm > 62 && mm < 96)
  expect(address).toHaveLength(6)
  for (const { mm } of address) {
    expect(mm).toBeGreaterThan(62.7)
    expect(mm).toBeLessThan(90)
  }
})

test('a logo is printed @slow', async () => {
  const { default: sharp } = await import('sharp')
  const logo = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#2f6b62' } })
    .png()
    .toBuffer()
  const text = (await renderDocumentPdf({ sheet: invoiceDocument(), madeAt, logo })).toString('latin1')
  expect(text).toMatch(/\/Subtype \/Image[^]*\/Width 90/)
})

test('a receipt, the three reminders and a statement of a year have the same layout @slow', async () => {
  const paid = await textOf(receipt)
  expect(paid).toContain('Invoice 2026-0147 dated 20 November 2026 is paid in full.')
  expect(paid).toMatch(/Cash €70\.00\ndesk\nInvoice total €80\.00\nCredited −€10\.00\nPaid €70\.00/)
  const reminders = await Promise.all(([1, 2, 3] as const).map((step) => textOf({ ...reminder, step })))
  expect(reminders.map((text) => /(?:P|Second p|Final p)ayment reminder/.exec(text)?.[0])).toEqual([
    'Payment reminder',
    'Second payment reminder',
    'Final payment reminder',
  ])
  for (const text of reminders)
    expect(text).toMatch(/€50\.00 is still open[^]*3 January 2027[^]*Amount to pay\n€50\.00/)
  const year = await textOf(statement)
  expect(year).toMatch(
    /−€10\.00\nTo AOK Nordost\nBilled in 2026 €70\.00[^]*Online payment €20\.00\nPaid in 2026 €20\.00/,
  )
})

test('a document that cannot be made is an error, and the next one is made @slow', async () => {
  const sheet = invoiceDocument()
  await expect(renderDocumentPdf({ sheet, madeAt, logo: Buffer.from('no picture') })).rejects.toThrow(
    'the PDF was not made',
  )
  expect((await renderDocumentPdf({ sheet, madeAt })).subarray(0, 8).toString()).toBe('%PDF-1.7')
})
