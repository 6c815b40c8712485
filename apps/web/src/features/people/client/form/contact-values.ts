import type { ContactId } from '@attune/contract/common/ids'
import type { Contact } from '@attune/contract/features/people/client/client.fields'
import { isStorable, isEmail, isFilled } from '@attune/contract/common/text/text'

/** A contact while it is edited. A missing email address is an empty string. */
export type ContactFormValues = Omit<Contact, 'email'> & { email: string }
export type ContactProblem = 'nameRequired' | 'emailWrong' | 'unstorable'
export type ContactProblems = Partial<Record<'name' | 'phone' | 'email' | 'relationship', ContactProblem>>

export const emptyContact = (id: ContactId): ContactFormValues => ({
  id,
  name: '',
  phone: '',
  email: '',
  relationship: '',
  isEmergency: false,
  isGuardian: false,
  isPayer: false,
})

/** Returns the problems of a contact by field; empty if the contact is valid. */
export function contactProblems(contact: ContactFormValues): ContactProblems {
  const problems: ContactProblems = {}
  for (const field of ['name', 'phone', 'relationship'] as const) {
    if (!isStorable(contact[field])) problems[field] = 'unstorable'
  }
  if (!isFilled(contact.name)) problems.name = 'nameRequired'
  if (isFilled(contact.email) && !isEmail(contact.email)) problems.email = 'emailWrong'
  return problems
}

export const contactFormValues = (contacts: readonly Contact[]): ContactFormValues[] =>
  contacts.map((contact) => ({ ...contact, email: contact.email ?? '' }))

/** Converts edited contacts to the input of the contract. */
export const contactsInput = (contacts: readonly ContactFormValues[]): Contact[] =>
  contacts.map((contact) => ({ ...contact, email: isFilled(contact.email) ? contact.email : null }))
