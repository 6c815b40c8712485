import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import type { ClientField, Contact } from '@attune/contract/features/people/client/client.fields'
import { sql } from 'kysely'
import type recordTexts from '../../../../locales/en.json'
import type { DB } from '../../../../platform/database/types.ts'
import { nameOfLanguage } from '../../../../platform/text/translations.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { textsOf } from '../record-export.texts.ts'

type RecordTexts = ReturnType<typeof textsOf>
type ShownField = {
  label: keyof (typeof recordTexts)['recordExport'] & string
  column: keyof DB['client'] & string
  /** Returns the value as text. Default: the value itself. */
  show?: (value: string, record: ExportedRecord) => string
}

const inHeading = leftOut('the heading is the name')
const inContacts = leftOut('the contacts begin with the emergency contact')

/** The details of a record, in the order of the export. */
const details: FieldList<ClientField, ShownField> = {
  firstName: inHeading,
  lastName: inHeading,
  pronouns: { label: 'pronouns', column: 'pronouns' },
  dateOfBirth: { label: 'dateOfBirth', column: 'date_of_birth', show: (value, record) => textsOf(record).day(value) },
  email: { label: 'email', column: 'email' },
  phone: { label: 'phone', column: 'phone' },
  address: { label: 'address', column: 'address' },
  language: {
    label: 'language',
    column: 'language',
    show: (value, { reader }) => nameOfLanguage(value, reader.language),
  },
  code: leftOut('it is beside the status under the heading'),
  emergencyName: inContacts,
  emergencyPhone: inContacts,
  emergencyRelationship: inContacts,
  notes: leftOut('the part with the notes has the note about the client'),
  contacts: leftOut('the contacts are rows of their own'),
}

/** SQL that returns the details of record `c` as one JSON object. */
export const detailsSql = sql`json_build_object(${sql.join(
  entriesOf(details).flatMap(([field, { column }]) => [sql.lit(field), sql.ref(`c.${column}`)]),
)})`

export type ExportedDetails = { [Field in ClientField]?: string | null }

/** Returns the details of a record as lines, each with its label. */
export function detailLines(record: ExportedRecord, values: ExportedDetails) {
  const { t } = textsOf(record)
  return entriesOf(details).map(([field, { label, show = (text: string) => text }]) => {
    const value = values[field]
    return { label: t(label), text: value ? show(value, record) : '' }
  })
}

type ShownContactField = {
  column: keyof DB['client_contact'] & string
  show: (contact: Contact, texts: Pick<RecordTexts, 't'>) => string | null
}
const role = (
  field: 'isEmergency' | 'isGuardian' | 'isPayer',
  column: ShownContactField['column'],
): ShownContactField => ({
  column,
  show: (contact, { t }) => (contact[field] ? t(`contact.${field}`) : ''),
})

/** The fields of a contact that the export shows, in this order. */
const contactFields: FieldList<keyof Contact, ShownContactField> = {
  id: leftOut('it says nothing about the contact'),
  name: { column: 'name', show: ({ name }) => name },
  relationship: { column: 'relationship', show: ({ relationship }) => relationship },
  phone: { column: 'phone', show: ({ phone }) => phone },
  email: { column: 'email', show: ({ email }) => email },
  isEmergency: role('isEmergency', 'is_emergency'),
  isGuardian: role('isGuardian', 'is_guardian'),
  isPayer: role('isPayer', 'is_payer'),
}

/** SQL that returns contact `k` as one JSON object. */
export const contactSql = sql`json_build_object(${sql.join(
  entriesOf(contactFields).flatMap(([field, { column }]) => [sql.lit(field), sql.ref(`k.${column}`)]),
)})`

export const contactLine = (contact: Contact, texts: Pick<RecordTexts, 't'>): string =>
  entriesOf(contactFields)
    .map(([, { show }]) => show(contact, texts))
    .filter(Boolean)
    .join(', ')
