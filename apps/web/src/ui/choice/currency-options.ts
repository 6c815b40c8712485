import { isInvoiceCurrency } from '@attune/contract/common/money/money'

/** Returns the currencies in which invoices can be, with their names in a language, by code. */
export function currencyOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter(isInvoiceCurrency)
    .map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }))
}
