import type { EnteredBusiness } from './business.ts'
import { getCountrySpecifications, isValidBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools'

/** Why an IBAN is refused: an unknown country, the wrong length or characters for its country, or wrong check digits. */
export type IbanProblem = 'country' | 'length' | 'check-digits'

/** Returns an IBAN or BIC as it is stored: in capitals, without spaces and punctuation. */
export const plainBankCode = (typed: string) => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** Returns why an IBAN is invalid; null for a valid one and for an empty text. Accepts spaces and lower case. */
export function ibanProblem(typed: string): IbanProblem | null {
  const iban = plainBankCode(typed)
  if (iban === '') return null
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return null
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return 'country'
  const hasWrongForm =
    errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength) ||
    errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)
  return hasWrongForm ? 'length' : 'check-digits'
}

/** Whether a text is empty or a SWIFT/BIC of 8 or 11 characters with the code of a country. Accepts spaces and lower case. */
export const isBic = (typed: string) => plainBankCode(typed) === '' || isValidBIC(plainBankCode(typed))

/** Whether accounts in a country have an IBAN. Elsewhere routing and account number replace it. True without a country. */
export const usesIban = (country: string | null) =>
  country === null || getCountrySpecifications()[country]?.IBANRegistry === true

/** Whether a text is empty or a routing number of a US bank: nine digits, of which the last is a check digit. */
export function isUsRoutingNumber(typed: string): boolean {
  const number = typed.replace(/[\s-]/g, '')
  if (number === '') return true
  if (!/^\d{9}$/.test(number)) return false
  const weights = [3, 7, 1]
  const sum = Array.from(number, (digit, at) => Number(digit) * (weights[at % 3] ?? 0)).reduce((a, b) => a + b, 0)
  return sum % 10 === 0
}

/** Returns the settings without what was entered for another country: the other account numbers, and identifiers of professions. */
export function fieldsInCountry(fields: EnteredBusiness): EnteredBusiness {
  const isIn = (code: string, value: string) => (fields.country === code ? value : '')
  const hasIban = usesIban(fields.country)
  return {
    ...fields,
    vatId: fields.country === 'US' ? '' : fields.vatId,
    siret: isIn('FR', fields.siret),
    rpps: isIn('FR', fields.rpps),
    npi: isIn('US', fields.npi),
    license: isIn('US', fields.license),
    iban: hasIban ? fields.iban : '',
    routingNumber: hasIban ? '' : fields.routingNumber,
    accountNumber: hasIban ? '' : fields.accountNumber,
  }
}
