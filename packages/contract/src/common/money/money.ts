/**
 * Amounts of money are integers of a currency's smallest unit, as bigint: 12,50 € is 1250n, 1,250 yen are 1250n.
 * Quantities are in thousandths, tax rates in basis points (19 % is 1900). Contracts and jsonb carry an amount as the
 * string of the integer (`Minor`).
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

/** The categories of VAT that an invoice can have: standard rate, exempt, zero rate, outside VAT. */
export const taxCategories = ['S', 'E', 'Z', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

type TaxedLine = { netMinor: bigint; taxCategory: TaxCategory; taxRateBp: number }
export type TaxGroup = { category: TaxCategory; rateBp: number; netMinor: bigint; taxMinor: bigint }

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const groupOf = ({ taxCategory, taxRateBp }: TaxedLine) => `${taxCategory}:${taxRateBp}`
const taxOn = (netMinor: bigint, rateBp: number) => divRound(netMinor * BigInt(rateBp), 10_000n)

/**
 * Returns one group per category and rate, in the order in which they first appear. The tax of a group is computed
 * from the sum of its lines, never per line (BR-CO-17), and rounded half away from zero. After the lines `before`,
 * which other documents contain, it is what the lines add to the rounded tax of those: at most one minor unit more or
 * less than their own.
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
 * Returns the groups of tax of an invoice, and its sums. The gross amount is always net + tax. With the lines that were
 * credited `before`, they are those of a credit note: all credit notes of an invoice add up to it.
 */
export function totals(lines: TaxedLine[], before: TaxedLine[] = []) {
  const taxes = taxGroups(lines, before)
  const netMinor = sum(taxes.map((group) => group.netMinor))
  const taxMinor = sum(taxes.map((group) => group.taxMinor))
  return { taxes, netMinor, taxMinor, grossMinor: netMinor + taxMinor }
}

/** Splits an amount into `parts` amounts that add up to it and differ by at most one minor unit. The larger ones come first. */
export function splitEvenly(amount: bigint, parts: number): bigint[] {
  const count = BigInt(parts)
  const rest = amount % count
  const [extra, step] = rest < 0n ? [-rest, -1n] : [rest, 1n]
  return Array.from({ length: parts }, (_, index) => amount / count + (BigInt(index) < extra ? step : 0n))
}

/**
 * Splits an amount of at least 0 into two that add up to it: the first is `first`, or the whole amount if `first` is
 * more, or 0 if it is less.
 */
export function splitAt(amount: bigint, first: bigint): [bigint, bigint] {
  const one = first < 0n ? 0n : first > amount ? amount : first
  return [one, amount - one]
}

/** Returns an amount as a decimal number for XML, banks and `Intl.NumberFormat`: '-1234.50', without digits '1250'. */
export function decimal(minor: bigint, digits: number): string {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  const whole = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
  return minor < 0n ? `-${whole}` : whole
}

const digitsOf = new Map<string, number>()

/** Returns the number of decimal digits of a currency: 2 for EUR, 0 for JPY, 3 for KWD. Throws if the code has not three letters. */
export function currencyDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, digits)
  return digits
}

/** Whether invoices can be in a currency: ISO 4217 knows it, and it has 0 or 2 decimal digits. EN 16931 allows no more than 2. */
export const isInvoiceCurrency = (currency: string) =>
  Intl.supportedValuesOf('currency').includes(currency) && [0, 2].includes(currencyDigits(currency))

/** The most digits that an amount has, without its sign. */
const longestAmount = 13
const groupSigns: Record<string, string> = { en: ',', de: '.', es: '.', fr: ' ' }
const grouped = /^(?:\d+|[1-9]\d{0,2}([ .,])\d{3}(?:\1\d{3})*)$/

/** Splits a number that a person typed into its whole and decimal parts, each as it was typed. */
function partsOf(number: string, language: string): [whole: string, fraction: string] {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (last < 0) return [number, '']
  const sign = number.charAt(last)
  const [before, after] = [number.slice(0, last), number.slice(last + 1)]
  // The same sign twice groups thousands. A sign that occurs once groups them if it is the language's sign for that and
  // three digits follow; otherwise it is the decimal sign, so that a German can also type 80.50.
  if (before.includes(sign)) return [number, '']
  if (groupSigns[language] === sign && /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)) return [number, '']
  return [before, after]
}

/**
 * Returns an amount that a person typed in minor units, or null if it is not one. Understands '1.234,56', '1,234.56',
 * '1 234,56' and '1’234.56' in each language, a leading minus and a currency sign. Where a number is ambiguous, the
 * language decides: '1.234' is 1234 in German and refused in English, because it has three decimals.
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
