import type { ClientId } from '@attune/contract/common/ids'
import type { Contact } from '@attune/contract/features/people/client/client.fields'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { contactSql, detailsSql, type ExportedDetails } from '../content/record-fields.ts'
import { pagedRows, pageSql, periodSql } from '../content/pages.ts'
import type { PersonName } from '../names/name-finder.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import type { BundledInvoice } from './invoices.ts'

/** Returns the name of the acting therapist. */
export const readTherapist = async ({ kysely, actor }: Tx): Promise<PersonName> => {
  const row = await kysely
    .selectFrom('person')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('account_id', '=', actor.id)
    .executeTakeFirst()
  return row ?? { firstName: '', lastName: '' }
}

/** Returns the details of a record and its contacts; null if the acting therapist has no such record. */
export async function readPatientDetails({ kysely, actor }: Tx, clientId: ClientId) {
  const { rows } = await sql<{ details: ExportedDetails; contacts: Contact[] }>`
    select ${detailsSql} as details,
      coalesce((select json_agg(${contactSql} order by k.place, k.id)
        from app.client_contact k where k.therapist_id = c.therapist_id and k.client_id = c.id), '[]') as contacts
    from app.client c where c.therapist_id = ${actor.id} and c.id = ${clientId}`.execute(kysely)
  return rows[0] ?? null
}

const issuedAt = sql`i.issued_at`

/** Yields the invoices and credit notes that were issued for the client, with their lines. */
export const invoicesWithLines = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<BundledInvoice>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<BundledInvoice>`
      select i.id, i.issued_at as at, i.number_text as number, i.kind, i.gross_minor::text as "grossMinor", i.net_minor::text as "netMinor", i.currency,
        coalesce((select sum(p.amount_minor) from app.payment p where p.therapist_id = i.therapist_id and p.invoice_id = i.id), 0)::text as "paidMinor",
        coalesce((select json_agg(json_build_object('text', l.text, 'netMinor', l.net_minor::text) order by l.position) from app.invoice_line l
          where l.therapist_id = i.therapist_id and l.invoice_id = i.id), '[]') as lines
      from app.invoice i
      where i.therapist_id = ${actor.id} and i.client_id = ${record.clientId} and i.status = 'issued'
        and ${periodSql(issuedAt, record)} ${pageSql(issuedAt, sql`i.id`, after)}`.execute(kysely)
    return page.rows
  })
