import type { ImportedCalendarId } from '@attune/contract/common/ids'
import type { ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { normalizeCalendarAddress } from '@attune/contract/features/schedule/calendar/calendar.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../../platform/policy/refusal.ts'

const maxCalendars = 10

type Row = Omit<ImportedCalendar, 'host'> & { address: string }

const columns = [
  'id',
  'name',
  'address',
  'state',
  'error',
  'events',
  'read_at as readAt',
  'next_read_at as nextReadAt',
] as const

/** Replaces the address, which is secret, by its host. */
const toCalendar = ({ address, ...row }: Row): ImportedCalendar => ({ ...row, host: new URL(address).host })

const selectOwnImports = (tx: Tx) =>
  tx.kysely
    .selectFrom('imported_calendar')
    .select(columns)
    .where('therapist_id', '=', tx.actor.id)
    .where('is_external', '=', false)

export async function listImportedCalendars(tx: Tx): Promise<ImportedCalendar[]> {
  const rows = await selectOwnImports(tx).orderBy('created_at').orderBy('id').execute()
  return (rows as Row[]).map(toCalendar)
}

/** Returns an imported calendar of the acting therapist. Refuses with NOT_FOUND if there is none with this id. */
export async function readImportedCalendar(tx: Tx, id: ImportedCalendarId): Promise<ImportedCalendar> {
  const row = await selectOwnImports(tx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toCalendar(row as Row)
}

/**
 * Stores the address of an external calendar. Repeating a call with the same id and content changes nothing. Refuses
 * with:
 * - NOT_AN_ADDRESS for an invalid address
 * - LIMIT_REACHED if the therapist has too many calendars
 * - CONFLICT for the same id with other content
 */
export async function addImport(
  tx: Tx,
  wanted: { id: ImportedCalendarId; name: string; address: string },
): Promise<void> {
  const address = normalizeCalendarAddress(wanted.address)
  if (!address) throw createRefusal('NOT_AN_ADDRESS', 409)
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const existing = (await selectOwnImports(tx).execute()) as Row[]
  const known = existing.find((row) => row.id === wanted.id)
  if (known) {
    if (known.address !== address || known.name !== wanted.name) throw conflict()
    return
  }
  if (existing.length >= maxCalendars) throw limitReached(maxCalendars)
  await tx.kysely
    .insertInto('imported_calendar')
    .values({ id: wanted.id, therapist_id: tx.actor.id, name: wanted.name, address })
    .execute()
}

export async function renameImport(
  tx: Tx,
  { id, name }: { id: ImportedCalendarId; name: string },
): Promise<ImportedCalendar> {
  await tx.kysely
    .updateTable('imported_calendar')
    .set({ name })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .where('is_external', '=', false)
    .execute()
  return readImportedCalendar(tx, id)
}

/**
 * Removes an imported calendar of the acting therapist with its events. Refuses with NOT_FOUND if there is none with
 * this id.
 */
export async function removeImport(tx: Tx, id: ImportedCalendarId): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('imported_calendar')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .where('is_external', '=', false)
    .executeTakeFirst()
  if (!numDeletedRows) throw notFound()
}
