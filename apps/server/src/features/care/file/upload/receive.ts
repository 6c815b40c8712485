import type { FileId } from '@attune/contract/common/ids'
import type { FileKind } from '@attune/contract/features/care/file/file'
import { fileLimits, fileQuotaBytes, type FileRefusal } from '@attune/contract/features/care/file/file.rules'
import { rm, writeFile } from 'node:fs/promises'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { detectContent } from '../check/detect-type.ts'
import { downloadName } from '../download/download.mount.ts'
import { lockFilesOf, readSizeOfFiles } from '../file.queries.ts'

/** A file that the server received, as a draft on disk. Its kind is detected from its bytes. */
export type ReceivedFile = { id: FileId; draft: string; kind: FileKind; type: string; size: number }

/** Writes received bytes to a draft. If they cannot become a file, returns the reason. Delete the draft with `removeFileDraft`. */
export async function draftReceivedFile(
  { fileStore }: Pick<AppContext, 'fileStore'>,
  id: FileId,
  bytes: Buffer,
): Promise<ReceivedFile | { refusal: FileRefusal | 'no-room' }> {
  if (bytes.length === 0) return { refusal: 'broken' }
  if (await fileStore.isDiskFull()) return { refusal: 'no-room' }
  const draft = fileStore.newDraftPath(id)
  await writeFile(draft, bytes, { mode: 0o600 })
  const detected = await detectContent(draft)
  if ('kind' in detected && bytes.length <= fileLimits[detected.kind]) {
    return { id, draft, size: bytes.length, ...detected }
  }
  await removeFileDraft(draft)
  return 'kind' in detected ? { refusal: 'too-large' } : detected
}

export const removeFileDraft = (draft: string): Promise<void> => rm(draft, { force: true })

/**
 * Adds a received file to the acting account and enqueues its check, which scans it like an upload. Returns 'over-quota' if the account's quota is
 * exceeded. The caller must hold a lock, so that no file is added twice.
 */
export async function addReceivedFile(
  tx: Tx,
  { fileStore, clock }: Pick<AppContext, 'fileStore' | 'clock'>,
  { id, draft, kind, type, size }: ReceivedFile,
  name: string,
): Promise<'added' | 'over-quota'> {
  const accountId = tx.actor.id
  if (accountId === null) throw new Error('a file belongs to an account')
  await lockFilesOf(tx, accountId)
  if ((await readSizeOfFiles(tx, accountId)) + size > fileQuotaBytes) return 'over-quota'
  await fileStore.moveDurably(draft, fileStore.partPath(id))
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
      created_at: now,
      complete_at: now,
    })
    .execute()
  await enqueue(tx, { name: 'file-check', data: { fileId: id, accountId } })
  return 'added'
}
