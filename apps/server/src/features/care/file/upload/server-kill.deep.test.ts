import { createHash, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestBrowser } from '../../../../testing/browser.ts'
import { makeVideo, uploadWithInterruptions } from '../../../../testing/faults/interrupted-uploads.ts'
import { waitForCheckedFile } from '../../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { createTestServerFolder } from '../../../../testing/server.ts'

const [uploads, megabyte, cuts, kills, chunk] = [5, 1024 * 1024, 6, 3, 1024 * 1024]
afterAll(async () => {
  home.remove()
})
// This app only creates the person. The process that the test kills is a separate server with the same database.
const app = await startSharedApp({ worker: false })
const home = createTestServerFolder()

test('five uploads of 5 MB over an interrupted connection to a killed server arrive completely, and little is sent again', async () => {
  const ana = await app.person('client')
  let server = await home.start(app.databaseUrl)
  const files = Array.from({ length: uploads }, (_, n) => ({ id: randomUUID(), bytes: makeVideo(5 * megabyte, n + 1) }))
  let [done, killed] = [0, 0]
  const sending = files.map(async ({ id, bytes }) => {
    const outcome = await uploadWithInterruptions({
      address: () => server.address,
      key: app.site.key(),
      cookie: ana.cookies(),
      id,
      name: 'film.mp4',
      kind: 'video',
      bytes,
      chunk,
      cuts: Array.from({ length: cuts }, () => randomInt(1, bytes.length)),
    })
    done++
    return outcome
  })
  // Returns whether a part of an upload is on disk. The test kills the server only then, so that the kill interrupts
  // an upload.
  const onTheWay = () => readdirSync(join(home.dataDir, 'files', 'parts')).length > 0
  const killing = (async () => {
    while (killed < kills && done < uploads) {
      await expect.poll(onTheWay, { interval: 5 }).toBe(true)
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      killed++
      server = await home.start(app.databaseUrl)
    }
  })()
  const [outcomes] = await Promise.all([Promise.all(sending), killing])
  expect(killed).toBeGreaterThan(0)
  expect(outcomes.reduce((sum, outcome) => sum + outcome.cuts, 0)).toBeGreaterThan(0)
  for (const { mostResent } of outcomes) expect(mostResent).toBeLessThanOrEqual(chunk)

  const caller = openTestBrowser(server.address, app.site.key)
  for (const [name, value] of ana.cookieJar) caller.cookieJar.set(name, value)
  for (const { id, bytes } of files) {
    expect(await waitForCheckedFile({ ...ana, api: caller.api }, id)).toMatchObject({
      state: 'ready',
      size: bytes.length,
    })
    const { url } = await caller.api.file.address({ id, variant: 'whole' })
    const answer = await fetch(server.address + url, { headers: { cookie: caller.cookies() } })
    const hash = (what: Buffer) => createHash('sha256').update(what).digest('hex')
    expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(bytes))
  }
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
})
