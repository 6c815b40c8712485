import type { FileKind, FileRefusal } from '@attune/contract/features/file'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { House } from '../../house.ts'
import { isInfected } from '../../platform/files/clamd.ts'
import { makePicture, NotMade } from '../../platform/files/picture.ts'
import { lookAt } from './look.ts'

type Job = { fileId: string; accountId: string }
type Waiting = { name: string; kind: FileKind; size: number }
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
  const { fileId, accountId } = job
  const waiting = await find(house, job)
  if (!waiting) return
  const { bytes } = house
  // What is no picture keeps its bytes: an earlier run may have put them in their place already.
  const source = (await bytes.lengthOf(bytes.part(fileId))) === null ? bytes.whole(fileId) : bytes.part(fileId)
  const outcome = await judge(house, fileId, source, waiting)
  const state =
    'passed' in outcome ? 'ready' : outcome.refusal === 'infected' ? ('quarantined' as const) : ('refused' as const)
  const { numUpdatedRows } = await house.db.asActor({ role: 'worker', id: accountId }, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set('passed' in outcome ? { state, ...outcome.passed } : { state, refusal: outcome.refusal })
      .where('id', '=', fileId)
      .where('state', '=', 'checking')
      .executeTakeFirst(),
  )
  // Dropped, or judged by another, in between: what is left is what that one left.
  if (numUpdatedRows === 0n) {
    if (!(await find(house, job, 'any'))) await bytes.remove(fileId)
  } else if (state === 'ready') await rm(bytes.part(fileId), { force: true })
  else if (state === 'refused') await bytes.remove(fileId)
}

async function find(house: House, { fileId, accountId }: Job, states?: 'any') {
  return house.db.asActor({ role: 'worker', id: accountId }, async ({ kysely }) => {
    const query = kysely.selectFrom('file').select(['name', 'kind', 'size']).where('id', '=', fileId)
    const row = await (states ? query : query.where('state', '=', 'checking')).executeTakeFirst()
    return row as Waiting | undefined
  })
}

async function judge(house: House, id: string, source: string, waiting: Waiting): Promise<Outcome> {
  const { bytes, config } = house
  if ((await bytes.lengthOf(source)) !== waiting.size) return { refusal: 'broken' }
  if (config.clamd && (await isInfected(config.clamd, source))) {
    await mkdir(dirname(bytes.jail(id)), { recursive: true, mode: 0o700 })
    await rename(source, bytes.jail(id))
    return { refusal: 'infected' }
  }
  const seen = await lookAt(source, waiting)
  if ('refusal' in seen) return seen
  return seen.kind === 'image' ? placePicture(house, id, source) : placeAsItIs(house, id, source, seen)
}

async function placeAsItIs(
  { bytes }: House,
  id: string,
  source: string,
  seen: { kind: FileKind; type: string },
): Promise<Outcome> {
  const whole = bytes.whole(id)
  if (source !== whole) await bytes.place(source, whole)
  return { passed: { ...seen, ...(await measure(bytes, whole)) } }
}

async function placePicture({ bytes }: House, id: string, source: string): Promise<Outcome> {
  // A picture that cannot be written for want of room is not a broken one.
  if (await bytes.isFull()) throw new Error('there is no room to make a picture')
  const [whole, thumbnail] = [bytes.draft(id), `${bytes.draft(id)}.webp`]
  await mkdir(dirname(whole), { recursive: true, mode: 0o700 })
  try {
    const { type, width, height } = await makePicture(source, whole, thumbnail)
    await bytes.place(whole, bytes.whole(id))
    await bytes.place(thumbnail, bytes.thumbnail(id))
    const measured = await measure(bytes, bytes.whole(id))
    return { passed: { kind: 'image', type, width, height, has_thumbnail: true, ...measured } }
  } catch (error) {
    if (error instanceof NotMade) return { refusal: error.refusal }
    throw error
  }
}

async function measure(bytes: House['bytes'], path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await bytes.lengthOf(path)) ?? 0, sha256: hash.digest('hex') }
}
