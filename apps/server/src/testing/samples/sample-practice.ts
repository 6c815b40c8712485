import type pg from 'pg'
import { queryBuilder } from '../../platform/database/query-builder.ts'
import type { DB } from '../../platform/database/types.ts'
import { randomId } from '../database/database.ts'
import { seedSession, seedTherapist, writeAsOwner, type SeededTherapist } from '../practice.ts'
import { sampleRows } from './sample-input-registry.ts'
import type { SamplePractice } from './sample-rows.ts'

/** Tables whose triggers refuse inserted rows that skip the steps of the workflow. */
const guardedTables = [
  'document',
  'document_request',
  'estimate',
  'form_signature',
  'invoice',
  'invoice_erased',
  'invoice_line',
  'invoice_series',
  'legal_consent',
  'payment',
  'record_request',
  'sent_form',
]

/** Inserts at least one row into every table that a therapist or client owns. Every free text contains `mark`. */
export async function seedEverything(db: pg.Client, mark: string): Promise<SeededTherapist & { sessionId: string }> {
  const therapist = await seedTherapist(db, 2, mark)
  const sessionId = await seedSession(db, therapist, '2031-05-05T09:00:00Z', mark)
  const practice = practiceOf(therapist, sessionId, mark)
  await writeAsOwner(db, async () => {
    for (const table of guardedTables) await db.query(`alter table app.${table} disable trigger user`)
    await insertSampleRows(db, practice)
    for (const table of guardedTables) await db.query(`alter table app.${table} enable trigger user`)
    await db.query('update app.client set code = left($2, 20) where therapist_id = $1', [therapist.id, mark])
    await db.query('update app.conversation set last_seq = 2 where client_id = $1', [therapist.clients[0]?.id])
    await db.query(
      `insert into app.mail (kind, account_id, acting_for, error) values ('session-planned', $1, $2, $3)`,
      [practice.clientAccountId, therapist.id, mark],
    )
    await db.query(`insert into app.audit (actor_id, actor_role, action, thing) values ($1, 'therapist', 'read', $2)`, [
      therapist.id,
      mark,
    ])
  })
  return { ...therapist, sessionId }
}

/** Inserts the sample rows of all tables. Retries a table later if its rows refer to rows that do not exist yet. */
async function insertSampleRows(db: pg.Client, practice: SamplePractice): Promise<void> {
  let waiting = Object.entries(sampleRows)
  while (waiting.length > 0) {
    const later: typeof waiting = []
    for (const [table, rowsOf] of waiting) {
      const rows: object | object[] = rowsOf(practice)
      const insert = queryBuilder
        .insertInto(table as keyof DB)
        .values(rows)
        .compile()
      await db.query('savepoint sample')
      try {
        await db.query(insert.sql, [...insert.parameters])
      } catch (error) {
        if (!isMissingReference(error)) throw error
        await db.query('rollback to savepoint sample')
        later.push([table, rowsOf])
      }
    }
    if (later.length === waiting.length) throw new Error(`sample rows without what they refer to: ${namesOf(later)}`)
    waiting = later
  }
}

const namesOf = (entries: readonly (readonly [string, unknown])[]) => entries.map(([table]) => table).join(', ')
const isMissingReference = (error: unknown) => (error as { code?: string }).code === '23503'

function practiceOf(therapist: SeededTherapist, sessionId: string, mark: string): SamplePractice {
  const [first, second] = therapist.clients
  if (!first || !second) throw new Error('a practice needs two clients')
  const ids = new Map<string, string>()
  const rowId = (name: string) => {
    const id = ids.get(name) ?? randomId()
    ids.set(name, id)
    return id
  }
  return {
    therapistId: therapist.id,
    sessionId,
    clientId: first.id,
    clientAccountId: first.accountId,
    otherClientId: second.id,
    otherAccountId: second.accountId,
    mark,
    rowId,
  }
}
