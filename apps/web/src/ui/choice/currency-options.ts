import { isInvoiceCurrency } from '@attune/contract/common/money/money'

/** Returns the currencies that invoices can have, with their names in a language, sorted by code. */
export function currencyOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter(isInvoiceCurrency)
    .map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }))
}
