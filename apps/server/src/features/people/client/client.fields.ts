import { entriesOf, isLeftOut, leftOut, type FieldList, type LeftOut } from '@attune/contract/common/fields'
import type { ClientField, ClientFields } from '@attune/contract/features/people/client/client.fields'
import { sql, type Insertable } from 'kysely'
import type texts from '../../../locales/en.json'
import type { DB } from '../../../platform/database/types.ts'

type ColumnOf<Table extends keyof DB> = Table extends Table ? `${Table}.${keyof DB[Table] & string}` : never

type StoredField = {
  /** The column that stores the value. The columns of `client_contact` store the emergency contact. */
  column: ColumnOf<'client' | 'client_contact' | 'client_note'>
  /** If the value is 'fill', a merge copies the value of the removed record when the remaining record has none. */
  merge: 'fill' | LeftOut
  /**
   * The key of the column heading in the CSV of all clients. The language files contain the heading under `export`.
   */
  csv: keyof (typeof texts)['export'] | LeftOut
}

const neverLacking = leftOut('the remaining record has one')
const partOfContact = leftOut('a merge moves the emergency contact as a whole')

/**
 * Defines the column of each field of a client record, and how a merge and the CSV of all clients treat the field.
 */
export const clientStorage = {
  firstName: { column: 'client.first_name', merge: neverLacking, csv: 'firstName' },
  lastName: { column: 'client.last_name', merge: neverLacking, csv: 'lastName' },
  pronouns: { column: 'client.pronouns', merge: 'fill', csv: 'pronouns' },
  email: { column: 'client.email', merge: 'fill', csv: 'email' },
  phone: { column: 'client.phone', merge: 'fill', csv: 'phone' },
  dateOfBirth: { column: 'client.date_of_birth', merge: 'fill', csv: 'dateOfBirth' },
  address: { column: 'client.address', merge: 'fill', csv: 'address' },
  emergencyName: { column: 'client_contact.name', merge: partOfContact, csv: 'emergencyName' },
  emergencyPhone: { column: 'client_contact.phone', merge: partOfContact, csv: 'emergencyPhone' },
  emergencyRelationship: { column: 'client_contact.relationship', merge: partOfContact, csv: 'emergencyRelationship' },
  notes: {
    column: 'client_note.text',
    merge: leftOut('a record with notes cannot be merged into another'),
    csv: 'notes',
  },
  language: { column: 'client.language', merge: neverLacking, csv: 'language' },
  code: { column: 'client.code', merge: 'fill', csv: 'code' },
  contacts: leftOut('the contacts are rows of their own'),
} as const satisfies FieldList<ClientField, StoredField>

type InClient<Column> = Column extends `client.${infer Own extends keyof DB['client'] & string}` ? Own : never
type OwnColumn = InClient<Extract<(typeof clientStorage)[ClientField], StoredField>['column']>

/** The stored fields, each with its table, its column and its rules from `clientStorage`. */
export const storedFields = entriesOf<ClientField, StoredField>(clientStorage).map(([name, rules]) => {
  const [table, column] = rules.column.split('.') as [string, OwnColumn]
  return { ...rules, name, table, column, isMerged: !isLeftOut(rules.merge) }
})
const ownFields = storedFields.filter(({ table }) => table === 'client')

/** The columns of the table `client` that store fields of the record. */
export const clientColumns = ownFields.map(({ column }) => column)

/** The columns of the table `client` that a merge fills. */
export const mergedColumns = ownFields.flatMap(({ column, isMerged }) => (isMerged ? [column] : []))

/** The columns of the CSV of all clients: the fields and their headings. */
export const csvFields = storedFields.flatMap(({ name, csv }) => (isLeftOut(csv) ? [] : [{ name, heading: csv }]))

/** Maps the fields of a record to the columns of the table `client`. Omits the column of a field that is undefined. */
export const clientValues = (record: Partial<ClientFields>) =>
  Object.fromEntries(
    ownFields.flatMap(({ name, column }) => (record[name] === undefined ? [] : [[column, record[name]]])),
  ) as Pick<Insertable<DB['client']>, OwnColumn>

const aliases: Record<string, string> = { client: 'c', client_contact: 'e', client_note: 'n' }

/** SQL for the list of all stored fields of record `c` with its emergency contact `e` and its note `n`. */
export const clientFieldsSql = sql.join(
  storedFields.map(({ name, table, column }) => {
    const value = sql.ref(`${aliases[table]}.${column}`)
    return sql`${table === 'client' ? value : sql`coalesce(${value}, '')`} as ${sql.ref(name)}`
  }),
)

/** SQL that joins the emergency contact `e` and the note `n` of record `c`. */
export const clientJoinsSql = sql`
  left join app.client_contact e on e.therapist_id = c.therapist_id and e.client_id = c.id and e.place = 0
  left join app.client_note n on n.therapist_id = c.therapist_id and n.client_id = c.id`
