import type { File, FileKind, FileRefusal } from '@attune/contract/features/file'
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { House } from '../../house.ts'
import { isInfected } from '../../platform/files/clamd.ts'
import { makePicture, NotMade } from '../../platform/files/picture.ts'
import { lookAt } from './look.ts'

type Job = { fileId: string; accountId: string }
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

const looking = new Map<string, Promise<void>>()

/**
 * The job: looks at a file that has come as a whole, has it scanned where a scanner is configured, and puts it in its place.
 * Safe to run twice and to be killed at any line; while the scanner is away the file waits.
 */
export async function checkFile(house: House, job: Job): Promise<void> {
  // Two at once would write over each other: the second comes after the first, and finds it done.
  const before = looking.get(job.fileId) ?? Promise.resolve()
  const turn = before.catch(() => {}).then(() => look(house, job))
  looking.set(job.fileId, turn)
  try {
    await turn
  } finally {
    if (looking.get(job.fileId) === turn) looking.delete(job.fileId)
  }
}

async function look(house: House, job: Job): Promise<void> {
  const row = await find(house, job)
  if (row?.state !== 'checking') return tidy(house, job.fileId, row?.state)
  const outcome = await judgeCopy(house, job.fileId, row)
  const state =
    'passed' in outcome ? 'ready' : outcome.refusal === 'infected' ? ('quarantined' as const) : ('refused' as const)
  await house.db.asActor({ role: 'worker', id: job.accountId }, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set('passed' in outcome ? { state, ...outcome.passed } : { state, refusal: outcome.refusal })
      .where('id', '=', job.fileId)
      .where('state', '=', 'checking')
      .execute(),
  )
  // Dropped, or judged by another, in between: what is left is what that one left.
  await tidy(house, job.fileId, (await find(house, job))?.state)
}

async function find({ db }: House, { fileId, accountId }: Job): Promise<Row | undefined> {
  const row = await db.asActor({ role: 'worker', id: accountId }, ({ kysely }) =>
    kysely.selectFrom('file').select(['name', 'kind', 'size', 'state']).where('id', '=', fileId).executeTakeFirst(),
  )
  return row as Row | undefined
}

/** Keeps of a file what its state says; of one that is gone nothing. */
async function tidy({ bytes }: House, id: string, state: FileState | undefined): Promise<void> {
  if (state === undefined || state === 'refused') return bytes.remove(id)
  if (state === 'ready') await rm(bytes.jail(id), { force: true })
  if (state === 'ready' || state === 'quarantined') await rm(bytes.part(id), { force: true })
}

/**
 * What was sent is judged, and kept, as a copy that nobody else has open: another server may still be writing into the
 * upload for a browser that goes on. The upload itself stays until the verdict stands.
 */
async function judgeCopy(house: House, id: string, row: Row): Promise<Outcome> {
  const { bytes } = house
  const part = bytes.part(id)
  const sent = (await bytes.lengthOf(part)) === null ? bytes.whole(id) : part
  if ((await bytes.lengthOf(sent)) !== row.size) return { refusal: 'broken' }
  const copy = bytes.draft(id)
  try {
    await copyFile(sent, copy, constants.COPYFILE_FICLONE)
    return await judge(house, id, copy, row)
  } finally {
    await rm(copy, { force: true })
  }
}

async function judge(house: House, id: string, copy: string, row: Row): Promise<Outcome> {
  const { bytes, config } = house
  if (config.clamd && (await isInfected(config.clamd, copy))) {
    await bytes.place(copy, bytes.jail(id))
    return { refusal: 'infected' }
  }
  const seen = await lookAt(copy, row)
  if ('refusal' in seen) return seen
  if (seen.kind === 'image') return placePicture(house, id, copy)
  await bytes.place(copy, bytes.whole(id))
  return { passed: { ...seen, ...(await measure(bytes, bytes.whole(id))) } }
}

async function placePicture({ bytes }: House, id: string, source: string): Promise<Outcome> {
  // A picture that cannot be written for want of room is not a broken one.
  if (await bytes.isFull()) throw new Error('there is no room to make a picture')
  const [whole, thumbnail] = [bytes.draft(id), bytes.draft(id)]
  try {
    const { type, width, height } = await makePicture(source, whole, thumbnail)
    await bytes.place(whole, bytes.whole(id))
    await bytes.place(thumbnail, bytes.thumbnail(id))
    const measured = await measure(bytes, bytes.whole(id))
    return { passed: { kind: 'image', type, width, height, has_thumbnail: true, ...measured } }
  } catch (error) {
    if (error instanceof NotMade) return { refusal: error.refusal }
    throw error
  } finally {
    await Promise.all([whole, thumbnail].map((path) => rm(path, { force: true })))
  }
}

async function measure(bytes: House['bytes'], path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await bytes.lengthOf(path)) ?? 0, sha256: hash.digest('hex') }
}
