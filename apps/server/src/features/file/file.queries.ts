import type { File } from '@attune/contract/features/file'
import type { Tx } from '../../platform/database/actor.ts'

export type StoredFileRow = File & { ownerId: string }

/** Returns the files with these ids that the actor may read. */
export async function fileRows(tx: Tx, ids: readonly string[]): Promise<StoredFileRow[]> {
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

/** Removes the owner, which is not part of a response. */
export function withoutOwner(row: StoredFileRow): File {
  const { ownerId, ...file } = row
  void ownerId
  return file
}
