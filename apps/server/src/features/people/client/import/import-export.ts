import type { ClientId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { ImportedClient } from '@attune/contract/features/people/client/client'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../../platform/database/actor.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { clientTagNamesSql } from '../../client-tag/client-tag.ts'
import { csvRow } from '@attune/contract/common/csv/csv'
import { clientFieldsSql, clientJoinsSql, csvFields } from '../client.fields.ts'
import { createClient } from '../client.ts'

type Row = z.output<typeof ImportedClient>
type IdentifyingFields = {
  firstName: string
  lastName: string
  email: string | null
  dateOfBirth: string | null
  phone: string
}

/**
 * Returns the key by which an import recognizes a person: the name and the email address. If there is no email
 * address, the key is the name, the date of birth and the phone number.
 */
const identityKey = (row: IdentifyingFields) =>
  JSON.stringify([
    comparedName(row.firstName),
    comparedName(row.lastName),
    ...(row.email ? [row.email] : [row.dateOfBirth, row.phone]),
  ])

/**
 * Returns a name in lower case and with composed letters, because macOS writes decomposed ones. U+0307 is the dot that remains of a Turkish İ in
 * lower case.
 */
const comparedName = (name: string) => name.normalize('NFC').toLowerCase().replaceAll('\u0307', '')

/**
 * Adds a record for each row with a new person. Returns the ids of the added rows, the ids of the records that exist already, and the positions of
 * the rows refused with CONFLICT because another record has their id. Locks the calendar, so that concurrent imports of a therapist run one after the
 * other. A file that is sent twice therefore adds each person once.
 */
export async function importClients(tx: Tx, rows: Row[], now: Date) {
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const existing = new Map((await listRecordsWithLastNames(tx, rows)).map((record) => [identityKey(record), record.id]))
  const outcome = { added: [] as string[], known: [] as string[], refused: [] as { index: number; code: 'CONFLICT' }[] }
  for (const [index, row] of rows.entries()) {
    const key = identityKey(row)
    const known = existing.get(key)
    if (known) {
      outcome.known.push(known)
      continue
    }
    try {
      outcome[await createClient(tx, row, now, 'import')].push(row.id)
      existing.set(key, row.id)
    } catch (error) {
      // The id of the row belongs to another record, and nothing was written.
      if (!(error instanceof ORPCError && error.code === 'CONFLICT')) throw error
      outcome.refused.push({ index, code: 'CONFLICT' })
    }
  }
  return outcome
}

/**
 * Returns the rows of a file that belong to an existing record, and the rows that only share a name with an existing record. Reads with the same rule
 * as `importClients`, without a lock, because the result is only shown.
 */
export async function findComparedClients(tx: Tx, rows: IdentifyingFields[]) {
  const records = await listRecordsWithLastNames(tx, rows)
  const byKey = new Map(records.map((record) => [identityKey(record), record]))
  const byName = Map.groupBy(records, nameKey)
  const matches = rows.flatMap((row, index) => {
    const known = byKey.get(identityKey(row))
    const namesakes = known ? [known] : (byName.get(nameKey(row)) ?? [])
    if (namesakes.length === 0) return []
    const otherBirthDate = namesakes.every(
      ({ dateOfBirth }) => dateOfBirth !== null && row.dateOfBirth !== null && dateOfBirth !== row.dateOfBirth,
    )
    return [{ index, kind: known ? ('known' as const) : ('namesake' as const), otherBirthDate }]
  })
  return { matches }
}

const nameKey = (row: Pick<IdentifyingFields, 'firstName' | 'lastName'>) =>
  JSON.stringify([comparedName(row.firstName), comparedName(row.lastName)])

async function listRecordsWithLastNames(
  tx: Tx,
  rows: Pick<IdentifyingFields, 'lastName'>[],
): Promise<(IdentifyingFields & { id: ClientId })[]> {
  const lastNames = rows.map((row) => comparedName(row.lastName))
  const { rows: found } = await sql<IdentifyingFields & { id: ClientId }>`
    select id, first_name as "firstName", last_name as "lastName", email, date_of_birth as "dateOfBirth", phone
    from app.client where therapist_id = ${tx.actor.id} and replace(lower(normalize(last_name)), chr(775), '') = any (${lastNames}::text[])`.execute(
    tx.kysely,
  )
  return found
}

/** The columns of the exported CSV file that come after `csvFields`. */
const columnsAfterFields = ['status', 'joinedAt', 'tags'] as const

/** Returns all clients of the acting therapist as CSV, sorted by name, with headings in the therapist's language. */
export async function exportClients(tx: Tx): Promise<string> {
  const { rows } = await sql<Record<string, string | null>>`
    select ${clientFieldsSql}, c.status, c.joined_at as "joinedAt", ${clientTagNamesSql} as tags
    from app.client c ${clientJoinsSql}
    where c.therapist_id = ${tx.actor.id} order by lower(c.last_name), lower(c.first_name), c.id`.execute(tx.kysely)
  const me = await tx.kysely
    .selectFrom('person')
    .select('language')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  const columns = [...csvFields, ...columnsAfterFields.map((name) => ({ name, heading: name }))]
  const headings = columns.map(({ heading }) => translate(me.language as Language, `export.${heading}`))
  const lines = rows.map((row) => csvRow(columns.map(({ name }) => row[name] ?? '')))
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return `\ufeff${[csvRow(headings), ...lines].join('\r\n')}\r\n`
}
