import { textLengths } from '@attune/contract/common/lengths'
import type { Client } from '@attune/contract/features/client'
import { isStorable, looksLikeEmail, isFilled } from '@attune/contract/common/text'
import type { Language } from '@attune/contract/common/text.schemas'
import { contactProblems, contactFormValues, contactsInput, type ContactFormValues } from './contact-form-values.ts'

/** The values of the client form. A missing value is an empty text. */
export type ClientFormValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  dateOfBirth: string
  address: string
  emergencyName: string
  emergencyPhone: string
  emergencyRelationship: string
  notes: string
  /** Replaces the name in calendars that others may see. */
  code: string
  language: Language
  contacts: ContactFormValues[]
}
export type ClientTextField = Exclude<keyof ClientFormValues, 'contacts'>
export type ClientProblem = 'contactWrong' | 'namesRequired' | 'emailWrong' | 'dateWrong' | 'tooLong' | 'unstorable'
export type ClientProblems = Partial<Record<keyof ClientFormValues, ClientProblem>>

export const emptyClientForm = (language: Language): ClientFormValues => ({
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dateOfBirth: '',
  address: '',
  emergencyName: '',
  emergencyPhone: '',
  emergencyRelationship: '',
  notes: '',
  code: '',
  language,
  contacts: [],
})

export const clientFormValues = (client: Client): ClientFormValues => ({
  firstName: client.firstName,
  lastName: client.lastName,
  email: client.email ?? '',
  phone: client.phone,
  dateOfBirth: client.dateOfBirth ?? '',
  address: client.address,
  emergencyName: client.emergencyName,
  emergencyPhone: client.emergencyPhone,
  emergencyRelationship: client.emergencyRelationship,
  notes: client.notes,
  code: client.code,
  language: client.language,
  contacts: contactFormValues(client.contacts),
})

const names = { firstName: textLengths.name, lastName: textLengths.name } as const
const texts = {
  phone: textLengths.phone,
  address: textLengths.clientAddress,
  emergencyName: textLengths.contactName,
  emergencyPhone: textLengths.phone,
  emergencyRelationship: textLengths.relationship,
  notes: textLengths.clientNotes,
  code: textLengths.clientCode,
} as const
/** The highest number of characters of each field. */
export const maxClientLengths = { ...names, ...texts, email: textLengths.email } as const

function textProblem(max: number, value: string): ClientProblem | undefined {
  if (value.length > max) return 'tooLong'
  return isStorable(value) ? undefined : 'unstorable'
}

/** Returns the problems by field; empty if the form is valid (rows 3.07, 5.03). `today` is `YYYY-MM-DD`. */
export function clientProblems(facts: ClientFormValues, today: string): ClientProblems {
  const problems: ClientProblems = {}
  for (const [name, max] of Object.entries(names) as [keyof typeof names, number][]) {
    problems[name] = isFilled(facts[name]) ? textProblem(max, facts[name]) : 'namesRequired'
  }
  if (isFilled(facts.email) && !looksLikeEmail(facts.email)) problems.email = 'emailWrong'
  if (facts.dateOfBirth && (facts.dateOfBirth > today || facts.dateOfBirth < '1900-01-01'))
    problems.dateOfBirth = 'dateWrong'
  for (const [name, max] of Object.entries(texts) as [keyof typeof texts, number][]) {
    problems[name] = textProblem(max, facts[name])
  }
  if (facts.contacts.some((contact) => Object.keys(contactProblems(contact)).length > 0))
    problems.contacts = 'contactWrong'
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

/** Converts the form values to the input of the contract. */
export function clientInput(facts: ClientFormValues) {
  return {
    ...facts,
    email: facts.email.trim() || null,
    dateOfBirth: facts.dateOfBirth || null,
    contacts: contactsInput(facts.contacts),
  }
}
