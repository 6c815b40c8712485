import type { SessionId } from '@attune/contract/common/ids'
import type {
  DraftContent,
  DraftLine,
  MissingField,
} from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { parseQuantity, quantityText } from '../document/quantity-text.ts'

/** A line in the form. Numbers are texts as typed. An empty optional number is null in the contract. */
export type LineValues = {
  /** Identifies the line while lines are added and removed. */
  key: string
  serviceOn: string
  serviceTime: string
  minutes: string
  code: string
  text: string
  factor: string
  factorReason: string
  place: string
  quantity: string
  /** The price in minor units; empty while it is unknown. */
  priceMinor: string
  /** The tax rate of the line in percent; empty for the tax profile of the business. */
  taxRate: string
  sessionId: SessionId | null
  /** Whether the line is a discount. Its quantity is then -1 and is not shown. */
  isDiscount: boolean
}

export type DraftValues = Omit<DraftContent, 'diagnosis' | 'lines'> & { diagnosis: string; lines: LineValues[] }
/** A field of a line whose text is not a valid number. */
export type UnreadableField = { key: string; field: 'quantity' | 'factor' | 'minutes' | 'taxRate' }

const discountMilli = -1000

const percentText = (bp: number | null, language: string) => (bp === null ? '' : quantityText(bp * 10, language))

export const emptyLine = (part: Partial<LineValues> = {}): LineValues => ({
  key: crypto.randomUUID(),
  serviceOn: '',
  serviceTime: '',
  minutes: '',
  code: '',
  text: '',
  factor: '',
  factorReason: '',
  place: '',
  quantity: '1',
  priceMinor: '',
  taxRate: '',
  sessionId: null,
  isDiscount: false,
  ...part,
})

/** Returns the values of the form for a draft, with numbers in the reader's language. */
export const draftValues = (view: InvoiceView, language: string): DraftValues => ({
  payerId: view.payer.id,
  language: view.language,
  note: view.note,
  reference: view.reference,
  showDiagnosis: view.showDiagnosis,
  diagnosis: view.diagnosis ?? '',
  lines: view.lines.map((line) => ({
    key: String(line.position),
    serviceOn: line.serviceOn ?? '',
    serviceTime: line.serviceTime ?? '',
    minutes: line.minutes === null ? '' : String(line.minutes),
    code: line.code,
    text: line.text,
    factor: line.factorMilli === null ? '' : quantityText(line.factorMilli, language),
    factorReason: line.factorReason,
    place: line.place,
    quantity: quantityText(line.quantityMilli, language),
    priceMinor: line.priceMinor ?? '',
    taxRate: percentText(line.taxRateBp, language),
    sessionId: line.sessionId,
    isDiscount: line.quantityMilli === discountMilli,
  })),
})

/**
 * Parses a typed positive number and returns it in thousandths. Returns null for an empty text, undefined for an invalid number or one above
 * `max`.
 */
function thousandths(typed: string, language: string, max: number): number | null | undefined {
  if (typed.trim() === '') return null
  const found = parseQuantity(typed, language)
  return found === null || found <= 0 || found > max ? undefined : found
}

const wholeNumber = (milli: number | null | undefined) =>
  typeof milli === 'number' ? (milli % 1000 === 0 ? milli / 1000 : undefined) : milli

/**
 * Returns the numbers of a line: quantity and factor in thousandths, the minutes, and the tax rate in hundredths of a percent. An invalid number
 * is undefined.
 */
function lineNumbers(line: LineValues, language: string) {
  const rate = thousandths(line.taxRate, language, 50_000)
  return {
    quantity: line.isDiscount ? discountMilli : (signedQuantity(line.quantity, language) ?? undefined),
    factor: thousandths(line.factor, language, 10_000),
    minutes: wholeNumber(thousandths(line.minutes, language, 1_440_000)),
    taxRate: typeof rate === 'number' ? (rate % 10 === 0 ? rate / 10 : undefined) : rate,
  }
}

/** Parses a typed quantity, which can be negative, and returns it in thousandths; null if it is invalid or 0. */
function signedQuantity(typed: string, language: string): number | null {
  const found = parseQuantity(typed, language)
  return found === null || found === 0 || Math.abs(found) > 100_000_000 ? null : found
}

/** Returns the fields with invalid numbers. A draft with such fields is not saved. */
export const unreadableFields = ({ lines }: DraftValues, language: string): UnreadableField[] =>
  lines.flatMap((line) =>
    Object.entries(lineNumbers(line, language))
      .filter(([, value]) => value === undefined)
      .map(([field]) => ({ key: line.key, field: field as UnreadableField['field'] })),
  )

function lineInput(line: LineValues, language: string): DraftLine {
  const { quantity, factor, minutes, taxRate } = lineNumbers(line, language)
  const { code, text, factorReason, place, sessionId } = line
  return {
    serviceOn: line.serviceOn || null,
    serviceTime: line.serviceTime || null,
    minutes: minutes ?? null,
    code,
    text,
    factorMilli: factor ?? null,
    factorReason,
    place,
    quantityMilli: quantity ?? 1000,
    priceMinor: line.priceMinor || null,
    taxRateBp: taxRate ?? null,
    sessionId,
  }
}

/** Returns the content to save. The form must contain no invalid numbers. */
export const draftInput = (values: DraftValues, language: string): DraftContent => ({
  ...values,
  diagnosis: values.diagnosis.trim() || null,
  lines: values.lines.map((line) => lineInput(line, language)),
})

/** Returns the name of the form element for a missing field, such as `line.0.text`; null if there is none. */
export function elementOf({ of, field, position }: MissingField): string | null {
  if (of === 'line' && position !== null)
    return `line.${position - 1}.${field.startsWith('script.') ? 'text' : (lineFieldNames[field] ?? field)}`
  if (of === 'invoice') return field === 'lines' ? 'addLine' : field
  return null
}

const lineFieldNames: Record<string, string> = {
  quantityMilli: 'quantity',
  factorMilli: 'factor',
  taxRateBp: 'taxRate',
  smallBusinessRate: 'taxRate',
  price: 'priceMinor',
  session: 'text',
}
