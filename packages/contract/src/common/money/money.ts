/**
 * Amounts of money are integers of a currency's smallest unit, as bigint: 12.50 € is 1250n, 1,250 yen are 1250n. Quantities are in thousandths, tax
 * rates in basis points (19 % is 1900). Contracts and jsonb carry an amount as the string of the integer (`Minor`).
 */

/** Divides two integers and rounds half away from zero, as EN 16931 does. */
export function divRound(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * a + b) / (2n * b)
  return negative ? -quotient : quotient
}

/** Returns the net amount of a line in minor units: price × quantity in thousandths, rounded half away from zero. */
export const lineNet = (priceMinor: bigint, quantityMilli: bigint) => divRound(priceMinor * quantityMilli, 1000n)

/** The categories of VAT that an invoice can have: standard rate, exempt, zero rate, outside VAT, reverse charge. */
export const taxCategories = ['S', 'E', 'Z', 'O', 'AE'] as const
export type TaxCategory = (typeof taxCategories)[number]

type TaxedLine = { netMinor: bigint; taxCategory: TaxCategory; taxRateBp: number }
/** The lines of an invoice with the same category and rate of tax. Amounts are in minor units. */
export type TaxGroup = {
  category: TaxCategory
  /** The tax rate in basis points. */
  rateBp: number
  /** The sum of its lines, without tax. */
  netMinor: bigint
  /** The tax on this sum. */
  taxMinor: bigint
}

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const groupOf = ({ taxCategory, taxRateBp }: TaxedLine) => `${taxCategory}:${taxRateBp}`
const taxOn = (netMinor: bigint, rateBp: number) => divRound(netMinor * BigInt(rateBp), 10_000n)

/**
 * Returns one group per category and rate, in the order of their first appearance. The tax is computed from the sum of a group, never per line
 * (BR-CO-17), and rounded half away from zero. With lines of earlier documents in `before`, the tax of a group is the difference that the new lines
 * make to the rounded tax of all lines. It differs by at most one minor unit from the tax of the new lines alone.
 */
function taxGroups(lines: TaxedLine[], before: TaxedLine[]): TaxGroup[] {
  const earlier = Map.groupBy(before, groupOf)
  return [...Map.groupBy(lines, groupOf)].flatMap(([group, members]) => {
    const [first] = members
    if (!first) return []
    const { taxCategory: category, taxRateBp: rateBp } = first
    const netMinor = sum(members.map((line) => line.netMinor))
    const netBefore = sum((earlier.get(group) ?? []).map((line) => line.netMinor))
    return { category, rateBp, netMinor, taxMinor: taxOn(netBefore + netMinor, rateBp) - taxOn(netBefore, rateBp) }
  })
}

/**
 * Returns the tax groups and the sums of an invoice. The gross amount is always net plus tax. With the lines of earlier credit notes in `before`,
 * returns those of the next credit note, so that all credit notes together add up to the invoice.
 */
export function totals(lines: TaxedLine[], before: TaxedLine[] = []) {
  const taxes = taxGroups(lines, before)
  const netMinor = sum(taxes.map((group) => group.netMinor))
  const taxMinor = sum(taxes.map((group) => group.taxMinor))
  return { taxes, netMinor, taxMinor, grossMinor: netMinor + taxMinor }
}

/** Splits an amount into `parts` amounts that add up to it and differ by at most one minor unit. Those with the larger absolute value come first. */
export function splitEvenly(amount: bigint, parts: number): bigint[] {
  const count = BigInt(parts)
  const rest = amount % count
  const [extra, step] = rest < 0n ? [-rest, -1n] : [rest, 1n]
  return Array.from({ length: parts }, (_, index) => amount / count + (BigInt(index) < extra ? step : 0n))
}

/** Splits a non-negative amount into two that add up to it. The first is `first`, limited to the range from 0 to the amount. */
export function splitAt(amount: bigint, first: bigint): [bigint, bigint] {
  const one = first < 0n ? 0n : first > amount ? amount : first
  return [one, amount - one]
}

/** Formats an amount as a decimal number for XML, banks and `Intl.NumberFormat`: '-1234.50'. With 0 digits: '1250'. */
export function decimal(minor: bigint, digits: number): string {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  const whole = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
  return minor < 0n ? `-${whole}` : whole
}

const digitsOf = new Map<string, number>()

/** Returns the number of decimal digits of a currency: 2 for EUR, 0 for JPY, 3 for KWD. Throws if the code is not three letters. */
export function currencyDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, digits)
  return digits
}

/** Whether invoices can be in a currency: ISO 4217 contains it, and it has 0 or 2 decimal digits. EN 16931 allows no more than 2. */
export const isInvoiceCurrency = (currency: string) =>
  Intl.supportedValuesOf('currency').includes(currency) && [0, 2].includes(currencyDigits(currency))

/** The maximum number of digits of an amount, without the sign. */
const longestAmount = 13
const groupSigns: Record<string, string> = { en: ',', de: '.', es: '.', fr: ' ' }
const grouped = /^(?:\d+|[1-9]\d{0,2}([ .,])\d{3}(?:\1\d{3})*)$/

/** Splits a typed number into its whole and decimal parts, as typed. */
function partsOf(number: string, language: string): [whole: string, fraction: string] {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (last < 0) return [number, '']
  const sign = number.charAt(last)
  const [before, after] = [number.slice(0, last), number.slice(last + 1)]
  // A separator that occurs twice groups thousands. A separator that occurs once groups thousands if it is the group separator of the language and
  // three digits follow. Otherwise it is the decimal separator, so that '80.50' also works in German.
  if (before.includes(sign)) return [number, '']
  if (groupSigns[language] === sign && /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)) return [number, '']
  return [before, after]
}

/**
 * Parses a typed amount and returns it in minor units of a currency with `digits` decimals. Accepts '1.234,56', '1,234.56', '1 234,56' and '1’234.56'
 * in every language, a leading minus and a currency sign. The language decides ambiguous cases: with two decimals, '1.234' is 1234 in German, and
 * invalid in English because it has three. Returns null if the text is not an amount, or has too many decimals or more than 13 digits.
 */
export function parseAmount(text: string, language: string, digits: number): bigint | null {
  const typed = text.replace(/\p{Sc}/gu, '').trim()
  const [, minus = '', number = ''] = /^([-−]?)\s*(.*)$/su.exec(typed.replace(/[\s'’]/g, ' ')) ?? []
  const [whole, fraction] = partsOf(number, language)
  if (!grouped.test(whole || (fraction && '0')) || !/^\d*$/.test(fraction) || fraction.length > digits) return null
  const units = (whole.replace(/\D/g, '') + fraction.padEnd(digits, '0')).replace(/^0+(?=\d)/, '')
  if (units.length > longestAmount) return null
  return minus ? -BigInt(units) : BigInt(units)
}
