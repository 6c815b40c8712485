import {
  entriesOf,
  isLeftOut,
  leftOut,
  type FieldList,
  type LeftOut,
  type ListedField,
} from '@attune/contract/common/fields'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { ClientField } from '@attune/contract/features/people/client/client.fields'
import type texts from '../../../../locales/client/en.json'

type FormText = keyof (typeof texts)['form']

export type FormField = {
  label: FormText
  section: 'name' | 'email' | 'contact' | 'emergency' | 'calendar'
  /** The kind of input; by default one line of text. */
  input?: 'email' | 'phone' | 'day' | 'language' | 'lines'
  /** The maximum number of characters. */
  max?: number
  isRequired?: true
  hint?: FormText
}

const { name, email, phone, contactName, relationship, clientAddress, clientCode, clientPronouns } = textLengths

/** The fields of the client form, in the order of the page. */
const clientForm = {
  firstName: { label: 'firstName', section: 'name', max: name, isRequired: true },
  lastName: { label: 'lastName', section: 'name', max: name, isRequired: true },
  pronouns: { label: 'pronouns', section: 'name', max: clientPronouns },
  email: { label: 'email', section: 'email', input: 'email', max: email, hint: 'emailHint' },
  phone: { label: 'phone', section: 'contact', input: 'phone', max: phone },
  dateOfBirth: { label: 'dateOfBirth', section: 'contact', input: 'day' },
  address: { label: 'address', section: 'contact', input: 'lines', max: clientAddress },
  emergencyName: { label: 'emergencyName', section: 'emergency', max: contactName },
  emergencyPhone: { label: 'emergencyPhone', section: 'emergency', input: 'phone', max: phone },
  emergencyRelationship: { label: 'emergencyRelationship', section: 'emergency', max: relationship },
  code: { label: 'code', section: 'calendar', max: clientCode, hint: 'codeHint' },
  language: { label: 'language', section: 'email', input: 'language' },
  notes: leftOut('ClientNoteEditor edits the note about the client'),
  contacts: leftOut('ContactFields edits the contacts'),
} as const satisfies FieldList<ClientField, FormField>

export type ClientTextField = ListedField<typeof clientForm>

/** The names and definitions of the form fields with a single text value. */
export const clientFormFields = entriesOf<ClientField, FormField>(clientForm) as [ClientTextField, FormField][]

/** Returns whether the form shows a field before the therapist opens the optional fields. */
export const isAlwaysShown = (field: ClientField) => {
  const entry: FormField | LeftOut = clientForm[field]
  return !isLeftOut(entry) && (entry.section === 'name' || entry.section === 'email')
}
