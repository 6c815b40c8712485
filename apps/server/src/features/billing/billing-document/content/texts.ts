import { currencyDigits, decimal } from '@attune/contract/common/money/money'
import { documentLocale, documentMoneyLocale } from '@attune/contract/features/billing/invoice/invoice.print.rules'
import { translate } from '../../../../platform/text/translations.ts'
import type { PrintedDocument } from './documents.ts'

const kept = <Value>(make: (key: string) => Value) => {
  const values = new Map<string, Value>()
  return (key: string): Value => {
    const value = values.get(key) ?? make(key)
    values.set(key, value)
    return value
  }
}
// Caches formatters for the life of the process, because creating one is slow.
const longDays = kept((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
const shortDays = kept((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
const numbers = kept((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }))
const percents = kept((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }))
const amounts = kept((key) => {
  const [locale, currency] = key.split(' ')
  return new Intl.NumberFormat(locale, { style: 'currency', currency })
})
const countries = kept((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

/** Writes a negative number with a minus sign, which is as wide as a digit, instead of a hyphen. */
const withMinus = (number: string) => number.replace('-', '−')

/** Returns functions that format the texts, days and amounts of a document in its language. */
export function pageTexts({ language, seller, currency }: Pick<PrintedDocument, 'language' | 'seller' | 'currency'>) {
  const locale = documentLocale(language, seller.country)
  const moneyLocale = documentMoneyLocale(language, seller.country)
  const date = (day: string) => new Date(`${day}T00:00:00Z`)
  return {
    t: (key: string, params: Record<string, string> = {}) => translate(language, `invoice.page.${key}`, params),
    day: (day: string) => longDays(locale).format(date(day)),
    shortDay: (day: string) => shortDays(locale).format(date(day)),
    // Formats a string, because a number would round a large amount.
    money: (minor: bigint | string) =>
      withMinus(
        amounts(`${moneyLocale} ${currency}`).format(
          decimal(BigInt(minor), currencyDigits(currency)) as Intl.StringNumericLiteral,
        ),
      ),
    /** Formats a quantity or a factor that is given in thousandths. */
    thousandths: (milli: number) => withMinus(numbers(locale).format(milli / 1000)),
    /** Formats a rate that is given in basis points. */
    percent: (rateBp: number) => percents(locale).format(rateBp / 10_000),
    country: (code: string) => (code ? (countries(locale).of(code) ?? code) : ''),
  }
}
export type PageTexts = ReturnType<typeof pageTexts>
