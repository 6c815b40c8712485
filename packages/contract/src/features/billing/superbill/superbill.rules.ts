import type { sessionFormats } from '../../schedule/session/session.rules.ts'

/** The CMS codes for the place of service: telehealth elsewhere (02), telehealth in the client's home (10), office (11). */
export const placesOfService = ['02', '10', '11'] as const
export type PlaceOfService = (typeof placesOfService)[number]

export const superbillLimits = { lines: 100, diagnoses: 4, modifiers: 4, diagnosisText: 120 } as const

/** The letters by which the lines of a superbill refer to its diagnoses. */
export const diagnosisLetters = ['A', 'B', 'C', 'D'] as const
export type DiagnosisLetter = (typeof diagnosisLetters)[number]

/** A code of ICD-10-CM, such as 'F41.1' or 'Z63.0'. Only the form is checked. */
export const icd10Pattern = /^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/
/** A code of CPT or HCPCS, such as '90834', '0591T' or 'G0444'. Only the form is checked. */
export const cptPattern = /^(?:\d{4}[0-9A-Z]|[A-Z]\d{4})$/
export const modifierPattern = /^[0-9A-Z]{2}$/

/** Normalizes a typed code for printing: capitals, without spaces. */
export const plainCode = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** Extracts the CPT or HCPCS code from the code of a service: '90834' from 'CPT 90834'. Returns '' if there is none. */
export const cptIn = (code: string): string =>
  code
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .find((part) => cptPattern.test(part)) ?? ''

/** The place of service for each session format, and the telehealth modifier: 95 for video, 93 for audio only. */
export const serviceDefaults = {
  'in-person': { placeOfService: '11', modifiers: [] },
  video: { placeOfService: '10', modifiers: ['95'] },
  phone: { placeOfService: '10', modifiers: ['93'] },
} as const satisfies Record<
  (typeof sessionFormats)[number],
  { placeOfService: PlaceOfService; modifiers: readonly string[] }
>

/** The business settings that are required before a superbill can be made. */
export const superbillBusinessFields = [
  'name',
  'street',
  'city',
  'region',
  'postalCode',
  'phone',
  'taxId',
  'npi',
  'license',
] as const
/** The fields of the client's record that are required before a superbill can be made. */
export const superbillClientFields = ['dateOfBirth', 'address'] as const

export const superbillWithdrawals = ['therapist', 'payment', 'credit'] as const
