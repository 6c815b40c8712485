import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { openTestBrowser } from './testing/browser.ts'
import { startSharedApp } from './testing/app.ts'
import { createTestServerFolder } from './testing/server.ts'
import { createWriteLedger } from './testing/faults/ledger.ts'
import { connectClient } from './testing/records/sessions.ts'
import { timeAhead } from './testing/time-ahead.ts'

const kills = runs(1, 5)
afterAll(async () => {
  serverFolder.remove()
})
// This app only creates the people and reads the database. The server that the test kills is another process.
const app = await startSharedApp({ worker: false })
const serverFolder = createTestServerFolder()

test('after killing the server during saves, every save is complete or absent, and no acknowledged one is lost @slow', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  const clientId = await connectClient(app, therapist, client)
  const ledger = createWriteLedger()
  let slots = 0

  for (let kill = 0; kill < kills; kill++) {
    const { child, address } = await serverFolder.start(app.databaseUrl)
    const caller = openTestBrowser(address, app.site.key)
    for (const [name, value] of therapist.cookieJar) caller.cookieJar.set(name, value)
    const before = ledger.acknowledged.size
    let killed = false
    const writer = async () => {
      while (!killed) {
        const id = randomUUID()
        const startsAt = new Date(timeAhead(40) + slots++ * 3_600_000).toISOString()
        await ledger.record(id, () =>
          caller.api.session.create({ id, clientIds: [clientId], startsAt, format: 'video' }),
        )
      }
    }
    const load = Promise.all([writer(), writer(), writer(), writer()])
    await expect.poll(() => ledger.acknowledged.size, { interval: 5 }).toBeGreaterThan(before + 3 + kill * 5)
    child.kill('SIGKILL')
    killed = true
    await Promise.all([load, once(child, 'exit')])
  }

  expect([...ledger.refused.keys()]).toEqual([])
  const stored = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    const { rows } = await tx.run<{ id: string; participants: number; steps: number }>(
      `select s.id, (select count(*) from app.session_client c where c.session_id = s.id) as participants,
         (select count(*) from app.session_history h where h.session_id = s.id) as steps from app.session s`,
    )
    return rows
  })
  const notified = await app.db.asActor({ role: 'client', id: client.accountId }, async (tx) => {
    const { rows } = await tx.run<{ id: string }>(
      `select related_id as id from app.notification where kind = 'session-planned'`,
    )
    return rows.map((row) => row.id).sort()
  })
  const mailed = await app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: string }>(
      `select subject_id as id from app.mail where kind = 'session-planned'`,
    )
    return rows.map((row) => row.id).sort()
  })
  const ids = stored.map((row) => row.id).sort()
  expect([...ledger.acknowledged].filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id) => !ledger.acknowledged.has(id) && !ledger.indeterminate.has(id))).toEqual([])
  expect(stored.filter((row) => row.participants !== 1 || row.steps !== 1)).toEqual([])
  expect(notified).toEqual(ids)
  expect(mailed).toEqual(ids)
})
