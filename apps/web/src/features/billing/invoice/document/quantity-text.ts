import { decimal, parseAmount } from '@attune/contract/common/money/money'

const formatters = new Map<string, Intl.NumberFormat>()

/** Returns a number in thousandths in the reader's language: 2300 is '2.3' in English and '2,3' in German. */
export function quantityText(milli: number, language: string): string {
  const known = formatters.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  formatters.set(language, known)
  return known.format(decimal(BigInt(milli), 3) as Intl.StringNumericLiteral)
}

/** Parses a typed number and returns it in thousandths; null if it is not a number with up to three decimals. */
export function parseQuantity(typed: string, language: string): number | null {
  const found = parseAmount(typed, language, 3)
  return found === null ? null : Number(found)
}
