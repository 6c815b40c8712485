import { shiftDay } from '@attune/contract/common/time/time'
import { lineNet, totals, type TaxCategory } from '@attune/contract/common/money/money'
import type { InvoiceDocument, InvoiceDocumentLine } from '@attune/contract/features/billing/invoice/invoice.document'
import fc from 'fast-check'

type Line = Partial<InvoiceDocumentLine>

/** Returns a line of 80.00 that is exempt as therapy. */
export function documentLine(changes: Line = {}): InvoiceDocumentLine {
  const line: InvoiceDocumentLine = {
    serviceOn: '2026-11-02',
    serviceTime: '10:00',
    minutes: 50,
    code: '',
    text: 'Psychotherapy',
    factorMilli: null,
    factorReason: '',
    place: '',
    quantityMilli: 1000,
    priceMinor: '8000',
    netMinor: '0',
    taxCategory: 'E',
    taxRateBp: 0,
    exemptCode: 'VATEX-EU-132-1C',
    exemptReason: '§ 4 Nr. 14 UStG',
    ...changes,
  }
  return { ...line, netMinor: String(lineNet(BigInt(line.priceMinor), BigInt(line.quantityMilli))) }
}

/** The tax of a line for each category. */
export const lineTaxes = {
  S: { taxCategory: 'S', taxRateBp: 1900, exemptCode: '', exemptReason: '' },
  E: { taxCategory: 'E', taxRateBp: 0, exemptCode: 'VATEX-EU-132-1C', exemptReason: '§ 4 Nr. 14 UStG' },
  Z: { taxCategory: 'Z', taxRateBp: 0, exemptCode: '', exemptReason: '' },
  O: { taxCategory: 'O', taxRateBp: 0, exemptCode: 'VATEX-EU-O', exemptReason: 'Schadensersatz' },
  AE: {
    taxCategory: 'AE',
    taxRateBp: 0,
    exemptCode: 'VATEX-EU-AE',
    exemptReason: 'Steuerschuldnerschaft des Leistungsempfängers',
  },
} satisfies Record<TaxCategory, Line>

/** Returns an issued invoice of a practice in Berlin with its sums. For a credit note, `before` are the lines that were credited earlier. */
export function invoiceDocument(
  changes: Partial<Omit<InvoiceDocument, 'seller' | 'buyer' | 'bank'>> & {
    seller?: Partial<InvoiceDocument['seller']>
    buyer?: Partial<InvoiceDocument['buyer']>
    bank?: Partial<InvoiceDocument['bank']>
  } = {},
  before: InvoiceDocumentLine[] = [],
): InvoiceDocument {
  const lines = changes.lines ?? [documentLine()]
  const exact = (some: InvoiceDocumentLine[]) => some.map((line) => ({ ...line, netMinor: BigInt(line.netMinor) }))
  const { taxes, netMinor, taxMinor, grossMinor } = totals(exact(lines), exact(before))
  const reasonOf = (category: TaxCategory) => lines.find((line) => line.taxCategory === category)
  return {
    version: 1,
    kind: 'invoice',
    number: '2026-0147',
    issuedOn: '2026-11-20',
    dueOn: '2026-12-04',
    currency: 'EUR',
    language: 'de',
    paper: 'A4',
    person: null,
    taxes: taxes.map(({ category, rateBp, netMinor: net, taxMinor: tax }) => ({
      category,
      rateBp,
      netMinor: String(net),
      taxMinor: String(tax),
      reason: reasonOf(category)?.exemptReason ?? '',
      reasonCode: reasonOf(category)?.exemptCode ?? '',
    })),
    netMinor: String(netMinor),
    taxMinor: String(taxMinor),
    grossMinor: String(grossMinor),
    dueDays: 14,
    lateFees: false,
    footer: '',
    note: '',
    diagnosis: null,
    corrects: null,
    ...changes,
    lines,
    seller: {
      name: 'Praxis Lindqvist',
      person: 'Dr. Nora Lindqvist',
      street: 'Lindenstraße 5',
      postalCode: '10969',
      city: 'Berlin',
      region: '',
      country: 'DE',
      phone: '+49 30 1234567',
      email: 'praxis@example.org',
      taxId: '12/345/67890',
      vatId: '',
      siret: '',
      rpps: '',
      npi: '',
      license: '',
      logoSha: null,
      ...changes.seller,
    },
    buyer: {
      kind: 'client',
      name: 'Ana Ruiz',
      street: 'Hauptstraße 6',
      postalCode: '10827',
      city: 'Berlin',
      region: '',
      country: 'DE',
      email: 'ana@example.org',
      reference: '',
      buyerReference: '',
      ...changes.buyer,
    },
    bank: {
      bankName: 'GLS',
      accountName: 'Nora Lindqvist',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      routingNumber: '',
      accountNumber: '',
      ...changes.bank,
    },
  }
}

const difficultTexts = [
  '<b>"&\'</b>',
  'a\u0000\u0007\u001fb',
  'x\ufffey\uffff',
  'lone \ud800 half',
  '🙂 שלום',
  'Ł ő 日本',
  ']]>',
  ' x ',
]
const anyText = fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.constantFrom(...difficultTexts))
/** Generates a text with at least one character that XML can contain. */
const shownText = anyText.map((text) => `${text}x`)
const optional = (some: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), some)
const day = fc.integer({ min: 0, max: 700 }).map((days) => shiftDay('2026-01-01', days))

const randomLine = (category: TaxCategory) =>
  fc
    .record({
      serviceOn: fc.option(day),
      serviceTime: fc.option(fc.constant('09:30')),
      minutes: fc.option(fc.integer({ min: 1, max: 1440 })),
      code: optional(shownText),
      text: shownText,
      factorMilli: fc.option(fc.integer({ min: 1, max: 10_000 })),
      factorReason: optional(anyText),
      place: optional(anyText),
      quantityMilli: fc.oneof(fc.constantFrom(1000, -1000, 333), fc.integer({ min: 1, max: 100_000 })),
      priceMinor: fc.integer({ min: 0, max: 1_000_000 }).map(String),
      taxRateBp: fc.constantFrom(700, 1900, 2000, 810, 2550),
    })
    .map((line) =>
      documentLine({ ...line, ...lineTaxes[category], ...(category === 'S' && { taxRateBp: line.taxRateBp }) }),
    )

/** Lines of one invoice: all outside VAT, or of any other categories. Reverse charge needs the VAT ids of both parties. */
const randomLines = fc.oneof(
  fc.array(randomLine('O'), { minLength: 1, maxLength: 4 }),
  fc.array(fc.constantFrom<TaxCategory>('S', 'E', 'Z').chain(randomLine), { minLength: 1, maxLength: 12 }),
)

const randomCrossBorderLines = fc.array(fc.constantFrom<TaxCategory>('AE', 'E').chain(randomLine), {
  minLength: 1,
  maxLength: 5,
})

/** Valid documents of European practices, including credit notes of some lines, with texts that XML must escape or omit. */
export const randomInvoiceDocument: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    lines: randomLines,
    reverseCharge: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: randomCrossBorderLines },
    ),
    isCredit: fc.boolean(),
    creditedBefore: fc.nat({ max: 8 }),
    currency: fc.constantFrom('EUR', 'CHF', 'GBP'),
    language: fc.constantFrom('en', 'de', 'fr', 'es'),
    dueDays: fc.integer({ min: 0, max: 120 }),
    issuedOn: day,
    person: fc.option(shownText),
    note: optional(anyText),
    diagnosis: fc.option(fc.constant('F33.1 secret')),
    seller: fc.record({
      name: shownText,
      person: optional(shownText),
      region: optional(shownText),
      siret: fc.constantFrom('', '12345678901234'),
      ids: fc.constantFrom(
        { taxId: '12/345', vatId: '' },
        { taxId: '', vatId: 'DE123456789' },
        { taxId: '12/345', vatId: 'DE123456789' },
      ),
      country: fc.constantFrom('DE', 'AT', 'CH', 'FR', 'GB'),
    }),
    buyer: fc.record({
      kind: fc.constantFrom('client' as const, 'contact' as const, 'organization' as const),
      name: shownText,
      street: optional(anyText),
      city: shownText,
      postalCode: shownText,
      country: fc.constantFrom('DE', 'US', 'FR', 'JP'),
      reference: optional(shownText),
      buyerReference: shownText,
    }),
    bank: fc.constantFrom(
      {},
      { iban: '', bic: '' },
      { iban: '', bic: '', accountNumber: '12345678' },
      { accountName: '', bic: '' },
    ),
  })
  .map(({ isCredit, creditedBefore, reverseCharge, lines: atHome, seller: { ids, ...seller }, buyer, ...sheet }) => {
    const lines = reverseCharge ?? atHome
    const start = isCredit ? creditedBefore % lines.length : 0
    return invoiceDocument(
      {
        ...sheet,
        lines: lines.slice(start),
        seller: { ...seller, ...ids, ...(reverseCharge && { country: 'DE', vatId: 'DE136695976' }) },
        buyer: {
          ...buyer,
          ...(reverseCharge && { kind: 'organization' as const, country: 'AT', taxId: 'ATU13585627' }),
        },
        language: sheet.language as InvoiceDocument['language'],
        ...(isCredit && {
          kind: 'credit-note',
          dueOn: null,
          corrects: { number: '2026-0001', issuedOn: '2026-01-31' },
        }),
      },
      lines.slice(0, start),
    )
  })
