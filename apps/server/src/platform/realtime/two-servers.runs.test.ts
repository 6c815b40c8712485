import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/browser.ts'
import { createWriteLedger } from '../../testing/faults/ledger.ts'
import { connectClient } from '../../testing/records/sessions.ts'
import { createTestServerFolder } from '../../testing/server.ts'
import { openTestSocket } from '../../testing/socket.ts'
import { timeAhead } from '../../testing/time-ahead.ts'

/** The server that keeps running. The other one is a process with a separate data folder, which the test stops or kills. */
const app = await startSharedApp()
const folder = createTestServerFolder()
afterAll(() => folder.remove())

let slots = 0
const nextStart = () => new Date(timeAhead(60) + slots++ * 3_600_000).toISOString()

/** Returns the same signed-in browser at another server. */
function atServer(address: string, { cookieJar }: TestBrowser): TestBrowser {
  const browser = openTestBrowser(address, app.site.key)
  for (const [name, value] of cookieJar) browser.cookieJar.set(name, value)
  return browser
}

test.each((['SIGKILL', 'SIGTERM'] as const).slice(0, runs(1, 2)))(
  'after a server ended by %s, the other one has every acknowledged change once, and its open page was told of each @slow',
  async (signal) => {
    const n = signal === 'SIGTERM' ? 1 : 2
    const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
    const clientId = await connectClient(app, therapist, client)
    const { child, address } = await folder.start(app.databaseUrl)
    const first = atServer(address, therapist)
    const page = openTestSocket(app.address, client)
    await page.frame('welcome')
    page.send({ type: 'subscribe', ref: 'all', table: 'session_clients' })
    await page.frame('subscribed')

    const ledger = createWriteLedger()
    const ended = once(child, 'exit')
    const newSession = () => ({
      id: randomUUID(),
      clientIds: [clientId],
      startsAt: nextStart(),
      format: 'video' as const,
    })
    /** Repeats the call that gets no answer, as the web app does. It then reaches the other server. */
    const write = async () => {
      let session = newSession()
      while ((await ledger.record(session.id, () => first.api.session.create(session))) === 'acknowledged')
        session = newSession()
      expect(await ledger.record(session.id, () => therapist.api.session.create(session))).toBe('acknowledged')
    }
    const writers = [write(), write(), write(), write()]
    await expect.poll(() => ledger.acknowledged.size, { interval: 5 }).toBeGreaterThan(8)
    child.kill(signal)
    await Promise.all(writers)
    await ended

    expect([...ledger.refused.keys()].filter((status) => status !== 503)).toEqual([])
    const stored = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
      const { rows } = await tx.run<{ id: string; participants: number; steps: number }>(
        `select s.id, (select count(*) from app.session_client c where c.session_id = s.id) as participants,
           (select count(*) from app.session_history h where h.session_id = s.id) as steps from app.session s`,
      )
      return rows
    })
    expect(stored.map(({ id }) => id).toSorted()).toEqual([...ledger.acknowledged].toSorted())
    expect(stored.filter((row) => row.participants !== 1 || row.steps !== 1)).toEqual([])
    const heard = () => new Set(page.frames.flatMap((frame) => (frame.type === 'change' ? [frame.id] : [])))
    await expect.poll(() => [...ledger.acknowledged].filter((id) => !heard().has(id))).toEqual([])
    page.close()
  },
)
