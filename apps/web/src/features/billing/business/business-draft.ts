import { isEmail } from '@attune/contract/common/text/text'
import { isIntegerWithin } from '@attune/contract/common/numbers'
import type { EnteredBusiness, OwnBusiness } from '@attune/contract/features/billing/business/business'
import {
  ibanProblem,
  isBic,
  isUsRoutingNumber,
  groupedIban,
} from '@attune/contract/features/billing/business/business.numbers'
import {
  businessLimits,
  taxProfileKeyOf,
  unsupportedCountries,
} from '@attune/contract/features/billing/business/business.rules'

type NumberField = 'dueDays' | 'firstNumber' | 'taxRateBp'

/** The settings while they are edited, with the version on which they are based. A number is null while its field is empty. */
export type BusinessDraft = Omit<EnteredBusiness, NumberField> &
  Record<NumberField, number | null> & { version: number }

/** The problem of a field, as a key below `problem`. */
export type BusinessFieldProblem =
  | 'email'
  | 'iban.country'
  | 'iban.length'
  | 'iban.check-digits'
  | 'bic'
  | 'routingNumber'
  | 'siret'
  | 'rpps'
  | 'npi'
  | 'unsupportedCountry'
  | 'taxRate'
  | 'dueDays'
  | 'remindAfterDays'
  | 'firstNumber'
  | 'latePenalty'
export type BusinessFieldProblems = Partial<Record<keyof EnteredBusiness, BusinessFieldProblem>>

/** Returns the draft of saved settings. */
export const businessDraft = ({ fields, version }: OwnBusiness): BusinessDraft => ({
  ...fields,
  iban: groupedIban(fields.iban),
  version,
})

/** The changes made on one page of the settings, with the version on which they are based. `version` is null if there are no changes. */
export type BusinessChanges = { changes: Partial<BusinessDraft>; version: number | null }

export const noBusinessChanges: BusinessChanges = { changes: {}, version: null }

/** Returns the changes that make a draft out of saved settings. */
export function businessChanges(saved: OwnBusiness, { version, ...fields }: BusinessDraft): BusinessChanges {
  const before = businessDraft(saved)
  const changed = Object.entries(fields).filter(([name, value]) => value !== before[name as keyof BusinessDraft])
  return changed.length > 0 ? { changes: Object.fromEntries(changed), version } : noBusinessChanges
}

/** Returns the problems that prevent saving a draft, by field; empty if it can be saved. */
export function businessFieldProblems(draft: BusinessDraft): BusinessFieldProblems {
  const iban = ibanProblem(draft.iban)
  const matches = (value: string, pattern: RegExp) => pattern.test(value.replace(/\s/g, ''))
  const found: [keyof EnteredBusiness, BusinessFieldProblem, boolean][] = [
    ['email', 'email', draft.email.trim() !== '' && !isEmail(draft.email)],
    ['country', 'unsupportedCountry', draft.country !== null && unsupportedCountries.includes(draft.country)],
    ['iban', `iban.${iban ?? 'length'}`, iban !== null],
    ['bic', 'bic', !isBic(draft.bic)],
    ['routingNumber', 'routingNumber', draft.country === 'US' && !isUsRoutingNumber(draft.routingNumber)],
    ['siret', 'siret', !matches(draft.siret, /^(\d{14})?$/)],
    ['rpps', 'rpps', !matches(draft.rpps, /^(\d{9}|\d{11})?$/)],
    ['npi', 'npi', !matches(draft.npi, /^(\d{10})?$/)],
    ['taxRateBp', 'taxRate', !isTaxRate(draft)],
    ['dueDays', 'dueDays', !isIntegerWithin(draft.dueDays, 0, businessLimits.dueDays)],
    [
      'remindAfterDays',
      'remindAfterDays',
      draft.remindAfterDays !== null && !isIntegerWithin(draft.remindAfterDays, 1, businessLimits.remindAfterDays),
    ],
    [
      'latePenaltyBp',
      'latePenalty',
      draft.latePenaltyBp !== null && !isIntegerWithin(draft.latePenaltyBp, 1, businessLimits.latePenaltyBp),
    ],
    ['firstNumber', 'firstNumber', !isIntegerWithin(draft.firstNumber, 1, businessLimits.firstNumber)],
  ]
  return Object.fromEntries(found.filter(([, , isWrong]) => isWrong).map(([field, problem]) => [field, problem]))
}

const isTaxRate = (draft: BusinessDraft) =>
  isIntegerWithin(draft.taxRateBp, taxProfileKeyOf(draft) === 'other-standard' ? 1 : 0, businessLimits.taxRateBp)

/** Returns the settings to save. An empty tax rate and an empty number of due days become 0, an empty first number becomes 1. */
export function fieldsOf(draft: BusinessDraft): EnteredBusiness {
  const { version: _version, ...fields } = draft
  return {
    ...fields,
    taxRateBp: draft.taxRateBp ?? 0,
    dueDays: draft.dueDays ?? 0,
    firstNumber: draft.firstNumber ?? 1,
  }
}
