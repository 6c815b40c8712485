import { createHash, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { grantAccess, revokeAccess } from '../apps/server/src/features/care/file/file.ts'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { makeVideo, uploadWithInterruptions } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import type { DrillOutcome } from './outcome.ts'
import { createDrillContext, type DrillPair, type DrillContext } from './context.ts'

const megabyte = 1024 * 1024
const chunk = 8 * megabyte
const atOnce = 4

/**
 * Uploads files of 1 to 100 MB over connections that break, to a server that is killed with SIGKILL. Then reads a
 * shared file by its address while the share is revoked.
 */
export async function uploadsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const [count, killPause, races] = short ? [6, 2_000, 100] : [50, 20_000, 1_000]
  const context = await createDrillContext(count)
  let product = await context.start()
  let over = false
  try {
    let kills = 0
    const killing = (async () => {
      while (!over) {
        await pause(randomInt(killPause / 2, killPause))
        if (over) return
        product.child.kill('SIGKILL')
        await once(product.child, 'exit')
        product = await context.start()
        kills++
      }
    })()
    const sent = { cuts: 0, lost: 0, mostResent: 0, wrong: 0, megabytes: 0 }
    const files: { pair: DrillPair; id: string; hash: string }[] = []
    const waiting = context.pairs.map((pair, n) => ({ pair, n }))
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const size = (short ? 1 + next.n * 3 : 1 + Math.round((next.n * 99) / Math.max(count - 1, 1))) * megabyte - 1
        const one = await sendOne(context, () => product.address, next.pair, size, next.n + 1)
        sent.cuts += one.cuts
        sent.lost += one.lost
        sent.mostResent = Math.max(sent.mostResent, one.mostResent)
        sent.megabytes += Math.round(size / megabyte)
        files.push({ pair: next.pair, id: one.id, hash: one.hash })
        say(`${waiting.length} still to send, ${kills} kills, ${sent.cuts} cuts`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    over = true
    await killing
    say('all sent; interrupted checks run again')
    for (const { pair, id, hash } of files) {
      if ((await readBack(context, () => product.address, pair, id)) !== hash) sent.wrong++
    }
    const leaks = await raceRevokes(context, product.address, races)
    const seen = await seesAChange(context, product.address)
    return {
      passed: sent.wrong === 0 && sent.mostResent <= chunk && leaks.afterwards === 0 && leaks.before > 0 && seen,
      figures: {
        'files sent': `${count}, ${sent.megabytes} MB`,
        'cuts of the line': sent.cuts,
        'kills of the server': kills,
        'pieces whose answer was lost': sent.lost,
        'files that differ': sent.wrong,
        'most bytes sent again after a cut (≤ 8 MB)': sent.mostResent,
        'races of revoke against read': races,
        'reads that were answered before the revoke': leaks.before,
        'bytes to a request that began after it': leaks.afterwards,
        'control: a byte changed on the disk is noticed': seen ? 'yes' : 'no',
      },
    }
  } finally {
    over = true
    await product.stop()
    await context.close()
  }
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function sendOne(context: DrillContext, address: () => string, pair: DrillPair, size: number, seed: number) {
  const bytes = makeVideo(size, seed)
  const id = randomUUID()
  const outcome = await uploadWithInterruptions({
    address,
    key: context.key,
    cookie: context.caller(address(), pair, 'client').cookies(),
    id,
    name: 'film.mp4',
    kind: 'video',
    bytes,
    chunk,
    cuts: Array.from({ length: randomInt(5, 21) }, () => randomInt(1, size)),
  })
  return { ...outcome, id, hash: hash(bytes) }
}

/**
 * Downloads a file after the server has checked it, and returns the hash of its content. Returns null if the server
 * refuses the file or the file is never ready. The wait is long, because only the cleanup repeats an interrupted check,
 * every five minutes.
 */
async function readBack(
  context: DrillContext,
  address: () => string,
  pair: DrillPair,
  id: string,
): Promise<string | null> {
  for (let tries = 0; tries < 4_000; tries++) {
    const caller = context.caller(address(), pair, 'client')
    try {
      const [file] = (await caller.api.file.mine({ ids: [id] })).items
      if (file?.state === 'refused' || file?.state === 'quarantined') return null
      if (file?.state === 'ready') {
        const { url } = await caller.api.file.address({ id, variant: 'whole' })
        const answer = await fetch(address() + url, { headers: { cookie: caller.cookies() } })
        if (answer.status === 200) return hash(new Uint8Array(await answer.arrayBuffer()))
      }
    } catch {
      // The server may be restarting, so the loop tries again.
    }
    await pause(200)
  }
  return null
}

/**
 * Shares and revokes a file repeatedly while the therapist reads it. `before` is the number of reads that returned data
 * and began before the revoke was acknowledged. `afterwards` is the number of bytes that later reads returned, which
 * must be 0.
 */
async function raceRevokes(context: DrillContext, address: string, races: number) {
  const [pair] = context.pairs
  if (!pair) throw new Error('the practice has no connected client')
  const client = context.caller(address, pair, 'client')
  const therapist = context.caller(address, pair, 'therapist')
  const id = randomUUID()
  const bytes = makeVideo(megabyte, 99)
  const cookie = client.cookies()
  await uploadWithInterruptions({
    address: () => address,
    key: context.key,
    cookie,
    id,
    name: 'a.mp4',
    kind: 'video',
    bytes,
    chunk,
    cuts: [],
  })
  await readBack(context, () => address, pair, id)
  const seen = { before: 0, afterwards: 0 }
  const pool = openPool(context.url(), context.secrets, 2)
  const share = (shared: boolean) =>
    openDb(pool).asActor({ role: 'client', id: pair.accountId }, (tx) =>
      shared ? grantAccess(tx, [id], [pair.therapistId]) : revokeAccess(tx, [id], 'all'),
    )
  for (let race = 0; race < races; race++) {
    await share(true)
    const { url } = await therapist.api.file.address({ id, variant: 'whole' })
    const read = async () => {
      const answer = await fetch(address + url, { headers: { cookie: therapist.cookies(), range: 'bytes=0-65535' } })
      const { byteLength } = await answer.arrayBuffer()
      return answer.status === 206 ? byteLength : 0
    }
    const racing = [read(), read()]
    const late = share(false).then(read)
    racing.push(read())
    seen.afterwards += await late
    for (const length of await Promise.all(racing)) if (length > 0) seen.before++
  }
  await pool.end()
  return seen
}

/**
 * Proves that the drill detects a changed file. Changes one byte of a file on disk, and returns whether `readBack` then
 * returns another hash.
 */
async function seesAChange(context: DrillContext, address: string): Promise<boolean> {
  const [pair] = context.pairs
  if (!pair) throw new Error('the practice has no connected client')
  const bytes = makeVideo(megabyte, 7)
  const id = randomUUID()
  const cookie = context.caller(address, pair, 'client').cookies()
  const line = { address: () => address, key: context.key, cookie, chunk, cuts: [] }
  await uploadWithInterruptions({ ...line, id, name: 'a.mp4', kind: 'video', bytes })
  await readBack(context, () => address, pair, id)
  const path = join(context.dataDir, 'files', 'whole', id.slice(0, 2), id)
  const kept = readFileSync(path)
  kept[kept.length >> 1] = (kept[kept.length >> 1] ?? 0) ^ 1
  writeFileSync(path, kept)
  return (await readBack(context, () => address, pair, id)) !== hash(bytes)
}
