import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import type { KnownWords } from './assistant.placeholders.ts'
import { knownPeople } from './assistant.sources.queries.ts'

const filled = (...words: (string | null)[]): string[] => [
  ...new Set(words.flatMap((word) => (word && word.trim() !== '' ? [word.trim()] : []))),
]
const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim()

/**
 * Returns the words of a record that do not leave: names, addresses, numbers and email addresses of the client, of contacts, payers and other
 * participants of sessions, and of the therapist. Refuses with NOT_FOUND for a record of others.
 */
export async function knownWordsOf(tx: Tx, clientId: string): Promise<KnownWords> {
  const row = await knownPeople(tx, clientId)
  if (!row) throw notFound()
  const account = { firstName: row.accountFirstName, lastName: row.accountLastName }
  const people = [
    filled(nameOf(row.therapist), row.therapist.firstName, row.therapist.lastName),
    ...row.contacts.map(({ name }) => filled(name, ...name.split(/\s+/))),
    ...row.participants.map((one) => filled(nameOf(one), one.firstName, one.lastName)),
    ...row.payers.map(({ name }) => filled(name)),
  ]
  return {
    client: filled(row.firstName, nameOf(row), row.lastName, nameOf(account), account.firstName, account.lastName),
    people: people.filter((names) => names.length > 0),
    addresses: filled(
      row.address,
      ...row.payers.map(({ street, postalCode, city }) => [street, `${postalCode} ${city}`.trim()].join('\n')),
      ...row.payers.map(({ street }) => street),
    ),
    numbers: filled(
      row.phone,
      row.textNumber,
      ...row.contacts.map(({ phone }) => phone),
      ...row.participants.map(({ phone }) => phone),
      row.code,
      ...row.payers.flatMap(({ reference, buyerReference }) => [reference, buyerReference]),
    ),
    emails: filled(
      row.email,
      row.accountEmail,
      row.therapist.email,
      ...[...row.contacts, ...row.participants, ...row.payers].map(({ email }) => email),
    ),
    own: [],
  }
}
