import { decimal, isInvoiceCurrency } from '@attune/contract/common/money/money'

/** Returns a tax rate in basis points as a percentage without the percent sign: '19', '8.1' in English, '8,1' in the other languages. */
export function taxRateText(basisPoints: string | number, language: string): string {
  const percent = decimal(BigInt(basisPoints), 2).replace(/\.?0+$/, '')
  return language === 'en' ? percent : percent.replace('.', ',')
}

/** Returns the currencies that an invoice can have, with their names in a language, sorted by code. */
export function currencyChoices(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const codes = Intl.supportedValuesOf('currency').filter(isInvoiceCurrency)
  return codes.map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }))
}
