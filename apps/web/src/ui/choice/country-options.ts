import { countryCodes } from '@attune/contract/common/address/country'

/** Returns all countries and territories with their names in a language, sorted by name. */
export function addressCountryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
}
