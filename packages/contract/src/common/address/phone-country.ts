import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** Returns the country of a mobile number in E.164 (ISO 3166-1 alpha-2); null if it is no mobile number. */
export function countryOfNumber(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, { extract: false })
  return parsed?.isValid() ? (parsed.country ?? null) : null
}
