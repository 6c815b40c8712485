import type { Client } from '@attune/contract/features/people/client/client'
import { isStorable, isEmail, isFilled } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { clientFormFields, type ClientTextField } from './fields.ts'
import { contactProblems, contactFormValues, contactsInput, type ContactFormValues } from './contact-values.ts'

/** The values of the client form. A missing value is an empty string. */
export type ClientFormValues = Record<Exclude<ClientTextField, 'language'>, string> & {
  language: Language
  contacts: ContactFormValues[]
}
export type ClientProblem = 'contactWrong' | 'namesRequired' | 'emailWrong' | 'dateWrong' | 'tooLong' | 'unstorable'
export type ClientProblems = Partial<Record<keyof ClientFormValues, ClientProblem>>

const formValues = (valueOf: (field: ClientTextField) => string | null, contacts: ContactFormValues[]) =>
  Object.fromEntries([
    ...clientFormFields.map(([field]) => [field, valueOf(field) ?? '']),
    ['contacts', contacts],
  ]) as ClientFormValues

export const emptyClientForm = (language: Language): ClientFormValues => ({ ...formValues(() => '', []), language })

export const clientFormValues = (client: Client): ClientFormValues =>
  formValues((field) => client[field], contactFormValues(client.contacts))

function textProblem(max: number, value: string): ClientProblem | undefined {
  if (value.length > max) return 'tooLong'
  return isStorable(value) ? undefined : 'unstorable'
}

/** Returns whether a day (`YYYY-MM-DD`) can be the date of birth of a client: from 1900 until today. */
export const isPlausibleBirthDay = (day: string, today: string) => day <= today && day >= '1900-01-01'

/** Returns the problems by field; empty if the form is valid [3.07, 5.03]. `today` is `YYYY-MM-DD`. */
export function clientProblems(facts: ClientFormValues, today: string): ClientProblems {
  const problems: ClientProblems = {}
  for (const [field, { max = Infinity, isRequired }] of clientFormFields) {
    problems[field] = isRequired && !isFilled(facts[field]) ? 'namesRequired' : textProblem(max, facts[field])
  }
  if (isFilled(facts.email) && !isEmail(facts.email)) problems.email ??= 'emailWrong'
  if (facts.dateOfBirth && !isPlausibleBirthDay(facts.dateOfBirth, today)) problems.dateOfBirth = 'dateWrong'
  if (facts.contacts.some((contact) => Object.keys(contactProblems(contact)).length > 0))
    problems.contacts = 'contactWrong'
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

/** Converts the form values to the input of the contract. */
export function clientInput(facts: ClientFormValues) {
  return {
    ...facts,
    email: isFilled(facts.email) ? facts.email : null,
    dateOfBirth: facts.dateOfBirth || null,
    contacts: contactsInput(facts.contacts),
  }
}
