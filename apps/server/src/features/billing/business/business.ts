import type { Business, EnteredBusiness, OwnBusiness } from '@attune/contract/features/billing/business/business'
import { fieldsInCountry } from '@attune/contract/features/billing/business/business.numbers'
import {
  businessProblems,
  currencyOf,
  taxProfileKeyOf,
} from '@attune/contract/features/billing/business/business.rules'
import { wallClockOf } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'
import { businessColumns, enteredBusiness, noBusiness, type BusinessRow } from './business.fields.ts'

/**
 * Returns the acting therapist's business settings for new invoices: only fields that apply in its country, with the defaults of the country and the
 * therapist's language. Returns null if nothing was saved.
 */
export async function readBusiness(tx: Tx): Promise<Business | null> {
  const [row, language] = await Promise.all([findStoredBusiness(tx), readBusinessLanguage(tx)])
  return row && effectiveBusiness(row, language)
}

/** Returns the country of most businesses of the practice, for an admin; null if no business has a country. */
export async function findPracticeCountry(tx: Tx): Promise<string | null> {
  const { rows } = await tx.run<{ country: string | null }>('select def.practice_country() as country', [])
  return rows[0]?.country ?? null
}

/** Returns the first number of the business's invoices in a year: the chosen one in the year for which it was set, otherwise 1. */
export const firstNumberIn = (
  business: Pick<Business, 'firstNumber' | 'firstNumberYear'> | null,
  year: number,
): number => (business?.firstNumberYear === year ? business.firstNumber : 1)

/**
 * Returns a logo by its SHA-256 (a PNG or JPEG without transparency); null if there is none. Searches the logos of the acting therapist, or of the
 * therapist for whom the worker acts.
 */
export const findLogo = async (tx: Tx, sha256: string): Promise<{ mime: string; bytes: Buffer } | null> =>
  (await tx.kysely
    .selectFrom('business_logo')
    .select(['mime', 'bytes'])
    .where('therapist_id', '=', tx.actor.id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()) ?? null

/** Returns the acting therapist's own settings at the time `now`. */
export async function readOwnBusiness(tx: Tx, now: Date): Promise<OwnBusiness> {
  const [row, zone] = await Promise.all([findStoredBusiness(tx), readZone(tx)])
  const year = yearAt(now, zone)
  return settingsOf(row ?? noBusiness(tx.actor.id), year, await findSeriesBegin(tx, year))
}

/**
 * Saves the acting therapist's settings if they are based on the current version. Repeating the same call changes nothing. Refuses with CHANGED and
 * the current settings, and with NUMBERS_BEGUN for another first number once an invoice of the year has a number.
 */
export async function saveBusiness(
  tx: Tx,
  { version, fields }: { version: number; fields: EnteredBusiness },
  now: Date,
): Promise<OwnBusiness> {
  const [row, before] = [await lockBusiness(tx), await readOwnBusiness(tx, now)]
  const versioned = {
    stored: row && before,
    base: version,
    isSame: () => isDeepStrictEqual(before.fields, fields),
    repeat: 'any',
    current: () => before,
    changed: () => createRefusal('CHANGED', 409, before),
  } as const
  return saveVersioned(versioned, () => writeBusiness(tx, { version, fields, row, before }, now))
}

type BusinessWrite = { version: number; fields: EnteredBusiness; before: OwnBusiness } & {
  row: Awaited<ReturnType<typeof lockBusiness>>
}

/** Writes the acting therapist's settings. Refuses with NUMBERS_BEGUN like `saveBusiness`, and with CHANGED if another request wrote them first. */
async function writeBusiness(tx: Tx, { version, fields, row, before }: BusinessWrite, now: Date): Promise<OwnBusiness> {
  const isNewNumber = fields.firstNumber !== before.fields.firstNumber
  if (isNewNumber && before.numbersBegun) throw createRefusal('NUMBERS_BEGUN', 409)
  const columns = {
    ...businessColumns(fields),
    first_number_year: isNewNumber ? before.year : (row?.first_number_year ?? null),
    ...(row &&
      isNewWithholding(row, fields) && { withholding_before_bp: withholdingNow(row, await readToday(tx, now)) }),
    version: version + 1,
    updated_at: now,
  }
  if (!isNewNumber) columns.first_number = row?.first_number ?? 1
  const { numInsertedOrUpdatedRows = 0n } = await tx.kysely
    .insertInto('business')
    .values({ therapist_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(columns).where('business.version', '=', version))
    .executeTakeFirst()
  // Another request inserted the first row in the meantime.
  if (numInsertedOrUpdatedRows === 0n) throw createRefusal('CHANGED', 409, await readOwnBusiness(tx, now))
  return readOwnBusiness(tx, now)
}

/** Whether settings change the rate of withholding or its day. */
const isNewWithholding = (row: BusinessRow, { withholdingBp, withholdingFrom }: EnteredBusiness) =>
  row.withholding_bp !== withholdingBp || row.withholding_from !== withholdingFrom

/**
 * Returns the withholding rate that applies on a day (`YYYY-MM-DD`), in basis points: before the day from which the new rate applies, the earlier
 * rate.
 */
const withholdingNow = (row: BusinessRow, today: string): number =>
  row.withholding_from !== null && today < row.withholding_from ? row.withholding_before_bp : row.withholding_bp

const readToday = async (tx: Tx, now: Date) => wallClockOf(now.toISOString(), await readZone(tx)).day

/** Switches the acting therapist's payments on or off. Refuses to switch them on while fields are missing, with INCOMPLETE and these fields. */
export async function setPaymentsOn(tx: Tx, on: boolean, now: Date): Promise<OwnBusiness> {
  await lockBusiness(tx)
  const { problems } = await readOwnBusiness(tx, now)
  if (on && problems.length > 0) throw createRefusal('INCOMPLETE', 409, { missing: problems })
  await tx.kysely.updateTable('business').set({ is_on: on }).where('therapist_id', '=', tx.actor.id).execute()
  return readOwnBusiness(tx, now)
}

/** Returns whether the acting person can open the payments page, and if not, the reason. */
export async function readPaymentsAccess(tx: Tx): Promise<{
  open: boolean
  reason: 'incomplete' | 'off' | 'none-issued' | null
}> {
  if (tx.actor.role === 'client') {
    const gotAny = await hasReceivedDocument(tx)
    return { open: gotAny, reason: gotAny ? null : 'none-issued' }
  }
  const row = await findStoredBusiness(tx)
  const isComplete = row !== null && problemsOf(row).length === 0
  if (isComplete && row.is_on) return { open: true, reason: null }
  return { open: false, reason: isComplete ? 'off' : 'incomplete' }
}

/** Whether an invoice was issued or an estimate given to the acting client. Stays true after a disconnect. */
async function hasReceivedDocument(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select exists (select from app.invoice_client where account_id = ${tx.actor.id})
      or exists (select from app.estimate_client where account_id = ${tx.actor.id}) as got`.execute(tx.kysely)
  return rows[0]?.got ?? false
}

/** Returns the first number of the acting therapist's invoices of a year; null if no invoice of the year has a number. */
async function findSeriesBegin(tx: Tx, year: number): Promise<number | null> {
  const { rows } = await sql<{ first_number: number }>`
    select first_number from app.invoice_series where therapist_id = ${tx.actor.id} and year = ${year} and series = ''`.execute(
    tx.kysely,
  )
  return rows[0]?.first_number ?? null
}

const findStoredBusiness = async (tx: Tx): Promise<BusinessRow | null> =>
  (await tx.kysely.selectFrom('business').selectAll().where('therapist_id', '=', tx.actor.id).executeTakeFirst()) ??
  null

/** Returns the stored row and locks it until the transaction ends. */
const lockBusiness = async (tx: Tx): Promise<BusinessRow | null> =>
  (await tx.kysely
    .selectFrom('business')
    .selectAll()
    .where('therapist_id', '=', tx.actor.id)
    .forUpdate()
    .executeTakeFirst()) ?? null

async function readBusinessLanguage(tx: Tx): Promise<Business['language']> {
  const { rows } = await sql<{ language: Business['language'] }>`
    select language from app.person where account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]?.language ?? 'en'
}

function settingsOf(row: BusinessRow, year: number, begin: number | null): OwnBusiness {
  const wanted = firstNumberIn({ firstNumber: row.first_number, firstNumberYear: row.first_number_year }, year)
  return {
    fields: { ...enteredBusiness(row), firstNumber: begin ?? wanted },
    isOn: row.is_on,
    logoSha: row.logo_sha,
    version: row.version,
    problems: problemsOf(row),
    year,
    numbersBegun: begin !== null,
  }
}

const problemsOf = (row: BusinessRow) => businessProblems(effectiveBusiness(row, 'en'))

/** Removes fields that do not apply in the country, and fills in its defaults. */
function effectiveBusiness(row: BusinessRow, language: Business['language']): Business {
  const fields = fieldsInCountry(enteredBusiness(row))
  return {
    ...fields,
    isOn: row.is_on,
    logoSha: row.logo_sha,
    firstNumberYear: row.first_number_year,
    withholdingBeforeBp: row.withholding_before_bp,
    language: fields.language ?? language,
    currency: fields.currency ?? currencyOf(fields.country),
    taxProfile: taxProfileKeyOf(fields),
  }
}

const yearAt = (now: Date, zone: string) =>
  Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone, calendar: 'gregory' }).format(now))
