import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { File } from '@attune/contract/features/care/file/file'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

export type StoredFileRow = File & { ownerId: AccountId }

/** Returns the files with these ids that the actor may read. */
export async function listFileRows(tx: Tx, ids: readonly FileId[]): Promise<StoredFileRow[]> {
  if (!ids.length) return []
  const rows = await tx.kysely
    .selectFrom('file')
    .select([
      'id',
      'account_id as ownerId',
      'name',
      'kind',
      'type',
      'size',
      'state',
      'refusal',
      'width',
      'height',
      'seconds',
      'has_thumbnail as hasThumbnail',
      'created_at as createdAt',
    ])
    .where('id', 'in', ids)
    .execute()
  return rows as unknown as StoredFileRow[]
}

/**
 * SQL for the name of a file that the actor may read; null for any other, and for a refused or quarantined file. `of` is the alias of a relation with
 * the columns `account_id` and `file_id`.
 */
export const fileNameSql = (of: RawBuilder<unknown>) => sql<string | null>`
  (select f.name from app.file f where f.account_id = ${of}.account_id and f.id = ${of}.file_id and f.state not in ('refused', 'quarantined'))`

/** Removes the owner, which is not part of a response. */
export function withoutOwner(row: StoredFileRow): File {
  const { ownerId, ...file } = row
  void ownerId
  return file
}

/**
 * Locks the files of an account until the transaction ends, so that concurrent transactions run one after the other and
 * each counts the files of the earlier ones.
 */
export async function lockFilesOf(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 63))', [accountId])
}

/** Returns the size of all files of an account, in bytes. */
export async function readSizeOfFiles(tx: Tx, accountId: AccountId): Promise<number> {
  const row = await tx.kysely
    .selectFrom('file')
    .select(({ fn }) => fn.sum<string>('size').as('size'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}
