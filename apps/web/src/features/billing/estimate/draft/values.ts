import { estimateLimits, estimateTexts } from '@attune/contract/features/billing/estimate/estimate.rules'
import type {
  EstimateContent,
  EstimateLine,
  MissingEstimateField,
} from '@attune/contract/features/billing/estimate/estimate.schemas'

/** A line in the form. `quantity` is the text as typed; an empty price is unknown. */
export type EstimateLineValues = Omit<EstimateLine, 'quantity' | 'priceMinor'> & {
  /** Identifies the line while lines are added and removed. */
  key: string
  quantity: string
  priceMinor: string
}
export type EstimateValues = Omit<EstimateContent, 'periodFrom' | 'periodUntil' | 'lines'> & {
  periodFrom: string
  periodUntil: string
  lines: EstimateLineValues[]
}

export const emptyEstimateLine = (part: Partial<EstimateLineValues> = {}): EstimateLineValues => ({
  key: crypto.randomUUID(),
  code: '',
  text: '',
  quantity: '1',
  priceMinor: '',
  ...part,
})

/** Returns the values of the form for a draft. */
export const estimateValues = (content: EstimateContent): EstimateValues => ({
  ...content,
  periodFrom: content.periodFrom ?? '',
  periodUntil: content.periodUntil ?? '',
  lines: content.lines.map((line, index) => ({
    ...line,
    key: String(index + 1),
    quantity: String(line.quantity),
    priceMinor: line.priceMinor ?? '',
  })),
})

/** Parses a typed quantity; null unless it is a whole number from 1 to `estimateLimits.quantity`. */
export function parseNumber(typed: string): number | null {
  const number = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return number >= 1 && number <= estimateLimits.quantity ? number : null
}

/** Returns the keys of the lines with an invalid number. A draft with such lines is not saved. */
export const unreadableLines = ({ lines }: EstimateValues): string[] =>
  lines.flatMap(({ key, quantity }) => (parseNumber(quantity) === null ? [key] : []))

/** Returns the content to save. The form must contain no invalid numbers. */
export const estimateInput = ({ periodFrom, periodUntil, lines, ...values }: EstimateValues): EstimateContent => ({
  ...values,
  periodFrom: periodFrom || null,
  periodUntil: periodUntil || null,
  lines: lines.map(({ key: _key, quantity, priceMinor, ...line }) => ({
    ...line,
    quantity: parseNumber(quantity) ?? 1,
    priceMinor: priceMinor || null,
  })),
})

const ownElements: MissingEstimateField['field'][] = ['periodFrom', 'periodUntil', ...estimateTexts]

/** Returns the name of the form element for a missing field, such as `line.0.text`; null if there is none. */
export function elementOfEstimateField({ field, position }: MissingEstimateField): string | null {
  if (position !== null) return `line.${position - 1}.${field === 'price' ? 'priceMinor' : field}`
  if (field === 'lines' || field === 'total') return 'addLine'
  return ownElements.some((one) => one === field) ? field : null
}
