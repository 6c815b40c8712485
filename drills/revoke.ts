import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { TestBrowser } from '../apps/server/src/testing/browser.ts'
import { uploadPicture } from '../apps/server/src/testing/files/picture-upload.ts'
import {
  type RevokeRace,
  runRevokeRace,
  type RevokeRaceParticipant,
  shareEntryAgain,
} from '../apps/server/src/testing/faults/revoke-race.ts'
import { openTestSocket, type TestSocket } from '../apps/server/src/testing/socket.ts'
import type { DrillOutcome } from './outcome.ts'
import { createDrillContext, type DrillPair, type DrillContext } from './context.ts'

const word = 'the lighthouse of the drill'
const pairsAtOnce = 4

/** Revokes a share while the therapist reads through the API, through the address of a file and with an open socket. */
export async function revokeDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const races = short ? 100 : 1_000
  const context = await createDrillContext(pairsAtOnce)
  try {
    const server = await context.start()
    const sum = { races: 0, before: 0, after: 0, leaks: [] as string[], faults: [] as string[] }
    const waits: number[] = []
    const run = async (pair: DrillPair) => {
      const race = await prepare(context, server.address, pair)
      const socket = await listen(context, server.address, pair)
      for (let round = 0; round < races / pairsAtOnce; round++) {
        if (round) await shareEntryAgain(race)
        const told = deletions(socket)
        const { leaks, faults, before, after } = await runRevokeRace(race, word, round % 9)
        const acknowledged = performance.now()
        sum.leaks.push(...leaks)
        sum.faults.push(...faults)
        sum.before += before
        sum.after += after
        sum.races++
        if (sum.races % (races / 10) === 0) say(`${sum.races} races`)
        while (deletions(socket) < told + 2 && performance.now() - acknowledged < 10_000) await pause(10)
        waits.push(deletions(socket) < told + 2 ? Number.POSITIVE_INFINITY : performance.now() - acknowledged)
      }
      const heard = JSON.stringify(socket.frames)
      socket.close()
      if (heard.includes(word)) sum.leaks.push('socket')
      return race
    }
    const [first] = await Promise.all(context.pairs.map(run))
    const control = await unrevoked(first as RevokeRace)
    await server.stop()
    const longest = Math.max(...waits) / 1000
    return {
      passed: sum.leaks.length === 0 && sum.faults.length === 0 && longest <= 5 && control === 4,
      figures: {
        races: sum.races,
        'answers to requests begun before the acknowledgement': sum.before,
        'answers to requests begun after it': sum.after,
        'of those with anything of the entry or its file': sum.leaks.length,
        'answers 5xx': sum.faults.length,
        'longest until the open page received both changes (≤ 5 s)': `${longest.toFixed(2)} s`,
        'control: ways in which a share that stays is noticed, of 4': control,
      },
    }
  } finally {
    await context.close()
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns the number of changes on a socket that report a revoked share or a removed reader of a file. */
const deletions = (socket: TestSocket) =>
  socket.frames.filter((frame) => frame.type === 'change' && frame.event === 'DELETE').length

async function listen(context: DrillContext, address: string, pair: DrillPair): Promise<TestSocket> {
  const socket = openTestSocket(address, context.caller(address, pair, 'therapist'))
  await socket.frame('welcome')
  for (const table of ['journal_shares', 'file_readers']) socket.send({ type: 'subscribe', ref: table, table })
  await socket.frame('subscribed', ({ ref }) => ref === 'file_readers')
  return socket
}

/** Creates a shared entry with a picture. Returns the two people and the ids for `runRevokeRace`. */
async function prepare(context: DrillContext, address: string, pair: DrillPair): Promise<RevokeRace> {
  const [ana, nora] = [context.caller(address, pair, 'client'), context.caller(address, pair, 'therapist')]
  const fileId = await uploadPicture(address, context.key, ana, 'photo.jpg', await photo())
  const entryId = randomUUID()
  await ana.api.journal.save({
    id: entryId,
    version: 0,
    title: '',
    content: richTextFromPlain(word),
    mood: null,
    tags: [],
    writtenAt: new Date().toISOString(),
    files: [fileId],
  })
  const racer = (caller: TestBrowser): RevokeRaceParticipant => ({
    send: (path, body) => caller.send(path, body),
    fetch: (url) => fetch(address + url, { headers: { cookie: caller.cookies() } }),
  })
  const race = {
    client: racer(ana),
    therapist: racer(nora),
    therapistId: pair.therapistId,
    clientRecord: pair.recordId,
    entryId,
    fileId,
  }
  await shareEntryAgain(race)
  return race
}

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f6b62' } })
    .jpeg()
    .toBuffer()

/**
 * Proves that the drill detects leaks. Replaces the revoke by a call without effect, and returns the number of kinds of
 * read that are reported as leaks. The number must be four.
 */
async function unrevoked(race: RevokeRace): Promise<number> {
  await shareEntryAgain(race)
  const idle: RevokeRaceParticipant = {
    ...race.client,
    send: () => race.client.send('journal/get', { id: race.entryId }),
  }
  const { leaks } = await runRevokeRace({ ...race, client: idle }, word, 2)
  return new Set(leaks).size
}
