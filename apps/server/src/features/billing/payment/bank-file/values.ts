import { currencyDigits, isInvoiceCurrency, parseAmount } from '@attune/contract/common/money/money'
import { parseDate } from '@attune/contract/common/csv/text-table'
import type { BankMapping } from '@attune/contract/features/billing/payment/payment.bank-file.rules'

/**
 * Parses a bank's amount in minor units without its sign; null if it is not an amount. Accepts `1234.5` (XML) and `1.234,50` (tables); `decimal`
 * decides what 1.234 means.
 */
export function bankAmount(typed: string, currency: string, decimal: BankMapping['decimal']): bigint | null {
  if (!isInvoiceCurrency(currency)) return null
  const digits = currencyDigits(currency)
  // Banks write more decimals than the currency has, such as 95.000.
  const plain = typed.trim().replace(new RegExp(`^(\\d+\\.\\d{${digits}})0+$`), '$1')
  const minor = parseAmount(decimal === 'point' ? plain : typed, decimal === 'point' ? 'en' : 'de', digits)
  return minor !== null && minor >= 0n ? minor : null
}

const debit = /^(s|soll|d|db|dr|dbit|debit|débit|debe|cargo|belastung|lastschrift|ausgang|out|-)$/i

/** Separates the sign of an amount: a leading or trailing sign, a trailing letter (`80,50 S`, `80.50 DR`), or a separate column. */
export function signedAmount(typed: string, direction: string): { sign: 1 | -1; number: string } {
  const [, before = '', number = '', after = ''] =
    /^([-−+]?)\s*(.*?)\s*([-−+]|[HS]|CR|DR|[CD])?$/su.exec(typed.replace(/\b[A-Z]{3}\b|\p{Sc}/gu, '').trim()) ?? []
  const isDebit = /^[-−]/.test(before) || /^[-−SD]/.test(after) || debit.test(direction.trim())
  return { sign: isDebit ? -1 : 1, number }
}

/** Parses a bank's date as `YYYY-MM-DD`; null if it is not a date. Accepts two-digit years and `20261122`. */
export function bankDay(typed: string, order: BankMapping['dayOrder']): string | null {
  return parseDate(wholeDate(typed), order)
}

/** Converts a date to a format that `parseDate` accepts. */
export const wholeDate = (typed: string) =>
  typed
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replace(/^(\d{1,2}[-/.]\d{1,2}[-/.]\d{4})[T ].*$/, '$1')
    .replace(/^(\d{1,2}[-/.]\d{1,2}[-/.])(\d{2})$/, '$120$2')
