import type { FileId } from '@attune/contract/common/ids'
import type { FileKind } from '@attune/contract/features/care/file/file'
import { fileLimits, fileQuotaBytes, type FileRefusal } from '@attune/contract/features/care/file/file.rules'
import { rm, writeFile } from 'node:fs/promises'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { PartName } from '../../../../platform/files/upload-parts.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { detectContent } from '../check/detect-type.ts'
import { downloadName } from '../download/download.mount.ts'
import { lockFilesOf, readSizeOfFiles } from '../file.queries.ts'

/** A file that the server received, stored like an upload with one part. Its kind is detected from its bytes. */
export type ReceivedFile = { id: FileId; part: PartName; kind: FileKind; type: string; size: number }

/**
 * Stores received bytes as the part of an upload. If they cannot become a file, returns the reason. Delete the part with `removeReceivedFile` if no
 * file is added; otherwise a cleanup deletes it after two days.
 */
export async function storeReceivedFile(
  { fileStore }: Pick<AppContext, 'fileStore'>,
  id: FileId,
  bytes: Buffer,
): Promise<ReceivedFile | { refusal: FileRefusal | 'no-room' }> {
  if (bytes.length === 0) return { refusal: 'broken' }
  if (await fileStore.isDiskFull()) return { refusal: 'no-room' }
  const draft = fileStore.newDraftPath(id)
  const size = bytes.length
  try {
    await writeFile(draft, bytes, { mode: 0o600 })
    const detected = await detectContent(draft)
    if ('refusal' in detected) return detected
    if (size > fileLimits[detected.kind]) return { refusal: 'too-large' }
    return { id, part: await fileStore.parts.store(id, draft, { offset: 0, size }), size, ...detected }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes the bytes of a received file that was not added. */
export const removeReceivedFile = (
  { fileStore }: Pick<AppContext, 'fileStore'>,
  { id, part }: ReceivedFile,
): Promise<void> => fileStore.parts.remove(id, [part])

/**
 * Adds a received file to the acting account and enqueues its check, which scans it like an upload. Returns 'over-quota' if the account's quota is
 * exceeded. The caller must hold a lock, so that no file is added twice.
 */
export async function addReceivedFile(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  { id, part, kind, type, size }: ReceivedFile,
  name: string,
): Promise<'added' | 'over-quota'> {
  const accountId = tx.actor.id
  if (accountId === null) throw new Error('a file belongs to an account')
  await lockFilesOf(tx, accountId)
  if ((await readSizeOfFiles(tx, accountId)) + size > fileQuotaBytes) return 'over-quota'
  const now = clock.now()
  await tx.kysely
    .insertInto('file')
    .values({
      id,
      account_id: accountId,
      name: downloadName({ name, type }),
      kind,
      size,
      state: 'checking',
      parts: [part],
      created_at: now,
      complete_at: now,
    })
    .execute()
  await enqueue(tx, { name: 'file-check', data: { fileId: id, accountId } })
  return 'added'
}
