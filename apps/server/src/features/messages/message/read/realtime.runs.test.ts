import { runs } from '@attune/contract/common/runs.testing'
import { afterAll, expect, test } from 'vitest'
import { databaseUrlFor } from '../../../../platform/database/pools.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { openTestBrowser } from '../../../../testing/browser.ts'
import { queryAsRole, runQuery, testSecrets } from '../../../../testing/database/database.ts'
import {
  differencesOf,
  openInterruptibleLine,
  openMessageBrowser,
  type MessageBrowser,
} from '../../../../testing/faults/message-browsers.ts'
import type { Person } from '../../../../testing/people.ts'
import { createTestConversation, sendText, type TestConversation } from '../message.testing.ts'

const app = await startSharedApp({ worker: false })
const line = await openInterruptibleLine(app.address)
const conversations = [await createTestConversation(app, 1), await createTestConversation(app, 2)]
afterAll(() => line.close())

/** Opens a browser of a person behind an unreliable connection. Its pauses are a fifth of the real ones. */
function open(person: Person, id: string, readsChanges = true): MessageBrowser {
  const caller = openTestBrowser(line.address, app.site.key)
  for (const [name, value] of person.cookieJar) caller.cookieJar.set(name, value)
  return openMessageBrowser(line.address, caller, id, { readsChanges, pauseFactor: 0.2 })
}

/** Terminates the connection that listens for changes. Returns the number of terminated connections. */
const killListener = async () =>
  (
    await runQuery(
      databaseUrlFor(app.databaseUrl, 'attune_relay', testSecrets),
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = 'attune_relay' and datname = current_database() and pid <> pg_backend_pid()`,
    )
  ).length

const idsOf = async (id: string) =>
  (
    await queryAsRole<{ id: string }>(
      'backup',
      app.databaseUrl,
      `select id from app.message where client_id = '${id}' order by seq`,
    )
  ).map((row) => row.id)

test('20 sockets show every message once, through kills of the listener and interruptions @slow', async () => {
  const browsers = conversations.flatMap(({ therapist, client, id }) =>
    Array.from({ length: 10 }, (_, n) => ({ id, browser: open(n % 2 ? therapist : client, id) })),
  )
  const expectEqual = async () => {
    const ids = new Map(await Promise.all(conversations.map(async ({ id }) => [id, await idsOf(id)] as const)))
    await expect
      .poll(() => browsers.map(({ id, browser }) => differencesOf(browser, ids.get(id) ?? [])))
      .toEqual(browsers.map(() => ({ missed: 0, doubled: 0 })))
    // The order on the screen is the order of the conversation.
    for (const { id, browser } of browsers) expect(browser.shown).toEqual(ids.get(id))
  }
  await expect.poll(() => browsers.every(({ browser }) => browser.connectedAt > 0)).toBe(true)
  const sendEach = (text: string) =>
    Promise.all(
      conversations.flatMap(({ therapist, client, id }) => [therapist, client].map((one) => sendText(one, id, text))),
    )
  for (let round = 0; round < runs(2, 20); round++) {
    await sendEach('Before')
    const [killed] = await Promise.all([killListener(), sendEach('During')])
    expect(killed).toBeGreaterThan(0)
    await sendEach('After')
    await expectEqual()
  }
  const interruption = line.interrupt(300)
  await sendEach('Unheard')
  await interruption
  await expectEqual()
  // A browser whose read was interrupted retries without waiting for its socket.
  await expect.poll(() => Math.min(...browsers.map(({ browser }) => browser.connections))).toBeGreaterThan(1)
  for (const { browser } of browsers) browser.close()
})

test('as a control, a browser that ignores changes lacks messages', async () => {
  const [{ client, id }] = conversations as [TestConversation]
  const deaf = open(client, id, false)
  await expect.poll(async () => differencesOf(deaf, await idsOf(id))).toEqual({ missed: 0, doubled: 0 })
  const heard = open(client, id)
  await expect.poll(() => heard.connectedAt > 0).toBe(true)
  await sendText(client, id, 'Unheard')
  await expect.poll(async () => differencesOf(heard, await idsOf(id))).toEqual({ missed: 0, doubled: 0 })
  expect(differencesOf(deaf, await idsOf(id))).toEqual({ missed: 1, doubled: 0 })
  for (const browser of [deaf, heard]) browser.close()
})
