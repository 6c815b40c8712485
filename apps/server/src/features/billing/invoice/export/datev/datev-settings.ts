import {
  datevChartOf,
  datevKindOf,
  type DatevAccounts,
  type DatevChart,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import {
  datevBasisIn,
  type DatevBasisYears,
  isDatevBasisFixed,
  proposedDatevBasis,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev-basis.rules'
import type { EnteredDatev, OwnDatevSettings } from '@attune/contract/features/billing/invoice/datev/invoice.datev'
import { sql } from 'kysely'
import type { Tx } from '../../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../../business/business.ts'
import type { ExportedInvoice } from '../rows.ts'

type DatevFields = Omit<EnteredDatev, 'basis'>
type StoredDatev = Pick<OwnDatevSettings, 'bases' | 'exportedUntil'> & { fields: DatevFields; country: string | null }

/** Returns the acting therapist's settings of the DATEV export, and the country of the business. The numbers are empty until they are saved. */
export async function readDatev(tx: Tx): Promise<StoredDatev> {
  const row = await tx.kysely
    .selectFrom('datev_setting')
    .select(['consultant', 'client', 'chart', 'accounts', 'bases', 'exported_until', 'debtors_from'])
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  const country = (await readBusiness(tx))?.country ?? null
  const chart = (row?.chart ?? 'SKR03') as DatevChart
  return {
    fields: {
      consultant: row?.consultant ?? '',
      client: row?.client ?? '',
      chart: datevChartOf(country, chart) ?? chart,
      accounts: (row?.accounts ?? {}) as DatevAccounts,
      debtorsFrom: row?.debtors_from ?? null,
    },
    bases: (row?.bases ?? {}) as DatevBasisYears,
    exportedUntil: row?.exported_until ?? null,
    country,
  }
}

/** Returns the acting therapist's settings of the DATEV export, with the kinds of bookings that the issued invoices need. */
export async function readOwnDatev(tx: Tx): Promise<OwnDatevSettings> {
  const { fields, bases, exportedUntil } = await readDatev(tx)
  return { fields, bases, exportedUntil, used: await listUsedKinds(tx) }
}

async function listUsedKinds(tx: Tx): Promise<string[]> {
  type Parties = Pick<ExportedInvoice['snapshot'], 'seller' | 'buyer'>
  const { rows } = await sql<Parties & { group: ExportedInvoice['snapshot']['taxes'][number] }>`
    select distinct t - 'netMinor' - 'taxMinor' as group, jsonb_build_object('country', i.frozen->'seller'->'country') as seller,
      jsonb_build_object('kind', i.frozen->'buyer'->'kind', 'country', i.frozen->'buyer'->'country') as buyer
    from app.invoice i, jsonb_array_elements(i.frozen->'taxes') t
    where i.therapist_id = ${tx.actor.id} and i.status = 'issued'`.execute(tx.kysely)
  return [...new Set(rows.map(({ group, ...parties }) => datevKindOf(group, parties)))].toSorted()
}

/** Locks the acting therapist's settings of the DATEV export until the transaction ends. */
export const lockDatev = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('attune datev'), hashtext(${tx.actor.id}))`.execute(tx.kysely)

/**
 * Saves the acting therapist's settings of the DATEV export, and returns them. Refuses another basis with BASIS_FIXED for a year that was exported,
 * and for the years before it.
 */
export async function saveDatev(
  tx: Tx,
  { accounts, basis, debtorsFrom, ...fields }: EnteredDatev,
): Promise<OwnDatevSettings> {
  await lockDatev(tx)
  const entered = Object.entries(accounts).filter(([, { account }]) => account !== '')
  const columns = { ...fields, debtors_from: debtorsFrom, accounts: JSON.stringify(Object.fromEntries(entered)) }
  await write(tx, basis ? { ...columns, bases: JSON.stringify(await changedBases(tx, basis)) } : columns)
  return readOwnDatev(tx)
}

async function changedBases(tx: Tx, { year, basis }: NonNullable<EnteredDatev['basis']>): Promise<DatevBasisYears> {
  const { bases, exportedUntil, country } = await readDatev(tx)
  const before = datevBasisIn(bases, year, proposedDatevBasis(country))
  if (basis !== before && isDatevBasisFixed(exportedUntil, year)) throw createRefusal('BASIS_FIXED', 409)
  return basis === before && Object.keys(bases).length > 0 ? bases : { ...bases, [year]: basis }
}

/** Records that a period of a year was exported, so that its basis no longer changes. The caller has locked the settings. */
export async function recordDatevExport(tx: Tx, year: number): Promise<void> {
  const { bases, exportedUntil, country } = await readDatev(tx)
  const kept = Object.keys(bases).length > 0 ? bases : { [year]: proposedDatevBasis(country) }
  await write(tx, { bases: JSON.stringify(kept), exported_until: Math.max(year, exportedUntil ?? year) })
}

type Columns = { bases?: string; exported_until?: number; accounts?: string; debtors_from?: number | null } & Partial<
  Pick<EnteredDatev, 'consultant' | 'client' | 'chart'>
>

async function write(tx: Tx, columns: Columns): Promise<void> {
  await tx.kysely
    .insertInto('datev_setting')
    .values({ therapist_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(columns))
    .execute()
}
