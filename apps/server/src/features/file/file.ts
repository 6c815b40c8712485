import type { File } from '@attune/contract/features/file'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { fileRows, shown } from './file.queries.ts'

export { nameFor } from './download.mount.ts'

/** Files by id, in the order in which they are named, as far as the actor may read them. */
export async function filesById(tx: Tx, ids: readonly string[]): Promise<Map<string, File>> {
  const known = new Map((await fileRows(tx, [...new Set(ids)])).map((row) => [row.id, shown(row)]))
  return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as File]] : [])))
}

/**
 * Files of the actor's own that something is about to name. One that is not there is 404; one that was refused is
 * 409 FILE_REFUSED {id}. Files that are still on their way, or being looked at, may be named.
 */
export async function ownFiles(tx: Tx, ids: readonly string[]): Promise<File[]> {
  const rows = await fileRows(tx, [...new Set(ids)])
  const mine = new Map(rows.filter((row) => row.ownerId === tx.actor.id).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = mine.get(id)
    if (!row) throw notFound()
    if (row.state === 'refused' || row.state === 'quarantined') throw refuse('FILE_REFUSED', 409, { id })
    return shown(row)
  })
}

/** Lets others read files of the actor's own. */
export async function letRead(tx: Tx, ids: readonly string[], readers: readonly string[]): Promise<void> {
  if (ids.length && readers.length) await tx.run('select def.file_let_read($1, $2)', [ids, readers])
}

/** Takes that away again, from some or from everybody else. After the commit no request gets a byte. */
export async function withdraw(tx: Tx, ids: readonly string[], readers: readonly string[] | 'all'): Promise<void> {
  if (ids.length) await tx.run('select def.file_withdraw($1, $2)', [ids, readers === 'all' ? null : readers])
}

/** Removes files of the actor's own that nothing names any more; the sweep removes their bytes. */
export async function dropFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length) await tx.run('select def.file_drop($1)', [ids])
}
