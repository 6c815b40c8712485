import type { Contact } from '@attune/contract/features/people/client/client.fields'
import type { ExportedRecord } from '../record-export.head.ts'
import type { ExportedDetails } from './record-fields.ts'

/** Returns the key by which two addresses are compared: the digits of a phone number, or any other text in lower case. */
const keyOf = (text: string) => (/[^\d\s()+./-]/.test(text) ? text.trim().toLowerCase() : text.replaceAll(/\D/g, ''))

/**
 * Returns the details and contacts of a record without the phone numbers and email addresses of guardians, unless the order includes them. A guardian
 * can also be the emergency contact, or have given the address under which the client is reached. In a copy from a backup, a contact may not be
 * marked as a guardian yet, so the guardians of the present record count too.
 */
export function withoutGuardianAddresses<Details extends ExportedDetails>(
  { order, guardians }: Pick<ExportedRecord, 'order' | 'guardians'>,
  details: Details,
  contacts: readonly Contact[],
) {
  const known = order.withGuardianAddresses ? [] : [...guardians, ...contacts.filter(({ isGuardian }) => isGuardian)]
  const hidden = new Set(
    known
      .flatMap(({ name, phone, email }) => [name, phone, email ?? ''])
      .map(keyOf)
      .filter((key) => key !== ''),
  )
  const shown = (address: string | null | undefined, name?: string | null) =>
    address && !hidden.has(keyOf(address)) && !hidden.has(keyOf(name ?? '')) ? address : null
  return {
    details: {
      ...details,
      email: shown(details.email),
      phone: shown(details.phone),
      emergencyPhone: shown(details.emergencyPhone, details.emergencyName),
    },
    contacts: contacts.map((contact) => ({
      ...contact,
      phone: shown(contact.phone, contact.name) ?? '',
      email: shown(contact.email, contact.name),
    })),
  }
}
