import { diagnosisLetters } from '@attune/contract/features/billing/superbill/superbill.rules'
import { type PrintedContent, type PrintedTable, sumAmounts } from './content.ts'
import type { SuperbillDocument } from './documents.ts'
import { type PageTexts, pageTexts } from './texts.ts'

// Insurers in the United States read English, so a superbill is in English regardless of the languages of therapist and client.
const words = {
  title: 'Superbill',
  madeOn: 'Date issued',
  dateOfBirth: 'Date of birth',
  provider: 'Rendering provider',
  license: 'License',
  lead: 'This superbill is an itemized receipt for insurance reimbursement. It is not a bill.',
  diagnoses: 'Diagnoses (ICD-10-CM)',
  services: 'Services',
  pointer: 'Pointer',
  code: 'Code',
  description: 'Description',
  date: 'Date',
  modifiers: 'Mod.',
  place: 'POS',
  pointers: 'Dx',
  minutes: 'Minutes',
  units: 'Units',
  fee: 'Fee',
  paid: 'Paid',
  fees: 'Total fees',
  discount: 'Discount',
  paidInAll: 'Total paid',
  balance: 'Balance due',
  paidByClient: 'The client has paid for these services in full. Please send any reimbursement to the client.',
  paidForClient: 'These services have been paid for in full. Please send any reimbursement to the insured.',
  places: {
    '02': '02 = telehealth, not in the client’s home',
    '10': '10 = telehealth, in the client’s home',
    '11': '11 = office',
  },
} as const

const right = 'right' as const

/**
 * Returns the printed content of a superbill: the client, the rendering provider, the diagnoses, and each service with its codes and paid amount.
 */
export function superbillContent(sheet: SuperbillDocument): PrintedContent {
  const texts = pageTexts(sheet)
  const { day } = texts
  const { provider, lines } = sheet
  const places = [...new Set(lines.map(({ placeOfService }) => placeOfService))].toSorted()
  return {
    title: words.title,
    number: periodOf(lines, texts),
    facts: [
      { label: words.madeOn, value: day(sheet.madeOn) },
      { label: words.dateOfBirth, value: day(sheet.dateOfBirth) },
      { label: words.provider, value: provider.name },
      { label: 'NPI', value: provider.npi },
      { label: 'EIN', value: provider.ein },
      { label: words.license, value: provider.license },
    ],
    lead: [words.lead],
    tables: [diagnosisTable(sheet), paidServiceTable(sheet, texts)],
    after: [
      `Place of service (POS): ${places.map((place) => words.places[place]).join(', ')}.`,
      sheet.payerIsClient ? words.paidByClient : words.paidForClient,
    ],
    payment: null,
  }
}

/** Returns the first and the last day of service, or the only one. */
function periodOf(lines: SuperbillDocument['lines'], { shortDay }: PageTexts): string {
  const days = [lines[0], lines.at(-1)].flatMap((line) => (line ? [shortDay(line.serviceOn)] : []))
  return [...new Set(days)].join(' – ')
}

const diagnosisTable = ({ diagnoses }: SuperbillDocument): PrintedTable => ({
  heading: words.diagnoses,
  columns: [{ label: words.pointer }, { label: words.code }, { label: words.description, isFlexible: true }],
  rows: diagnoses.map(({ code, text }, index) => ({ cells: [diagnosisLetters[index] ?? '', code, text] })),
  sums: [],
})

function paidServiceTable({ lines }: SuperbillDocument, { shortDay, money, thousandths }: PageTexts): PrintedTable {
  const [fees, paid] = [sumAmounts(lines.map((line) => line.feeMinor)), sumAmounts(lines.map((line) => line.paidMinor))]
  return {
    heading: words.services,
    columns: [
      { label: words.date },
      { label: 'CPT' },
      { label: words.modifiers },
      { label: words.place },
      { label: words.pointers },
      { label: words.description, isFlexible: true },
      { label: words.minutes, align: right, foldsAt: 1 },
      { label: words.units, align: right, foldsAt: 2 },
      { label: words.fee, align: right },
      { label: words.paid, align: right },
    ],
    rows: lines.map((line) => ({
      cells: [
        shortDay(line.serviceOn),
        line.code,
        line.modifiers.join(' '),
        line.placeOfService,
        line.diagnoses.join(' '),
        line.text,
        line.minutes === null ? '' : `${line.minutes}`,
        thousandths(line.quantityMilli),
        money(line.feeMinor),
        money(line.paidMinor),
      ],
    })),
    sums: [
      { label: words.fees, value: money(fees) },
      ...(fees > paid ? [{ label: words.discount, value: money(paid - fees) }] : []),
      { label: words.paidInAll, value: money(paid), isTotal: true },
      { label: words.balance, value: money(0n) },
    ],
  }
}
