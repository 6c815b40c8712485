import type { EnteredBusiness } from './business.ts'
import { getCountrySpecifications, isValidBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools'

/** The reason why an IBAN is invalid: an unknown country, a length or characters that are wrong for its country, or wrong check digits. */
export type IbanProblem = 'country' | 'length' | 'check-digits'

/** Normalizes an IBAN or BIC: capitals, without spaces and punctuation. */
export const plainBankCode = (typed: string) => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** Formats an IBAN in groups of four. */
export const groupedIban = (iban: string) => plainBankCode(iban).replace(/(.{4})(?=.)/gu, '$1 ')

/** Returns the problem with an IBAN; null for a valid one and for an empty text. Accepts spaces and lower case. */
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

/** Whether bank accounts in a country have an IBAN rather than a routing and account number. True if the country is unknown. */
export const usesIban = (country: string | null) =>
  country === null || getCountrySpecifications()[country]?.IBANRegistry === true

/** Whether a text is empty or a US routing number: nine digits, the last of which is a check digit. Ignores spaces and hyphens. */
export function isUsRoutingNumber(typed: string): boolean {
  const number = typed.replace(/[\s-]/g, '')
  if (number === '') return true
  if (!/^\d{9}$/.test(number)) return false
  const weights = [3, 7, 1]
  const sum = Array.from(number, (digit, at) => Number(digit) * (weights[at % 3] ?? 0)).reduce((a, b) => a + b, 0)
  return sum % 10 === 0
}

/**
 * Returns the settings without those that do not apply in the business's country: account numbers of the other type, professional identifiers of
 * other countries, the VAT ID in the United States, the terms of late payment and the sole trader status outside France, and the withholding outside
 * Spain.
 */
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
    latePenaltyBp: fields.country === 'FR' ? fields.latePenaltyBp : null,
    earlyPayment: isIn('FR', fields.earlyPayment),
    isSoleTrader: fields.country === 'FR' && fields.isSoleTrader,
    withholdingBp: fields.country === 'ES' ? fields.withholdingBp : 0,
    withholdingFrom: fields.country === 'ES' ? fields.withholdingFrom : null,
    iban: hasIban ? fields.iban : '',
    routingNumber: hasIban ? '' : fields.routingNumber,
    accountNumber: hasIban ? '' : fields.accountNumber,
  }
}
