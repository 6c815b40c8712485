import { currencyDigits, isInvoiceCurrency, parseAmount } from '@attune/contract/common/money/money'
import { parseDate } from '@attune/contract/common/csv/text-table'
import type { BankMapping } from '@attune/contract/features/billing/payment/payment.bank-file.rules'

/**
 * Returns an amount of a bank in minor units, without its sign; null if it is none. `1234.5` of XML and `1.234,50` of a
 * table are understood; `decimal` decides what 1.234 is.
 */
export function bankAmount(typed: string, currency: string, decimal: BankMapping['decimal']): bigint | null {
  if (!isInvoiceCurrency(currency)) return null
  const digits = currencyDigits(currency)
  // Banks write more digits than the currency has, such as 95.000.
  const plain = typed.trim().replace(new RegExp(`^(\\d+\\.\\d{${digits}})0+$`), '$1')
  const minor = parseAmount(decimal === 'point' ? plain : typed, decimal === 'point' ? 'en' : 'de', digits)
  return minor !== null && minor >= 0n ? minor : null
}

const debit = /^(s|soll|d|db|dr|dbit|debit|débit|debe|cargo|belastung|lastschrift|ausgang|out|-)$/i

/** Separates the sign of an amount: in front, at its end, as a letter behind it (`80,50 S`, `80.50 DR`) or in a column of its own. */
export function signedAmount(typed: string, direction: string): { sign: 1 | -1; number: string } {
  const [, before = '', number = '', after = ''] =
    /^([-−+]?)\s*(.*?)\s*([-−+]|[HS]|CR|DR|[CD])?$/su.exec(typed.replace(/\b[A-Z]{3}\b|\p{Sc}/gu, '').trim()) ?? []
  const isDebit = /^[-−]/.test(before) || /^[-−SD]/.test(after) || debit.test(direction.trim())
  return { sign: isDebit ? -1 : 1, number }
}

/** Returns a date of a bank as `YYYY-MM-DD`; null if it is none. Understands years of two digits and `20261122`. */
export function bankDay(typed: string, order: BankMapping['dayOrder']): string | null {
  return parseDate(wholeDate(typed), order)
}

/** Writes a date in the form that `parseDate` understands. */
export const wholeDate = (typed: string) =>
  typed
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replace(/^(\d{1,2}[-/.]\d{1,2}[-/.]\d{4})[T ].*$/, '$1')
    .replace(/^(\d{1,2}[-/.]\d{1,2}[-/.])(\d{2})$/, '$120$2')
