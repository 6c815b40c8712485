import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { waitForCheckedFile, uploadFile } from '../../../../testing/files/uploads.ts'
import { storedFilePath } from '../../../../testing/files/stored-files.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { newJournalEntry } from '../../../../testing/records/journal.ts'
import type { Person } from '../../../../testing/people.ts'
import { mp4 } from '../../file/check/samples.testing.ts'

const app = await startSharedApp()
const ana = await app.person('client')
const film = () => uploadFile(app, ana, { name: 'film.mp4', kind: 'video', bytes: mp4(['vide'], 'isom', 20_000_000) })
const films = [await film(), await film()]
for (const id of films) await waitForCheckedFile(ana, id)
await ana.api.journal.save(newJournalEntry('Two films.', { files: films }))

/** Starts a download, waits for the first bytes and leaves the rest unread. */
async function begun(): Promise<IncomingMessage> {
  const { url } = await ana.api.journal.exportAll({ as: 'markdown' })
  const asking = request(app.address + url, { headers: { cookie: ana.cookies() } }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  await once(answer, 'readable')
  return answer
}

const descriptors = '/proc/self/fd'
const openFiles = () =>
  readdirSync(descriptors).filter((fd) => {
    try {
      return readlinkSync(`${descriptors}/${fd}`).includes(`${app.config.dataDir}/files/`)
    } catch {
      return false
    }
  }).length

test.runIf(existsSync(descriptors))('an aborted export leaves no file open', async () => {
  const answer = await begun()
  await expect.poll(openFiles).toBeGreaterThan(0)
  answer.destroy()
  await expect.poll(openFiles).toBe(0)
})

test('deleting a file during an export breaks neither the export nor the server @slow', async () => {
  app.clock.advance(61_000)
  const answer = await begun()
  let length = 0
  let erased = false
  for await (const part of answer) {
    length += (part as Buffer).length
    // After 100,000 bytes, the export has opened the first file but cannot have read all of it.
    if (erased || length < 100_000) continue
    for (const id of films) rmSync(storedFilePath(app, id), { force: true })
    erased = true
  }
  expect(length).toBeGreaterThan(20_000_000)
  expect(length).toBeLessThan(40_000_000)
  expect((await ana.api.journal.list({})).items).toHaveLength(1)
})

test('a HEAD request creates nothing and does not use up the address', async () => {
  app.clock.advance(61_000)
  const { url } = await ana.api.journal.exportAll({ as: 'markdown' })
  const headers = { cookie: ana.cookies() }
  expect((await fetch(app.address + url, { method: 'HEAD', headers })).status).toBe(404)
  const answer = await fetch(app.address + url, { headers })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
})

test('only one PDF at a time is made per person, and another person does not wait for it @slow', async () => {
  const leo = await app.person('client', 2)
  const addressOf = async (person: Person) => {
    app.clock.advance(1_000)
    return (await person.api.journal.exportAll({ as: 'pdf' })).url
  }
  const wanted = [
    [ana, await addressOf(ana)],
    [ana, await addressOf(ana)],
    [leo, await addressOf(leo)],
  ] as const
  const answers = await Promise.all(
    wanted.map(([person, url]) => fetch(app.address + url, { headers: { cookie: person.cookies() } })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.slice(0, 2).toSorted()).toEqual([200, 503])
  expect(statuses[2]).toBe(200)
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
})
