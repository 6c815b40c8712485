import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'

/**
 * The reasons why a number cannot receive texts. `not-a-number`: it is not a phone number, or its country is unknown. `not-mobile`: it is not a
 * mobile number of its country. `country`: the practice sends no texts to its country.
 */
export const numberProblems = ['not-a-number', 'not-mobile', 'country'] as const
export type NumberProblem = (typeof numberProblems)[number]

type CheckedNumber = { number: string; country: string } | { problem: NumberProblem }

/** Matches the plus sign of an international number, including the full-width one. */
const international = /^[+\uFF0B]/
const longestNumber = 40

/**
 * Parses a typed phone number. `home` (ISO 3166-1 alpha-2) is the country of numbers without a country code, if known. Returns the number in E.164
 * and its country, or the problem. Only mobile numbers are valid; landlines are not.
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
