import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'

/**
 * Why a number cannot receive texts. `not-a-number`: no phone number, or the country is missing. `not-mobile`: the number plan of its
 * country has no such mobile number. `country`: the practice sends no texts to this country.
 */
export const numberProblems = ['not-a-number', 'not-mobile', 'country'] as const
export type NumberProblem = (typeof numberProblems)[number]

type CheckedNumber = { number: string; country: string } | { problem: NumberProblem }

/** A plus sign, also a full-width one, begins an international number. */
const international = /^[+\uFF0B]/
const longestNumber = 40

/**
 * Checks a phone number as a person wrote it, with spaces and punctuation. A number without a country code belongs to `home`, an ISO 3166-1
 * alpha-2 code, where that is known. Returns the number in E.164 and its country. The data contains mobile numbers only, so that a landline
 * is no valid number.
 */
export function checkTextNumber(
  written: string,
  { countries, home }: { countries: readonly string[]; home: string | null },
): CheckedNumber {
  const text = written.trim().replace(/^00/, '+')
  if (text.length > longestNumber || (!international.test(text) && home === null)) return { problem: 'not-a-number' }
  const parsed = parsePhoneNumberFromString(text, {
    ...(home && { defaultCountry: home as CountryCode }),
    extract: false,
  })
  if (!parsed?.isPossible() || parsed.ext) return { problem: 'not-a-number' }
  if (!parsed.isValid() || !parsed.country) return { problem: 'not-mobile' }
  if (!countries.includes(parsed.country)) return { problem: 'country' }
  return { number: parsed.number, country: parsed.country }
}
