import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { waitForCheckedFile, jpegPicture, uploadFile } from '../../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { createSharedEntry } from '../../../../testing/records/journal.ts'
import type { Person } from '../../../../testing/people.ts'
import {
  runRevokeRace,
  shareEntryAgain,
  type RevokeRace,
  type RevokeRaceParticipant,
} from '../../../../testing/faults/revoke-race.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'

const races = runs(4, 100)
const app = await startSharedApp({ poolSize: 8 })
const [nora, ana] = [await app.person('therapist'), await app.person('client')]

const racer = (person: Person): RevokeRaceParticipant => ({
  send: (path, body) => person.send(path, body),
  fetch: (url) => fetch(app.address + url, { headers: { cookie: person.cookies() } }),
})

test('in races of revoking and reading no request sent after the response reads anything, and open pages are notified each time @slow', async () => {
  const clientRecord = await connectClient(app, nora, ana)
  const fileId = await uploadFile(app, ana, { name: 'photo', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(ana, fileId)
  const marker = `lighthouse-${randomUUID()}`
  const entryId = await createSharedEntry(ana, nora, marker, { files: [fileId] })
  const race: RevokeRace = {
    client: racer(ana),
    therapist: racer(nora),
    therapistId: nora.accountId,
    clientRecord,
    entryId,
    fileId,
  }
  const socket = openTestSocket(app.address, nora)
  await socket.frame('welcome')
  for (const table of ['journal_shares', 'file_readers']) socket.send({ type: 'subscribe', ref: table, table })
  await socket.frame('subscribed', ({ ref }) => ref === 'file_readers')

  const ended = (table: string) =>
    socket.frames.filter((frame) => frame.type === 'change' && frame.table === table && frame.event === 'DELETE').length
  const sum = { leaks: [] as string[], faults: [] as string[], before: 0, after: 0 }
  for (let round = 0; round < races; round++) {
    if (round) await shareEntryAgain(race)
    const { leaks, faults, before, after } = await runRevokeRace(race, marker, round % 7)
    sum.leaks.push(...leaks)
    sum.faults.push(...faults)
    sum.before += before
    sum.after += after
  }
  expect(sum.leaks).toEqual([])
  expect(sum.faults).toEqual([])
  expect(sum.before).toBeGreaterThan(races)
  expect(sum.after).toBeGreaterThan(races)
  await expect.poll(() => [ended('journal_shares'), ended('file_readers')]).toEqual([races, races])
  expect(JSON.stringify(socket.frames)).not.toContain(marker)
  socket.close()
})

test('as a control, the race reports a share that is not revoked', async () => {
  const leo = await app.person('client', 2)
  const clientRecord = await connectClient(app, nora, leo)
  const fileId = await uploadFile(app, leo, { name: 'photo', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(leo, fileId)
  const marker = 'a share that stays'
  const entryId = await createSharedEntry(leo, nora, marker, { files: [fileId] })
  // This participant sends a call without any effect instead of revoking the share.
  const idle: RevokeRaceParticipant = { ...racer(leo), send: () => leo.send('journal/get', { id: entryId }) }
  const race = { client: idle, therapist: racer(nora), therapistId: nora.accountId, clientRecord, entryId, fileId }
  const { leaks } = await runRevokeRace(race, marker, 2)
  expect(new Set(leaks)).toEqual(new Set(['journal/read', 'journal/shared', 'file/address', 'the address']))
})
