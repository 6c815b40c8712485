import type { ClientId } from '@attune/contract/common/ids'
import type { EndOfConsent, NewConsent, ClientConsent } from '@attune/contract/features/messages/consent/consent'
import { checkTextNumber } from '@attune/contract/features/messages/consent/consent.numbers'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import type { ConsentOffer } from './consent.offer.ts'
import { listTextConsents } from './consent.queries.ts'

export { hasTextConsentSql } from './consent.has.ts'

/** Returns the consents to texts for a record of the acting client or therapist. Refuses with NOT_FOUND. */
export async function readTextConsent(tx: Tx, id: ClientId, offer: ConsentOffer): Promise<ClientConsent> {
  const [consent] = await listTextConsents(tx, offer, id)
  if (!consent) throw notFound()
  return consent
}

/** Returns the consents for the acting client's connected records. Omits records whose therapists cannot send texts. */
export async function listOwnTextConsents(tx: Tx, offer: ConsentOffer): Promise<ClientConsent[]> {
  const all = await listTextConsents(tx, offer)
  return all.filter(({ channels }) => channels.length > 0)
}

/**
 * Records consent to texts for a record of the actor: by the client in the app, or by the therapist on the client's behalf. Ends consents for a
 * previous number. Repeating the command changes nothing. Refuses with NOT_FOUND, with TERMS_CHANGED if the agreed text is not the current one, with
 * NUMBER_REFUSED and the problem of the number, and with RECORD_INACTIVE.
 */
export async function giveConsent(tx: Tx, input: NewConsent, offer: ConsentOffer, now: Date): Promise<ClientConsent> {
  // Checks the record first, so that the refusal of an unknown record reveals nothing about channels and countries.
  const before = await readTextConsent(tx, input.id, offer)
  if (!isOffered(input, before)) throw createRefusal('TERMS_CHANGED', 409)
  const checked = checkTextNumber(input.number, { countries: offer.countries, home: null })
  if ('problem' in checked) throw createRefusal('NUMBER_REFUSED', 409, { problem: checked.problem })
  const { rows } = await tx.run<{ given: string | null }>(
    'select def.give_text_consent($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as given',
    [
      input.id,
      checked.number,
      input.channel,
      input.purposes,
      input.version,
      input.language,
      input.senderName,
      input.provider,
      input.providerCountry,
      input.command,
      now,
    ],
  )
  const given = rows[0]?.given
  if (given === 'inactive') throw createRefusal('RECORD_INACTIVE', 409)
  if (given !== 'given') throw notFound()
  return readTextConsent(tx, input.id, offer)
}

/** Withdraws consents of a record of the actor. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function withdrawConsent(
  tx: Tx,
  input: EndOfConsent,
  offer: ConsentOffer,
  now: Date,
): Promise<ClientConsent> {
  const { rows } = await tx.run<{ done: boolean }>('select def.withdraw_text_consent($1, $2, $3, $4, $5) as done', [
    input.id,
    input.channel,
    input.purposes,
    input.command,
    now,
  ])
  if (!rows[0]?.done) throw notFound()
  return readTextConsent(tx, input.id, offer)
}

/** Whether the text to which a person agreed is the current one, and all its purposes are offered. */
function isOffered(input: NewConsent, { channels }: ClientConsent): boolean {
  const channel = channels.find((one) => one.channel === input.channel)
  return (
    channel !== undefined &&
    input.version === channel.version &&
    input.senderName === channel.senderName &&
    input.provider === channel.provider &&
    input.providerCountry === channel.providerCountry &&
    input.purposes.every((purpose) => channel.offered.includes(purpose))
  )
}
