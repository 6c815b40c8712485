import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { File, FileKind } from '@attune/contract/features/care/file/file'
import type { FileRefusal } from '@attune/contract/features/care/file/file.rules'
import { constants } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { sha256OfFile } from '../../../../platform/secrets/sha256.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isInfected } from '../../../../platform/files/clamd.ts'
import { processPicture, PictureError } from '../../../../platform/files/picture.ts'
import { detectType } from './detect-type.ts'

type Job = { fileId: FileId; accountId: AccountId }
type FileState = File['state']
type Row = { name: string; kind: FileKind; size: number; state: FileState }
type Passed = {
  kind: FileKind
  type: string
  size: number
  sha256: string
  width?: number
  height?: number
  has_thumbnail?: boolean
}
type Outcome = { passed: Passed } | { refusal: FileRefusal }

const running = new Map<string, Promise<void>>()

/**
 * Checks a completely uploaded file in a job: scans it if a virus scanner is configured, detects its type and stores
 * it. The job may run twice and may be killed at any point. While the scanner is unavailable, the file stays
 * unchecked.
 */
export async function checkFile(app: Pick<AppContext, 'config' | 'db' | 'fileStore'>, job: Job): Promise<void> {
  // Two simultaneous checks of one file would overwrite each other's results. The second check therefore waits for
  // the first and then finds the file already checked.
  const before = running.get(job.fileId) ?? Promise.resolve()
  const turn = before.catch(() => {}).then(() => checkNow(app, job))
  running.set(job.fileId, turn)
  try {
    await turn
  } finally {
    if (running.get(job.fileId) === turn) running.delete(job.fileId)
  }
}

async function checkNow(app: Pick<AppContext, 'config' | 'db' | 'fileStore'>, job: Job): Promise<void> {
  const row = await findFile(app, job)
  if (row?.state !== 'checking') return removeUnneeded(app, job.fileId, row?.state)
  const outcome = await checkCopy(app, job.fileId, row)
  const state =
    'passed' in outcome ? 'ready' : outcome.refusal === 'infected' ? ('quarantined' as const) : ('refused' as const)
  await app.db.asActor({ role: 'worker', id: job.accountId }, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set('passed' in outcome ? { state, ...outcome.passed } : { state, refusal: outcome.refusal })
      .where('id', '=', job.fileId)
      .where('state', '=', 'checking')
      .execute(),
  )
  // The file may meanwhile have been deleted, or checked by another server. Deletes the stored files that the current
  // state does not need.
  await removeUnneeded(app, job.fileId, (await findFile(app, job))?.state)
}

async function findFile({ db }: Pick<AppContext, 'db'>, { fileId, accountId }: Job): Promise<Row | undefined> {
  const row = await db.asActor({ role: 'worker', id: accountId }, ({ kysely }) =>
    kysely.selectFrom('file').select(['name', 'kind', 'size', 'state']).where('id', '=', fileId).executeTakeFirst(),
  )
  return row as Row | undefined
}

/** Deletes the stored files that a file in this state does not need. Deletes all of them if the file was deleted. */
async function removeUnneeded(
  { fileStore: bytes }: Pick<AppContext, 'fileStore'>,
  id: FileId,
  state: FileState | undefined,
): Promise<void> {
  if (state === undefined || state === 'refused') return bytes.remove(id)
  if (state === 'ready') await rm(bytes.quarantinePath(id), { force: true })
  if (state === 'ready' || state === 'quarantined') await rm(bytes.partPath(id), { force: true })
}

/**
 * Checks and stores a copy of the upload, because another server may still be writing to the upload itself. The upload
 * is deleted only after the outcome is in the database.
 */
async function checkCopy(app: Pick<AppContext, 'config' | 'fileStore'>, id: FileId, row: Row): Promise<Outcome> {
  const { fileStore: bytes } = app
  const part = bytes.partPath(id)
  const source = (await bytes.sizeOf(part)) === null ? bytes.filePath(id) : part
  if ((await bytes.sizeOf(source)) !== row.size) return { refusal: 'broken' }
  const copy = bytes.newDraftPath(id)
  try {
    await copyFile(source, copy, constants.COPYFILE_FICLONE)
    return await checkContent(app, id, copy, row)
  } finally {
    await rm(copy, { force: true })
  }
}

async function checkContent(
  app: Pick<AppContext, 'config' | 'fileStore'>,
  id: FileId,
  copy: string,
  row: Row,
): Promise<Outcome> {
  const { fileStore: bytes, config } = app
  if (config.clamd && (await isInfected(config.clamd, copy))) {
    await bytes.moveDurably(copy, bytes.quarantinePath(id))
    return { refusal: 'infected' }
  }
  const detected = await detectType(copy, row)
  if ('refusal' in detected) return detected
  if (detected.kind === 'image') return placePicture(app, id, copy)
  await bytes.moveDurably(copy, bytes.filePath(id))
  return { passed: { ...detected, ...(await measure(bytes, bytes.filePath(id))) } }
}

async function placePicture(
  { fileStore: bytes }: Pick<AppContext, 'fileStore'>,
  id: FileId,
  source: string,
): Promise<Outcome> {
  // Throws if the disk is full. The job is then repeated, and the picture is not refused as broken.
  if (await bytes.isDiskFull()) throw new Error('there is no room to make a picture')
  const [whole, thumbnail] = [bytes.newDraftPath(id), bytes.newDraftPath(id)]
  try {
    const { type, width, height } = await processPicture(source, whole, thumbnail)
    await bytes.moveDurably(whole, bytes.filePath(id))
    await bytes.moveDurably(thumbnail, bytes.thumbnailPath(id))
    const measured = await measure(bytes, bytes.filePath(id))
    return { passed: { kind: 'image', type, width, height, has_thumbnail: true, ...measured } }
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.refusal }
    throw error
  } finally {
    await Promise.all([whole, thumbnail].map((path) => rm(path, { force: true })))
  }
}

async function measure(bytes: AppContext['fileStore'], path: string): Promise<{ size: number; sha256: string }> {
  const sha256 = await sha256OfFile(path)
  return { size: (await bytes.sizeOf(path)) ?? 0, sha256 }
}
