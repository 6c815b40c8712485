import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** Returns the country (ISO 3166-1 alpha-2) of a mobile number in E.164 format; null if it is not a valid mobile number or belongs to no country. */
export function countryOfNumber(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, { extract: false })
  return parsed?.isValid() ? (parsed.country ?? null) : null
}
