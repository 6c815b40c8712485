import type { ClientId } from '@attune/contract/common/ids'
import type {
  AssistantConsent,
  AssistantConsentEvent,
} from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import { assistantConsentTextVersion } from '@attune/contract/features/assistant/assistant-consent/assistant-consent.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { AssistantSettings } from '../assistant-setup/assistant-setup.ts'

const longestHistory = 200

type RecordRow = { clientId: ClientId; therapistName: string; isInactive: boolean }
type EventRow = AssistantConsentEvent & { clientId: ClientId; termsVersion: number }

/**
 * Returns the consent to the assistant for one of the actor's records, or for each connected one, sorted by the therapist's name. `settings` is null
 * while the assistant is off.
 */
export async function listAssistantConsents(
  tx: Tx,
  settings: AssistantSettings | null,
  id?: ClientId,
): Promise<AssistantConsent[]> {
  const { rows } = await sql<RecordRow>`
    select c.id as "clientId", p.name as "therapistName",
      def.is_record_paused(c.therapist_id, c.id) or c.disconnected_at is not null as "isInactive"
    from app.client_name c join app.person p on p.account_id = c.therapist_id
    where ${id === undefined ? sql`c.disconnected_at is null` : sql`c.id = ${id}`}
    order by p.last_name, p.first_name, c.id`.execute(tx.kysely)
  const events = await readConsentEventsOfRecords(
    tx,
    rows.map(({ clientId }) => clientId),
  )
  return rows.map((row) => consentFrom(row, events.get(row.clientId) ?? [], settings))
}

/** Returns the ledger entries of each record, latest first. */
async function readConsentEventsOfRecords(tx: Tx, clientIds: ClientId[]): Promise<Map<string, EventRow[]>> {
  const { rows } = await sql<EventRow>`
    select l.client_id as "clientId", l.at, l.action, l.how as source, l.by_account = ${tx.actor.id} as "byReader", l.version, l.language, l.provider,
      l.provider_country as "providerCountry", l.terms_version as "termsVersion"
    from app.assistant_consent l where l.client_id = any (${clientIds}) order by l.client_id, l.position desc`.execute(
    tx.kysely,
  )
  const events = new Map<string, EventRow[]>()
  for (const event of rows) events.set(event.clientId, [...(events.get(event.clientId) ?? []), event])
  return events
}

function publicEvent(row: EventRow): AssistantConsentEvent {
  const { clientId: _, termsVersion: __, ...event } = row
  return event
}

/** Derives the consent for a record from its ledger, which is sorted latest first. */
function consentFrom(
  { isInactive, ...row }: RecordRow,
  ledger: EventRow[],
  settings: AssistantSettings | null,
): AssistantConsent {
  const [newest] = ledger
  const latest = newest?.action === 'given' ? newest : null
  return {
    ...row,
    offered: settings && {
      provider: settings.provider,
      providerCountry: settings.providerCountry,
      region: settings.region,
      isOwnHost: settings.isOwnHost,
      termsVersion: settings.termsVersion,
      version: assistantConsentTextVersion,
    },
    isGiven: latest !== null && settings !== null && latest.termsVersion === settings.termsVersion,
    latest: latest && publicEvent(latest),
    mayGive: !isInactive && settings !== null,
    history: ledger.slice(0, longestHistory).map(publicEvent),
  }
}
