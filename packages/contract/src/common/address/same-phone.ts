import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** The minimum number of digits of a number that is compared. */
const fewestDigits = 6

/**
 * Whether two written phone numbers can be the same. A number with a plus sign or a leading zero is complete, so it equals another complete number
 * only in all digits, apart from the country code. Any other number may lack its area code, so it is compared with the end of the other number.
 */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  const [shortA, shortB] = [a, b].map((digits) => digits.replace(/^\+?0*/, '')) as [string, string]
  if (shortA.length < fewestDigits || shortB.length < fewestDigits) return false
  if (a === b || isSameInCountryOf(a, b) || isSameInCountryOf(b, a)) return true
  const isComplete = /^[+0]/
  if (isComplete.test(a) && isComplete.test(b)) return false
  return shortA.endsWith(shortB) || shortB.endsWith(shortA)
}

/** Returns the digits of a number, with a plus sign before an international one. */
const digitsOf = (written: string): string =>
  written
    .replace(/\uFF0B/g, '+')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/(?!^)\+/g, '')

/** Whether `other` is the international number `one`, if it is written as people dial it in the country of `one`. */
function isSameInCountryOf(one: string, other: string): boolean {
  const known = one.startsWith('+') ? parsePhoneNumberFromString(one, { extract: false }) : undefined
  if (!known) return false
  const country = { defaultCallingCode: known.countryCallingCode, extract: false } as const
  return parsePhoneNumberFromString(other, country)?.number === known.number
}
