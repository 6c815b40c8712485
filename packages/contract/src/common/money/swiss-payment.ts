import { decimal } from './money.ts'

export type SwissParty = { name: string; street: string; postalCode: string; city: string; country: string }

export type SwissPayment = {
  iban: string
  creditor: SwissParty
  debtor: SwissParty
  currency: string
  /** The amount in minor units of the currency. */
  minor: bigint
  /** The text for the recipient: the number of the invoice. */
  message: string
}

const longest = { name: 70, street: 70, building: 16, postalCode: 16, city: 35, message: 140 }
const cut = (text: string, length: number) => [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('')
/** The characters that the code may contain: Latin letters with and without diacritics, digits and punctuation. */
const isLatin = (text: string) => /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/.test(text)

/** Splits a street into its name and the number of the building at its end. */
function partsOfStreet(street: string): [name: string, building: string] {
  const [, name = street, building = ''] = /^(.*\D)[\s,]+(\d+\s?[a-zA-Z]?)$/.exec(street.trim()) ?? []
  return [cut(name, longest.street), cut(building, longest.building)]
}

const linesOfParty = ({ name, street, postalCode, city, country }: SwissParty): string[] => [
  'S',
  cut(name, longest.name),
  ...partsOfStreet(street),
  cut(postalCode, longest.postalCode),
  cut(city, longest.city),
  country,
]
const isComplete = ({ name, postalCode, city, country }: SwissParty) =>
  [name, postalCode, city, country].every((part) => part.trim() !== '')
const noParty = Array.from({ length: 7 }, () => '')

/** Whether an IBAN is a QR-IBAN, whose bank number is between 30000 and 31999. It needs a QR reference, which Attune does not make. */
const isQrIban = (iban: string) => /^(CH|LI)\d\d3[01]/.test(iban)

/**
 * Returns the text of a Swiss QR code (Swiss Implementation Guidelines QR-bill, version 2.1 of SIX at fdocuments.us and its types in
 * pkg.go.dev/github.com/stapelberg/qrbill, read on 27 November 2026): structured addresses, no reference, and the number as message. Returns null if
 * no such code exists for the payment: a currency other than CHF and EUR, an account outside Switzerland and Liechtenstein, a QR-IBAN, a creditor
 * without name, postal code, city or country, an amount that is not between 0.01 and 999,999,999.99, or a text with characters that the code cannot
 * contain.
 */
export function swissPaymentText({ iban, creditor, debtor, currency, minor, message }: SwissPayment): string | null {
  const account = iban.replace(/\s/g, '').toUpperCase()
  const fits = ['CHF', 'EUR'].includes(currency) && /^(CH|LI)\w{19}$/.test(account) && !isQrIban(account)
  if (!fits || minor <= 0n || minor > 99_999_999_999n || !isComplete(creditor)) return null
  const head = ['SPC', '0200', '1', account]
  const amount = [decimal(minor, 2), currency]
  const payer = isComplete(debtor) ? linesOfParty(debtor) : noParty
  const end = ['NON', '', cut(message, longest.message), 'EPD']
  const text = [...head, ...linesOfParty(creditor), ...noParty, ...amount, ...payer, ...end]
  return text.every(isLatin) ? text.join('\n') : null
}
