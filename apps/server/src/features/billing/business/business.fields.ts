import type { TherapistId } from '@attune/contract/common/ids'
import type { EnteredBusiness } from '@attune/contract/features/billing/business/business'
import type { Selectable } from 'kysely'
import type { Business as BusinessTable } from '../../../platform/database/types.ts'

export type BusinessRow = Selectable<BusinessTable>

/** The column of each field of the settings. */
const columnOf = {
  name: 'name',
  taxId: 'tax_id',
  vatId: 'vat_id',
  email: 'email',
  phone: 'phone',
  street: 'street',
  postalCode: 'postal_code',
  city: 'city',
  region: 'region',
  country: 'country',
  bankName: 'bank_name',
  accountName: 'account_name',
  iban: 'iban',
  bic: 'bic',
  routingNumber: 'routing_number',
  accountNumber: 'account_number',
  siret: 'siret',
  rpps: 'rpps',
  npi: 'npi',
  license: 'license',
  footer: 'footer',
  language: 'language',
  taxProfile: 'tax_profile',
  taxRateBp: 'tax_rate_bp',
  taxReason: 'tax_reason',
  currency: 'currency',
  dueDays: 'due_days',
  lateFees: 'late_fees',
  cancelFee: 'cancel_fee',
  personShown: 'person_shown',
  remindAfterDays: 'remind_after_days',
  firstNumber: 'first_number',
  withholdingBp: 'withholding_bp',
  withholdingFrom: 'withholding_from',
  latePenaltyBp: 'late_penalty_bp',
  earlyPayment: 'early_payment',
  isSoleTrader: 'is_sole_trader',
} as const satisfies Record<keyof EnteredBusiness, keyof BusinessRow>

type Column<Field extends keyof EnteredBusiness> = (typeof columnOf)[Field]
type BusinessColumns = { [Field in keyof EnteredBusiness as Column<Field>]: EnteredBusiness[Field] }

const columns = Object.entries(columnOf) as [keyof EnteredBusiness, keyof BusinessColumns][]

/** Returns the settings as columns of the table. */
export const businessColumns = (fields: EnteredBusiness): BusinessColumns =>
  Object.fromEntries(columns.map(([field, column]) => [column, fields[field]])) as BusinessColumns

/** Returns the settings of a row. */
export const enteredBusiness = (row: BusinessRow): EnteredBusiness =>
  Object.fromEntries(columns.map(([field, column]) => [field, row[column]])) as EnteredBusiness

/** Returns the default row of a therapist who has saved nothing. */
export const noBusiness = (therapistId: TherapistId): BusinessRow => ({
  ...businessColumns(defaults),
  therapist_id: therapistId,
  is_on: false,
  logo_sha: null,
  version: 0,
  first_number_year: null,
  withholding_before_bp: 0,
  updated_at: new Date(0).toISOString(),
})

const defaults: EnteredBusiness = {
  name: '',
  taxId: '',
  vatId: '',
  email: '',
  phone: '',
  street: '',
  postalCode: '',
  city: '',
  region: '',
  country: null,
  bankName: '',
  accountName: '',
  iban: '',
  bic: '',
  routingNumber: '',
  accountNumber: '',
  siret: '',
  rpps: '',
  npi: '',
  license: '',
  footer: '',
  language: null,
  taxProfile: null,
  taxRateBp: 0,
  taxReason: '',
  currency: null,
  dueDays: 14,
  lateFees: false,
  cancelFee: 'damages',
  personShown: 'name',
  remindAfterDays: null,
  firstNumber: 1,
  withholdingBp: 0,
  withholdingFrom: null,
  latePenaltyBp: null,
  earlyPayment: '',
  isSoleTrader: false,
}
