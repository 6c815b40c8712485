import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { S3Error, S3Requests } from '../apps/server/src/platform/object-store/s3-requests.ts'
import { S3Store } from '../apps/server/src/platform/object-store/s3-store.ts'
import { openOutbound } from '../apps/server/src/platform/outbound/outbound.ts'
import { bucketEnvironment } from '../apps/server/src/testing/files/bucket-environment.ts'
import { sha256Of } from '../apps/server/src/platform/secrets/sha256.ts'
import { makeVideo } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import { type BenchServer, startBenchServer } from '../bench/server.ts'
import { type Ceph, missingCephPrograms, startCeph } from './ceph.ts'
import { createDrillContext, type DrillContext } from './context.ts'
import type { DrillOutcome } from './outcome.ts'
import { installPrograms } from './programs.ts'
import { type DrillUploads, drillUploads, type MovedUpload } from './tus.ts'

const megabyte = 1024 * 1024

/**
 * Stores users' files in a bucket of Ceph: uploads that move between two servers with different data folders, a public bucket, a rule that deletes
 * parts of a running upload, and a move to the folder and back. Installs missing programs if the system permits it.
 */
export async function bucketDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const problem = await installPrograms(missingCephPrograms, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const ceph = await startCeph()
  const context = await createDrillContext(1)
  const home = mkdtempSync(join(tmpdir(), 'attune-second-'))
  try {
    return await judge(new BucketDrill(ceph, context, home), short ? 3 : 20, say)
  } finally {
    await context.close()
    await ceph.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function judge(drill: BucketDrill, count: number, say: (line: string) => void): Promise<DrillOutcome> {
  const isPublicRefused = await drill.startsPublic()
  say(`a public bucket is ${isPublicRefused ? 'refused' : 'accepted'}`)
  const [first, second] = await drill.start()
  const results: MovedUpload[] = []
  for (let n = 1; n <= count; n++)
    results.push(await drill.uploads.sendToBoth(first, second, Math.round(n * 0.7 * megabyte)))
  say(`${count} files sent`)
  const isBegunAgain = await drill.losesParts(first)
  const isEncrypted = await drill.encrypts()
  const isNoticed = await drill.seesAChange(first, results[0])
  await Promise.all([first.stop(), second.stop()])
  const moved = await drill.moveThereAndBack()
  const [again, other] = await drill.start()
  const wrong = results.filter(({ isEqual }) => !isEqual).length
  const wrongAfter = (await Promise.all(results.slice(1).map((one) => drill.uploads.isEqual(other, one)))).filter(
    (is) => !is,
  ).length
  await Promise.all([again.stop(), other.stop()])
  const refused = results.filter(({ statuses }) => statuses.toSorted().join() === '204,409').length
  return {
    passed:
      wrong + wrongAfter === 0 &&
      refused === count &&
      isPublicRefused &&
      isBegunAgain &&
      isEncrypted &&
      isNoticed &&
      moved > 0,
    figures: {
      'uploads that moved between two servers': count,
      'files that differ': wrong,
      'uploads in which one of two writers at an offset was refused': refused,
      'a public bucket is refused at the start': yes(isPublicRefused),
      'an upload whose parts a rule deleted begins again': yes(isBegunAgain),
      'an object under a key for encryption is read with it alone': yes(isEncrypted),
      'objects moved to the folder and back': moved,
      'files that differ after the move': wrongAfter,
      'control: a byte changed in the bucket is noticed': yes(isNoticed),
    },
  }
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

class BucketDrill {
  readonly #context: DrillContext
  readonly uploads: DrillUploads
  readonly #home: string
  readonly #env: Record<string, string>
  readonly #requests: S3Requests
  readonly #store: S3Store
  readonly #encrypted: S3Store
  readonly #prefix: string

  constructor({ settings, localHost }: Ceph, context: DrillContext, home: string) {
    this.#context = context
    this.uploads = drillUploads(context)
    this.#home = home
    this.#env = bucketEnvironment(settings, localHost)
    const outbound = openOutbound({ localHosts: [localHost], timeoutMilliseconds: 30_000 })
    this.#requests = new S3Requests(settings, outbound)
    this.#store = new S3Store(settings, outbound)
    this.#prefix = settings.prefix
    this.#encrypted = new S3Store({ ...settings, encryptionKey: randomBytes(32).toString('base64') }, outbound)
  }

  /** Creates the bucket and opens it to the public for one start. Returns whether the start was refused. */
  async startsPublic(): Promise<boolean> {
    await this.#requests.send({ method: 'PUT' })
    await this.#setAccess('public-read')
    const error: unknown = await this.#context.start(this.#env).then(
      (server) => server.stop(),
      (reason: unknown) => reason,
    )
    await this.#setAccess('private')
    return error instanceof Error && error.message.includes('Anyone can read')
  }

  #setAccess = (access: string) =>
    this.#requests.send({ method: 'PUT', query: { acl: '' }, headers: { 'x-amz-acl': access } })

  /** Starts two servers with one database and one bucket, and with different data folders. */
  async start(): Promise<[BenchServer, BenchServer]> {
    const first = await this.#context.start(this.#env)
    const second = await startBenchServer({
      ...this.#env,
      ATTUNE_DATA: this.#home,
      ATTUNE_SECRETS: join(this.#context.dataDir, 'secrets'),
      DATABASE_URL: this.#context.url(),
    })
    return [first, second]
  }

  /** Lets a rule of the bucket delete the first part of an upload. Returns whether the upload then begins again and arrives whole. */
  async losesParts(server: BenchServer): Promise<boolean> {
    const [id, bytes] = [randomUUID(), makeVideo(megabyte, 5)]
    await this.uploads.create(server, id, bytes.length)
    await this.uploads.send(server, id, 0, bytes.subarray(0, 1000))
    const rule = `<LifecycleConfiguration><Rule><ID>parts</ID><Filter><Prefix>${this.#prefix}parts/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>`
    const body = Buffer.from(rule)
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    await this.#requests.send({ method: 'PUT', query: { lifecycle: '' }, headers, body })
    for (let tries = 0; tries < 120 && (await this.#store.list(`parts/${id}.`)).length > 0; tries++) await pause(1_000)
    await this.#requests.send({ method: 'DELETE', query: { lifecycle: '' } })
    if ((await this.uploads.send(server, id, 1000, bytes.subarray(1000))) !== 409) return false
    await this.uploads.send(server, id, 0, bytes)
    return this.uploads.isEqual(server, { id, sent: sha256Of(bytes) })
  }

  /** Whether an object of two parts that is stored with an encryption key can be read with this key, and not without it. */
  async encrypts(): Promise<boolean> {
    const bytes = makeVideo(20 * megabyte, 11)
    await this.#encrypted.put('drill/encrypted', Readable.from([bytes]))
    const isRead = sha256Of(await buffer(await this.#encrypted.get('drill/encrypted'))) === sha256Of(bytes)
    const isRefused = await this.#store.get('drill/encrypted').then(
      () => false,
      (error: unknown) => error instanceof S3Error,
    )
    await this.#encrypted.delete('drill/encrypted')
    return isRead && isRefused
  }

  /** Proves that the drill detects a changed file: changes one byte of it in the bucket. */
  async seesAChange(server: BenchServer, result: MovedUpload | undefined): Promise<boolean> {
    if (!result) return false
    const key = `whole/${result.id.slice(0, 2)}/${result.id}`
    const bytes = await buffer(await this.#store.get(key))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await this.#store.put(key, Readable.from([bytes]))
    return !(await this.uploads.isEqual(server, result))
  }

  /** Moves the files to the folder and back, while no server runs. Returns their number. */
  async moveThereAndBack(): Promise<number> {
    const env = { ...process.env, ...this.#env, ATTUNE_DATA: this.#context.dataDir }
    let moved = Infinity
    for (const to of ['folder', 'bucket']) {
      const args = ['tools/files-move.ts', '--to', to]
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env,
        cwd: join(import.meta.dirname, '..'),
      })
      moved = Math.min(moved, Number(/Moved (\d+)/.exec(stdout)?.[1] ?? 0))
    }
    return moved
  }
}
