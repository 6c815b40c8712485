import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import type { ConsentEvent, ClientConsent } from '@attune/contract/features/messages/consent/consent'
import { consentPurposes } from '@attune/contract/features/messages/consent/consent.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { ConsentOffer } from './consent.offer.ts'

const longestHistory = 200

type ConsentRow = Pick<ClientConsent, 'clientId' | 'therapistName' | 'number' | 'phone'> & {
  therapistId: TherapistId
  isInactive: boolean
}
type EventRow = ConsentEvent & { clientId: ClientId }

/** Returns the consents to texts for one of the actor's records, or for each connected one, sorted by the therapist's name. */
export async function listTextConsents(tx: Tx, offer: ConsentOffer, id?: ClientId): Promise<ClientConsent[]> {
  const { rows } = await sql<ConsentRow>`
    select c.id as "clientId", c.therapist_id as "therapistId", p.name as "therapistName", n.number, c.phone,
      def.is_record_paused(c.therapist_id, c.id) as "isInactive"
    from app.client c join app.person p on p.account_id = c.therapist_id
      left join app.text_number n on n.therapist_id = c.therapist_id and n.client_id = c.id
    where ${id === undefined ? sql`c.disconnected_at is null` : sql`c.id = ${id}`}
    order by p.last_name, p.first_name, c.id`.execute(tx.kysely)
  const events = await readTextConsentEvents(
    tx,
    rows.map(({ clientId }) => clientId),
  )
  return rows.map((row) => consentFrom(row, events.get(row.clientId) ?? [], offer))
}

/** Returns the ledger entries of each record, latest first. */
async function readTextConsentEvents(tx: Tx, clientIds: ClientId[]): Promise<Map<string, ConsentEvent[]>> {
  const { rows } = await sql<EventRow>`
    select l.client_id as "clientId", l.at, l.action, l.how as source, l.by_account is not distinct from ${tx.actor.id} as "byReader", l.number,
      l.channel, l.purpose, l.language, l.version, l.sender_name as "senderName", l.provider, l.provider_country as "providerCountry"
    from app.text_consent l where l.client_id = any (${clientIds}) order by l.client_id, l.position desc`.execute(
    tx.kysely,
  )
  const events = new Map<string, ConsentEvent[]>()
  for (const { clientId, ...event } of rows) events.set(clientId, [...(events.get(clientId) ?? []), event])
  return events
}

/** Derives the consents for a record from its ledger, which is sorted latest first. */
function consentFrom(
  { isInactive, therapistId, ...row }: ConsentRow,
  ledger: ConsentEvent[],
  offer: ConsentOffer,
): ClientConsent {
  const inForce = ledger.filter(
    (event, index) =>
      event.action === 'given' &&
      event.number === row.number &&
      !ledger.slice(0, index).some(({ channel, purpose }) => channel === event.channel && purpose === event.purpose),
  )
  const latest = ledger.find(({ action }) => action !== 'requested')
  const [newest] = ledger
  const isStopped = inForce.length === 0 && (latest?.source === 'stop' || latest?.source === 'provider')
  return {
    ...row,
    countries: offer.countries,
    mayGive: !isInactive,
    channels: offer.channelsOf(therapistId).map((channel) => ({
      ...channel,
      given: consentPurposes.filter((purpose) =>
        inForce.some((event) => event.channel === channel.channel && event.purpose === purpose),
      ),
    })),
    stopped: isStopped ? { at: latest.at, source: latest.source as 'stop' | 'provider' } : null,
    requestedAt: newest?.action === 'requested' ? newest.at : null,
    history: ledger.slice(0, longestHistory),
  }
}
