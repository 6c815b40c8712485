import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { File, FileKind } from '@attune/contract/features/care/file/file'
import type { FileRefusal } from '@attune/contract/features/care/file/file.rules'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sha256OfFile } from '../../../../platform/secrets/sha256.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isInfected } from '../../../../platform/files/clamd.ts'
import { processPicture, PictureError } from '../../../../platform/files/picture.ts'
import { detectType } from './detect-type.ts'

type Job = { fileId: FileId; accountId: AccountId }
type FileState = File['state']
type Row = { name: string; kind: FileKind; size: number; state: FileState; parts: string[] }
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
  // The second of two simultaneous checks waits for the first and then finds the file already checked. Checks at two servers run at the same time:
  // they store the same bytes, because both begin with the parts of the upload, and only the first one sets the state.
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
      .set(
        'passed' in outcome ? { state, parts: [], ...outcome.passed } : { state, parts: [], refusal: outcome.refusal },
      )
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
    kysely
      .selectFrom('file')
      .select(['name', 'kind', 'size', 'state', 'parts'])
      .where('id', '=', fileId)
      .executeTakeFirst(),
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
  if (state === 'ready') await bytes.removeForm('quarantine', id)
  // Another server may have stored the picture, because its scanner found nothing.
  if (state === 'quarantined') await Promise.all([bytes.removeForm('whole', id), bytes.removeForm('thumbnail', id)])
  if (state === 'ready' || state === 'quarantined') await bytes.parts.removeAll(id)
}

/**
 * Checks and stores a copy of the upload on the disk of this server. The upload is deleted only after the outcome is in the database.
 */
async function checkCopy(app: Pick<AppContext, 'config' | 'fileStore'>, id: FileId, row: Row): Promise<Outcome> {
  const copy = app.fileStore.newDraftPath(id)
  try {
    if (!(await copyUpload(app, { id, parts: row.parts, copy }))) return { refusal: 'unfinished' }
    if ((await stat(copy)).size !== row.size) return { refusal: 'broken' }
    return await checkContent(app, id, copy, row)
  } finally {
    await rm(copy, { force: true })
  }
}

/**
 * Copies the bytes of an upload to this disk. For an upload without parts, copies the file that an earlier version stored before it was killed.
 * Returns whether there are any bytes. If there are parts and they have disappeared, another server may have finished the check: the file that it
 * stored is not the upload, and must not be converted again.
 */
async function copyUpload(
  { fileStore }: Pick<AppContext, 'fileStore'>,
  { id, parts, copy }: { id: FileId; parts: readonly string[]; copy: string },
): Promise<boolean> {
  if (await fileStore.parts.assemble(id, parts, copy)) return true
  const stored = parts.length === 0 ? await fileStore.read('whole', id) : null
  if (stored) await pipeline(stored, createWriteStream(copy, { mode: 0o600 }))
  return stored !== null
}

async function checkContent(
  app: Pick<AppContext, 'config' | 'fileStore'>,
  id: FileId,
  copy: string,
  row: Row,
): Promise<Outcome> {
  const { fileStore: bytes, config } = app
  if (config.clamd && (await isInfected(config.clamd, copy))) {
    await bytes.storeDraft('quarantine', id, copy)
    return { refusal: 'infected' }
  }
  const detected = await detectType(copy, row)
  if ('refusal' in detected) return detected
  if (detected.kind === 'image') return placePicture(app, id, copy)
  const measured = await measure(copy)
  await bytes.storeDraft('whole', id, copy)
  return { passed: { ...detected, ...measured } }
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
    const measured = await measure(whole)
    await bytes.storeDraft('whole', id, whole)
    await bytes.storeDraft('thumbnail', id, thumbnail)
    return { passed: { kind: 'image', type, width, height, has_thumbnail: true, ...measured } }
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.refusal }
    throw error
  } finally {
    await Promise.all([whole, thumbnail].map((path) => rm(path, { force: true })))
  }
}

async function measure(path: string): Promise<{ size: number; sha256: string }> {
  return { size: (await stat(path)).size, sha256: await sha256OfFile(path) }
}
