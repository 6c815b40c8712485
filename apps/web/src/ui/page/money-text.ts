import { currencyDigits, decimal } from '@attune/contract/common/money/money'

const formatters = new Map<string, Intl.NumberFormat>()
function formatter(language: string, currency: string) {
  const key = language + currency
  const known = formatters.get(key)
  if (known) return known
  // British English writes 'US$'; American English writes '$' and the other currencies as British English does.
  const fresh = new Intl.NumberFormat(language === 'en' ? 'en-US' : language, { style: 'currency', currency })
  formatters.set(key, fresh)
  return fresh
}

/**
 * Returns an amount in the reader's language: '€1,234.50' in English, '1.234,50 €' in German. `minor` is the string of
 * an integer in the smallest unit of the currency. Formats a decimal string, so that no digit of a large amount is lost.
 */
export const moneyText = (minor: string, currency: string, language: string) =>
  formatter(language, currency).format(decimal(BigInt(minor), currencyDigits(currency)) as Intl.StringNumericLiteral)
