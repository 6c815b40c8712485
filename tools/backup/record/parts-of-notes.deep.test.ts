// Backs up a practice with the schema before notes had parts, upgrades it, writes parts, and brings notes back from a backup of each version.
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts'
import {
  daysAgo,
  migrationsBeforeParts,
  writeEarlierNotes,
} from '../../../apps/server/src/platform/database/migrate/earlier-notes.testing.ts'
import { migrate } from '../../../apps/server/src/platform/database/migrate/migrate.ts'
import type { TestApp } from '../../../apps/server/src/testing/app.ts'
import { openTestBrowser } from '../../../apps/server/src/testing/browser.ts'
import { insertLogin } from '../../../apps/server/src/testing/people.ts'
import { writeAsOwner } from '../../../apps/server/src/testing/practice.ts'
import { createHome } from '../folders.testing.ts'
import { backUpPracticeTo, createDataWithSecrets, installPassword, servePractice } from '../practice.testing.ts'
import { bringBackInto } from './bring-back.testing.ts'

const home = createHome()
afterAll(() => rmSync(home, { recursive: true }))
const [earlier, later] = [join(home, 'earlier'), join(home, 'later')]
const data = createDataWithSecrets(home)
const [therapist, ana, ben, own, both, empty, formatted] = Array.from({ length: 7 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const signedAt = daysAgo(3)

/** Backs up the practice before the upgrade, and once more after the therapist has written parts. */
beforeAll(async () => {
  const embedded = await startEmbedded({ dataDir: data.dataDir, password: installPassword, throwaway: true })
  try {
    await migrate(embedded.url, migrationsBeforeParts())
    const db = new pg.Client(embedded.url)
    await db.connect()
    await writeAsOwner(db, () => insertEarlier(db))
    await db.end()
    await backUpPracticeTo(earlier, data, embedded.port)
  } finally {
    await embedded.stop()
  }
  await servePractice(data, async (app, port) => {
    const { note } = (await signIn(app)).api
    const save = (sessionId: string, text: Parameters<typeof note.save>[0]['text'], clientId?: string) =>
      note.save({ sessionId, text, clientId, version: 0 })
    await save(empty, 'Both came late.')
    await save(empty, 'Ben was quiet.', ben)
    await save(empty, 'Ana was calm.', ana)
    await note.sign({ sessionId: empty, clientId: ben, command: randomUUID(), version: 1 })
    await note.addendum({ sessionId: empty, clientId: ben, id: randomUUID(), text: 'He called.' })
    const { content } = richTextFromPlain('Ana led.')
    const heading = {
      type: 'heading' as const,
      attrs: { level: 3 as const },
      content: [{ type: 'text' as const, text: 'Course' }],
    }
    await save(formatted, { type: 'doc', content: [heading, ...content] }, ana)
    await backUpPracticeTo(later, data, port)
  })
})

async function insertEarlier(db: pg.Client): Promise<void> {
  const { insertPractice, insertSession, insertNote } = writeEarlierNotes(db, therapist)
  await insertPractice({ [ana]: 'Ana', [ben]: 'Ben' })
  await insertSession({ id: own, days: 4, clients: [[ana]] })
  await insertNote(own, { texts: ['About Ana alone.'], signedAt, addenda: { [randomUUID()]: 'She wrote.' } })
  await insertSession({ id: both, days: 5, clients: [[ana], [ben]] })
  await insertNote(both, { texts: ['About both.'], signedAt, addenda: { [randomUUID()]: 'They wrote.' } })
  for (const [place, id] of [empty, formatted].entries())
    await insertSession({ id, days: 6 + place, clients: [[ana], [ben]] })
}

async function signIn(app: TestApp) {
  const browser = openTestBrowser(app.address, app.site.key)
  await insertLogin(app, app.privileged, browser, therapist, 2)
  return browser
}

/** Brings the note of a session back from a backup and returns the copy that the therapist sees. */
const bringBack = (target: string, sessionId: string) =>
  servePractice(data, async (app) => {
    await bringBackInto({ target, data, keyOf: data }, sessionId)
    const { items } = await (await signIn(app)).api.recordCopy.ofSession({ sessionId })
    expect(items).toHaveLength(1)
    return items[0]?.copied
  })

test('a backup from before the parts brings back the note of one client and of several, with signature and addenda', async () => {
  const facts = { signedAt, content: null }
  expect(await bringBack(earlier, own)).toMatchObject({
    ...facts,
    text: 'About Ana alone.',
    addenda: [{ text: 'She wrote.' }],
  })
  expect(await bringBack(earlier, both)).toMatchObject({
    ...facts,
    text: 'About both.',
    addenda: [{ text: 'They wrote.' }],
  })
})

test('a note with several parts comes back with each part and addendum under the name of its client, unsigned if a part is', async () => {
  expect(await bringBack(later, empty)).toMatchObject({
    text: 'Both came late.\n\nAna Ashdown\nAna was calm.\n\nBen Ashdown\nBen was quiet.',
    signedAt: null,
    addenda: [{ text: 'Ben Ashdown\nHe called.' }],
  })
})

test('the only part of a session with several clients comes back under the name of its client, with its formatting', async () => {
  const copied = await bringBack(later, formatted)
  expect(copied?.text).toBe('Ana Ashdown\nCourse\nAna led.')
  expect(copied?.content?.content.map(({ type }) => type)).toEqual(['heading', 'heading', 'paragraph'])
})
