import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { ContactId } from '../../../common/ids.ts'
import { Email, Language, Name, nameText, requiredName, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { maxContacts } from './client.rules.ts'

/**
 * A contact of a client, such as a guardian, a payer or an additional emergency contact. The emergency contact of row 3.07 is stored
 * separately.
 */
export const Contact = z.strictObject({
  id: ContactId,
  name: requiredName(textLengths.contactName),
  phone: text(textLengths.phone),
  /** The email address; null if it is unknown. */
  email: Email.nullable(),
  /** The relation to the client, as the therapist wrote it. */
  relationship: text(textLengths.relationship),
  /** Whether the contact is called in an emergency. */
  isEmergency: z.boolean(),
  /** Whether the contact is a parent or legal guardian. */
  isGuardian: z.boolean(),
  /** Whether the contact can be the payer of invoices. */
  isPayer: z.boolean(),
})
export type Contact = z.infer<typeof Contact>

/**
 * The fields of a client record that the therapist fills in. Only the names are required (rows 3.07, 5.03). An edit
 * that omits an optional field does not change that field. The server and the browser have lists of record fields; the
 * compiler checks these lists against the fields here.
 */
export const clientFields = {
  firstName: Name,
  lastName: Name,
  pronouns: text(textLengths.clientPronouns).optional(),
  email: Email.nullable(),
  phone: text(textLengths.phone),
  dateOfBirth: Day.nullable(),
  address: text(textLengths.clientAddress),
  emergencyName: nameText(textLengths.contactName),
  emergencyPhone: text(textLengths.phone),
  emergencyRelationship: text(textLengths.relationship),
  /** The initial plain text of the note about the client. `note.saveClient` saves later changes. */
  notes: text(textLengths.clientNotes).default(''),
  language: Language,
  /** The therapist's own code for the client. The code replaces the name in calendars that other people may see. */
  code: text(textLengths.clientCode).optional(),
  /** The contacts, in the order in which they are shown. */
  contacts: z.array(Contact).max(maxContacts).optional(),
}
export type ClientFields = z.output<z.ZodObject<typeof clientFields>>
export type ClientField = keyof ClientFields

const { notes: _, ...edited } = clientFields
/** The fields that an edit of the record saves: all except the notes. */
export const editedClientFields = edited
export type EditedClientFields = Omit<ClientFields, 'notes'>

/** The fields of a client record as the server sends them. */
export const clientFieldViews = {
  firstName: z.string(),
  lastName: z.string(),
  pronouns: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  dateOfBirth: z.string().nullable(),
  address: z.string(),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  emergencyRelationship: z.string(),
  notes: z.string(),
  language: Language,
  code: z.string(),
  contacts: z.array(Contact),
} satisfies Record<ClientField, z.ZodType>
