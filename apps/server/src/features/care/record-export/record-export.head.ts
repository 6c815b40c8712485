import type { AccountId, ClientId } from '@attune/contract/common/ids'
import { dayBounds } from '@attune/contract/common/time/time'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import type { Contact } from '@attune/contract/features/people/client/client.fields'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import { languageFrom } from '../../../platform/text/translations.ts'

/** The parts and the period of an order, without its format. */
export type ExportedContent = Omit<RecordExportOrder, 'as' | 'keptNames' | 'withGuardianAddresses'>

/** A record that is being exported: its client, the order, and the therapist's language and time zone. */
export type ExportedRecord = {
  actor: Actor
  clientId: ClientId
  accountId: AccountId | null
  firstName: string
  name: string
  lastName: string
  order: RecordExportOrder
  /** The period as instants: from the start of the first day to the end of the last; null means no limit. */
  from: string | null
  until: string | null
  reader: { language: Language; zone: string }
  madeAt: string
  /** The contacts of the present record that are guardians. */
  guardians: Pick<Contact, 'name' | 'phone' | 'email'>[]
}

const guardiansSql = sql<ExportedRecord['guardians']>`coalesce((
  select json_agg(json_build_object('name', k.name, 'phone', k.phone, 'email', k.email) order by k.id)
  from app.client_contact k where k.therapist_id = c.therapist_id and k.client_id = c.id and k.is_guardian), '[]')`

/** Returns the record of an order; null if the acting therapist has no such record. */
export async function exportedRecord(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  order: RecordExportOrder,
): Promise<ExportedRecord | null> {
  const row = await db.asActor(actor, ({ kysely }) =>
    kysely
      .selectFrom('client_name as c')
      .innerJoin('person as p', 'p.account_id', 'c.therapist_id')
      .select(['c.account_id', 'c.first_name', 'c.last_name', 'p.language', 'p.zone', guardiansSql.as('guardians')])
      .where('c.therapist_id', '=', actor.id)
      .where('c.id', '=', order.clientId)
      .executeTakeFirst(),
  )
  if (!row) return null
  return {
    actor,
    clientId: order.clientId,
    accountId: row.account_id,
    firstName: row.first_name,
    name: `${row.first_name} ${row.last_name}`.trim(),
    lastName: row.last_name,
    order,
    from: order.from && dayBounds(order.from, row.zone).from,
    until: order.until && dayBounds(order.until, row.zone).to,
    reader: { language: languageFrom(row.language), zone: row.zone },
    madeAt: clock.now().toISOString(),
    guardians: row.guardians,
  }
}

/** Whether the export is a bundle for another practice, which contains no private notes and no data of the other clients of a session. */
export const isHandedOver = ({ order }: Pick<ExportedRecord, 'order'>): boolean => order.as === 'fhir'

/** Returns the record as the bundle for another practice contains it. */
export const asHandedOver = (record: ExportedRecord): ExportedRecord => ({
  ...record,
  order: { ...record.order, as: 'fhir' },
})

/** Returns the ids of all records of the acting therapist, in the order of their names. */
export async function listRecordIds({ kysely, actor }: Tx): Promise<ClientId[]> {
  const rows = await kysely
    .selectFrom('client_name')
    .select('id')
    .where('therapist_id', '=', actor.id)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
