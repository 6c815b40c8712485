import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { recordDatabaseNotifications, tablesContaining } from '../../../testing/database/canary.ts'
import { runQuery, queryAsRole } from '../../../testing/database/database.ts'
import { waitForCheckedFile, pdfOfSize, jpegPicture, uploadFile } from '../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../testing/socket.ts'

const app = await startSharedApp({ expectedErrors: ['a request failed'] })
const [ana, leo, nora, jonas, admin] = await Promise.all([
  app.person('client', 1),
  app.person('client', 2),
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('admin'),
])
const records = { ana: await connectClient(app, nora, ana), jonas: await connectClient(app, jonas, ana) }
await connectClient(app, nora, leo)
const ear = await recordDatabaseNotifications(app.databaseUrl)
afterAll(() => ear.close())

let marks = 0
/** Returns a unique sentence on each call. A search for the sentence finds every place that stores the sentence. */
const marked = () => `canary-${++marks} she dreamt of the lighthouse`
const canary = /canary|lighthouse/i

/** Returns a document with marked sentences in every kind of block. */
const document = (): RichText => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: marked() }] },
    { type: 'paragraph', content: [{ type: 'text', text: marked(), marks: [{ type: 'bold' }] }] },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: marked() }] }] }],
    },
    { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: marked() }] }] },
  ],
})

/**
 * The tables that may store text or file names of users. The test searches all other tables for the marked sentences.
 */
/** `search_text` has the words of the entries, for the people who may read them. */
const tables = /^app\.(journal_entry|journal_publication|journal_comment|journal_reply|file|search_text)$/

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name))

test('journal text and therapists’ comments are stored only in their own tables, private or shared @slow', async () => {
  const others = [leo, nora, jonas, admin]
  const sockets = [ana, ...others].map((person) => openTestSocket(app.address, person))
  await Promise.all(sockets.map((socket) => socket.frame('welcome')))
  const tablesHeard = [
    'journal_entries',
    'journal_shares',
    'journal_replies',
    'journal_comments',
    'files',
    'file_readers',
    'notifications',
  ]
  for (const socket of sockets) for (const table of tablesHeard) socket.send({ type: 'subscribe', ref: table, table })
  await Promise.all(sockets.map((socket) => socket.frame('subscribed', ({ ref }) => ref === 'notifications')))
  const answers: string[] = []
  const refused = async (attempt: Promise<unknown>) =>
    answers.push(
      await attempt.then(
        () => expect.fail('not refused'),
        (error: unknown) => JSON.stringify(error),
      ),
    )

  // Saves private entries with titles, tags and files twice. Moves one entry to the trash and restores it.
  const [photo, sheet] = [
    await uploadFile(app, ana, { name: `${marked()}.jpg`, kind: 'image', bytes: await jpegPicture() }),
    await uploadFile(app, ana, { name: `${marked()}.pdf`, kind: 'pdf', bytes: pdfOfSize() }),
  ]
  await Promise.all([waitForCheckedFile(ana, photo), waitForCheckedFile(ana, sheet)])
  const entries = [
    newJournalEntry('', { files: [photo] }),
    newJournalEntry('', { files: [sheet] }),
    newJournalEntry(),
  ].map((entry) => ({
    ...entry,
    title: marked(),
    content: document(),
    tags: [`canary-tag-${++marks}`],
  }))
  for (const entry of entries) {
    await ana.api.journal.save(entry)
    await ana.api.journal.save({ ...entry, version: 1, content: document() })
  }
  const [first, second, third] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]]
  await ana.api.journal.list({ search: 'canary lighthouse' })
  await ana.api.journal.trash({ id: third.id })
  await ana.api.journal.restore({ id: third.id })

  // Shares an entry, changes it, reads it, comments on it, replies to it and revokes its shares.
  await ana.api.journal.share({ id: first.id, therapistIds: [nora.accountId, jonas.accountId], command: randomUUID() })
  await ana.api.journal.save({ ...first, version: 2, content: document() })
  await ana.api.journal.publish({ id: first.id, version: 3 })
  await nora.api.journal.read({ id: first.id })
  for (let times = 0; times < 3; times++)
    await nora.api.journal.addComment({ id: randomUUID(), entryId: first.id, text: marked() })
  await nora.api.journal.reply({ id: randomUUID(), entryId: first.id, text: marked() })
  await app.inbox.mailTo(nora.email, /An entry was shared/)
  await ana.api.journal.revoke({ id: first.id, therapistId: nora.accountId })
  await ana.api.journal.revoke({ id: first.id, therapistId: jonas.accountId })

  // Sends requests with marked text that fail or are refused.
  await refused(
    ana.api.journal
      .save({ ...second, version: 7 })
      .catch((error: { data: unknown }) => Promise.reject({ ...error, data: null })),
  )
  await refused(ana.api.journal.save({ ...newJournalEntry(`${marked()}\u0000`) }))
  await refused(ana.api.journal.save(newJournalEntry(marked().repeat(1_000))))
  await refused(ana.api.journal.save({ ...newJournalEntry(marked()), id: randomUUID(), version: 3 }))
  await refused(leo.api.journal.save({ ...second, version: 2 }))
  await refused(nora.api.journal.addComment({ id: randomUUID(), entryId: first.id, text: marked() }))
  await refused(nora.api.journal.reply({ id: randomUUID(), entryId: second.id, text: marked() }))
  await ana.send('journal/save', `{"id": "${marked()}`)
  await runQuery(
    app.databaseUrl,
    `begin; set local role attune_owner; alter table app.journal_entry add check (title not like '%fails'); commit`,
  )
  await refused(ana.api.journal.save({ ...newJournalEntry(marked()), title: `${marked()} and fails` }))

  // The other people send requests that could return the text.
  for (const { api } of others) {
    for (const ask of [
      () => api.journal.list({ search: 'canary' }),
      () => api.journal.get({ id: second.id }),
      () => api.journal.read({ id: second.id }),
      () => api.journal.read({ id: first.id }),
      () => api.journal.shared({}),
      () => api.journal.counts({}),
      () => api.client.get({ id: records.ana }),
      () => api.client.timeline({ id: records.ana }),
      () => api.sessionPrep.get({ clientId: records.ana }),
      () => api.file.address({ id: photo, variant: 'whole' }),
      () => api.notification.list({}),
      () => api.administration.outbox({}),
    ]) {
      answers.push(JSON.stringify(await ask().catch((error: unknown) => error)))
    }
  }
  // An export of the journal must not leave the text anywhere.
  const { url } = await ana.api.journal.exportAll({ as: 'markdown' })
  const exported = await fetch(app.address + url, { headers: { cookie: ana.cookies() } })
  await exported.arrayBuffer()
  await app.inbox.mailTo(ana.email, /You have a reply/)

  expect(marks).toBeGreaterThanOrEqual(40)
  expect(answers.filter((answer) => canary.test(answer))).toEqual([])
  expect(app.logged.length).toBeGreaterThan(0)
  expect(app.logged.filter((line) => canary.test(line))).toEqual([])
  expect(new Set(ear.heard)).toEqual(new Set(['attune_change ']))
  expect(JSON.stringify(sockets.map(({ frames }) => frames))).not.toMatch(canary)
  expect(sockets[1]?.frames.filter(({ type }) => type === 'change')).toEqual([])
  const mails = app.inbox.mails.map(({ subject, text, html, attachments }) => [subject, text, html, attachments])
  expect(JSON.stringify(mails)).not.toMatch(canary)
  expect((await tablesContaining(app.databaseUrl, 'lighthouse')).filter((name) => !tables.test(name))).toEqual([])
  expect((await tablesContaining(app.databaseUrl, 'canary')).filter((name) => !tables.test(name))).toEqual([])
  expect(await tablesContaining(app.databaseUrl, 'lighthouse')).toHaveLength(5)
  const changes = await queryAsRole<{ all: string }>(
    'relay',
    app.databaseUrl,
    `select string_agg(c::text, '') as all from app.change c`,
  )
  expect(changes[0]?.all).not.toMatch(canary)
  const jobs = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ all: string }>(
      `select coalesce(string_agg(data::text || coalesce(output::text, ''), ''), '') as all from jobs.job`,
    ),
  )
  expect(jobs.rows[0]?.all).not.toMatch(canary)
  // Every backup contains the names of the stored files, so they must not contain a name that a person gave.
  const paths = filesIn(app.config.dataDir)
  expect(paths.some((path) => path.endsWith(photo))).toBe(true)
  expect(paths.filter((path) => canary.test(path))).toEqual([])
  for (const socket of sockets) socket.close()
})

test('the plain text of an entry cannot be read by any other role', async () => {
  const entry = newJournalEntry('', { content: richTextFromPlain('an inmost thought') })
  await ana.api.journal.save(entry)
  for (const [role, id] of [
    ['therapist', nora.accountId],
    ['client', leo.accountId],
    ['admin', admin.accountId],
    ['worker', ana.accountId],
  ] as const) {
    const count = () =>
      app.db.asActor({ role, id }, (tx) => tx.run<{ n: number }>('select count(*)::int as n from app.journal_entry'))
    if (role !== 'client') await expect(count()).rejects.toMatchObject({ code: '42501' })
    else expect((await count()).rows).toEqual([{ n: 0 }])
  }
})
