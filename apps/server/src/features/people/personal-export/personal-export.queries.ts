import { personalExportDays } from '@attune/contract/features/people/personal-export/personal-export.rules'
import type {
  PersonalExport,
  RecordsExportChoices,
} from '@attune/contract/features/people/personal-export/personal-export'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { createExportKey, type ExportKey } from './pack/sealed.ts'

/** `personal`: the export of a person's own data. `records`: that of all records of a therapist. */
export type ExportKind = 'personal' | 'records'

const dayMilliseconds = 24 * 60 * 60_000

/** Returns the latest start of an export that has expired by `now`. */
export const exportsEndedBefore = (now: Date): Date => new Date(now.getTime() - personalExportDays * dayMilliseconds)

/** Returns the actor's export of a kind; null if there is none or if it has expired. */
export async function findOwnExport(tx: Tx, kind: ExportKind, now: Date): Promise<PersonalExport | null> {
  const row = await tx.kysely
    .selectFrom('personal_export')
    .select(['started_at', 'ready_at', 'failed_at', 'reason', 'done', 'parts', 'bytes'])
    .where('account_id', '=', tx.actor.id)
    .where('kind', '=', kind)
    .where('started_at', '>', exportsEndedBefore(now).toISOString())
    .executeTakeFirst()
  if (!row) return null
  const expiresAt = new Date(new Date(row.started_at).getTime() + personalExportDays * dayMilliseconds)
  return {
    state: row.ready_at ? 'ready' : row.failed_at ? 'failed' : 'making',
    startedAt: row.started_at,
    done: row.done,
    parts: row.parts,
    expiresAt: row.ready_at && expiresAt.toISOString(),
    bytes: row.bytes === null ? null : Number(row.bytes),
    reason: row.reason as PersonalExport['reason'],
  }
}

/** The choices of a therapist for an export of all records; null for an export of own data. */
type Choices = RecordsExportChoices | null

/**
 * Replaces the actor's export of a kind with a new one, which a job then makes. Returns its id, and the ids of the exports that it replaces. Refuses
 * with MAKING while an export of either kind is being made.
 */
export async function insertExport(tx: Tx, choices: Choices, now: Date): Promise<{ id: string; replaced: string[] }> {
  const { id: accountId, role } = tx.actor
  const ended = exportsEndedBefore(now).toISOString()
  const replaced = await tx.kysely
    .deleteFrom('personal_export')
    .where('account_id', '=', accountId)
    .where((on) =>
      on.or([
        on('started_at', '<=', ended),
        on.and([
          on('kind', '=', choices ? 'records' : 'personal'),
          on.or([on('ready_at', 'is not', null), on('failed_at', 'is not', null)]),
        ]),
      ]),
    )
    .returning('id')
    .execute()
  const id = randomUUID()
  const ofRecords = choices && { kind: 'records', choices: JSON.stringify(choices) }
  const inserted = await tx.kysely
    .insertInto('personal_export')
    .values({ account_id: accountId, id, role, started_at: now, ...createExportKey(), ...ofRecords })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw createRefusal('MAKING', 409)
  return { id, replaced: replaced.map((row) => row.id) }
}

/** Returns the key of the actor's export with this id while it is being made; undefined if it was removed or replaced, is ready, or has failed. */
export const findExportKey = (tx: Tx, id: string): Promise<ExportKey | undefined> =>
  tx.kysely
    .selectFrom('personal_export')
    .select(['key', 'nonce'])
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()

type Change =
  | { done: number; parts: number }
  | { ready_at: Date; bytes: number; tag: Buffer }
  | { failed_at: Date; reason: 'NO_SPACE' | 'FAILED' }

/**
 * Stores the progress or the end of the actor's export. Returns whether it is still wanted: not removed, replaced by a later one, or ended already.
 */
export async function updateExport(tx: Tx, id: string, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('personal_export')
    .set(change)
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the id and the key of the actor's export of a kind that is ready; null if there is none. */
export async function findReadyExport(tx: Tx, kind: ExportKind, now: Date) {
  const row = await tx.kysely
    .selectFrom('personal_export')
    .select(['id', 'key', 'nonce', 'tag', 'bytes', 'started_at as startedAt'])
    .where('account_id', '=', tx.actor.id)
    .where('kind', '=', kind)
    .where('ready_at', 'is not', null)
    .where('started_at', '>', exportsEndedBefore(now).toISOString())
    .executeTakeFirst()
  return row?.tag ? { ...row, tag: row.tag } : null
}

/** Deletes the actor's export of a kind, and returns its id in an array, which is empty if there is none. */
export async function deleteOwnExport(tx: Tx, kind: ExportKind): Promise<string[]> {
  const deleted = await tx.kysely
    .deleteFrom('personal_export')
    .where('account_id', '=', tx.actor.id)
    .where('kind', '=', kind)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/** Returns the choices for the actor's export of all records, and the moment at which it was started; undefined if it was removed or replaced. */
export async function findRecordsChoices(tx: Tx, id: string) {
  const row = await tx.kysely
    .selectFrom('personal_export')
    .select(['choices', 'started_at as startedAt'])
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { choices: row.choices as RecordsExportChoices, startedAt: new Date(row.startedAt) }
}
