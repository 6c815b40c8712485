import {
  datevChartOf,
  datevKindOf,
  type DatevAccounts,
  type DatevChart,
} from '@attune/contract/features/billing/invoice/invoice.datev.rules'
import type { EnteredDatev, OwnDatevSettings } from '@attune/contract/features/billing/invoice/invoice.datev'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readBusiness } from '../../business/business.ts'
import type { ExportedInvoice } from './rows.ts'

/** Returns the acting therapist's settings of the DATEV export. The numbers are empty until they are saved. */
export async function readDatevFields(tx: Tx): Promise<EnteredDatev> {
  const row = await tx.kysely
    .selectFrom('datev_setting')
    .select(['consultant', 'client', 'chart', 'accounts'])
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  const country = (await readBusiness(tx))?.country ?? null
  const chart = (row?.chart ?? 'SKR03') as DatevChart
  return {
    consultant: row?.consultant ?? '',
    client: row?.client ?? '',
    chart: datevChartOf(country, chart) ?? chart,
    accounts: (row?.accounts ?? {}) as DatevAccounts,
  }
}

/** Returns the acting therapist's settings of the DATEV export, with the kinds of bookings that the issued invoices need. */
export const readOwnDatev = async (tx: Tx): Promise<OwnDatevSettings> => ({
  fields: await readDatevFields(tx),
  used: await listUsedKinds(tx),
})

async function listUsedKinds(tx: Tx): Promise<string[]> {
  type Parties = Pick<ExportedInvoice['snapshot'], 'seller' | 'buyer'>
  const { rows } = await sql<Parties & { group: ExportedInvoice['snapshot']['taxes'][number] }>`
    select distinct t - 'netMinor' - 'taxMinor' as group, jsonb_build_object('country', i.frozen->'seller'->'country') as seller,
      jsonb_build_object('kind', i.frozen->'buyer'->'kind', 'country', i.frozen->'buyer'->'country') as buyer
    from app.invoice i, jsonb_array_elements(i.frozen->'taxes') t
    where i.therapist_id = ${tx.actor.id} and i.status = 'issued'`.execute(tx.kysely)
  return [...new Set(rows.map(({ group, ...parties }) => datevKindOf(group, parties)))].toSorted()
}

/** Saves the acting therapist's settings of the DATEV export, and returns them. */
export async function saveDatev(tx: Tx, { accounts, ...fields }: EnteredDatev): Promise<OwnDatevSettings> {
  const entered = Object.entries(accounts).filter(([, { account }]) => account !== '')
  const columns = { ...fields, accounts: JSON.stringify(Object.fromEntries(entered)) }
  await tx.kysely
    .insertInto('datev_setting')
    .values({ therapist_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(columns))
    .execute()
  return readOwnDatev(tx)
}
