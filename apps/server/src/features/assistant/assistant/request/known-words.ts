import type { ClientId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { createPlaceholders, type HiddenWord, type KnownWords } from '../privacy/placeholders.ts'
import { listAllClientNames, findKnownPeople } from './sources.queries.ts'

const filled = (...words: (string | null)[]): string[] => [
  ...new Set(words.flatMap((word) => (word && word.trim() !== '' ? [word.trim()] : []))),
]
const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim()

type Named = { firstName: string; lastName: string; accountFirstName: string | null; accountLastName: string | null }

/** Returns the names of a client in the record and in the account. The first one is used when names are restored. */
const namesOf = (first: 'whole' | 'first', { accountFirstName, accountLastName, ...record }: Named): string[] => {
  const account = { firstName: accountFirstName, lastName: accountLastName }
  const names = [record.firstName, nameOf(record)]
  return filled(
    ...(first === 'whole' ? names.toReversed() : names),
    record.lastName,
    nameOf(account),
    accountFirstName,
    accountLastName,
  )
}

/** Matches a single word for a person, such as a nickname. Hiding descriptions of several words would hide ordinary words. */
const oneWord = /^[\p{L}\p{M}'’-]+$/u

/**
 * Returns the words of a record that are not sent to the assistant: names, addresses, numbers and email addresses of the client, contacts, payers,
 * other participants of sessions, and the therapist. Refuses with NOT_FOUND if the record belongs to another therapist.
 */
export async function readKnownWords(tx: Tx, clientId: ClientId): Promise<KnownWords> {
  const row = await findKnownPeople(tx, clientId)
  if (!row) throw notFound()
  const people = [
    filled(nameOf(row.therapist), row.therapist.firstName, row.therapist.lastName),
    ...row.contacts.map(({ name }) => filled(name, ...name.split(/\s+/))),
    ...row.participants.map((one) => namesOf('whole', one)),
    ...row.payers.map(({ name }) => filled(name)),
  ]
  const records = [row, ...row.sameAs, ...row.participants]
  return {
    client: filled(...[row, ...row.sameAs].flatMap((one) => namesOf('first', one))),
    people: people.filter((names) => names.length > 0),
    addresses: filled(
      ...records.map(({ address }) => address),
      ...row.payers.map(({ street, postalCode, city }) => [street, `${postalCode} ${city}`.trim()].join('\n')),
      ...row.payers.map(({ street }) => street),
    ),
    numbers: filled(
      ...records.flatMap(({ phone, textNumber, code }) => [phone, textNumber, code]),
      ...row.contacts.map(({ phone }) => phone),
      ...row.payers.flatMap(({ reference, buyerReference, taxId }) => [reference, buyerReference, taxId]),
    ),
    emails: filled(
      ...records.flatMap(({ email, accountEmail }) => [email, accountEmail]),
      row.therapist.email,
      ...[...row.contacts, ...row.payers].map(({ email }) => email),
    ),
    own: filled(...row.contacts.map(({ relationship }) => (oneWord.test(relationship.trim()) ? relationship : null))),
  }
}

/**
 * Returns the words that are not sent in a text without a client: names, email addresses and numbers of all clients of the acting therapist, because
 * no client has consented to sending them.
 */
export async function readKnownWordsOfAll(tx: Tx): Promise<KnownWords> {
  const clients = await listAllClientNames(tx)
  return {
    client: [],
    people: clients.map((one) => filled(one.firstName, nameOf(one), one.lastName)),
    addresses: [],
    numbers: filled(...clients.map(({ phone }) => phone)),
    emails: filled(...clients.map(({ email }) => email)),
    own: [],
  }
}

/**
 * Adds the words that were hidden in the earlier texts of a conversation, so that they stay hidden after a record has changed or is gone. Omits those
 * that are still known.
 */
export function withWordsHiddenBefore(known: KnownWords, hidden: readonly HiddenWord[]): KnownWords {
  const now = createPlaceholders(known)
  const lost = hidden.filter(({ text }) => !now.knownIn(text).some((word) => word.text === text))
  const of = (kind: HiddenWord['kind']) => filled(...lost.map((word) => (word.kind === kind ? word.text : null)))
  return {
    ...known,
    client: [...known.client, ...of('client')],
    people: [...known.people, ...of('person').map((word) => [word])],
    addresses: [...known.addresses, ...of('address')],
    numbers: [...known.numbers, ...of('number')],
    emails: [...known.emails, ...of('email')],
  }
}
