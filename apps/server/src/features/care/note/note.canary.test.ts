import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { recordDatabaseNotifications, tablesContaining } from '../../../testing/database/canary.ts'
import { runQuery } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../testing/socket.ts'

const app = await startSharedApp({ expectedErrors: ['a request failed'] })
const therapist = await app.person('therapist')
const client = await app.person('client')
const others = [client, await app.person('therapist', 2), await app.person('admin')]
const record = await connectClient(app, therapist, client)
const sessionId = await insertCompletedSession(app, therapist, record, new Date(Date.now() - 24 * 60 * 60_000))
const listener = await recordDatabaseNotifications(app.databaseUrl)
afterAll(() => listener.close())

const marked = 'canary-sentence: she dreamt of the lighthouse'
/** The tables that may store the text of a note. `search_text` has its words, for the people who may read it. */
const tables = /^app\.(session_note|session_note_version|session_note_addendum|session_text|search_text)$/

test('the text of a note is stored only in its own tables and in the index of texts, and appears in no log, error, job, notification, email or response to anyone else', async () => {
  const sockets = [therapist, ...others].map((person) => openTestSocket(app.address, person))
  const { note } = therapist.api
  const answers: unknown[] = []
  const refused = async (attempt: Promise<unknown>) =>
    answers.push(
      await attempt.then(
        () => expect.fail('not refused'),
        (error: unknown) => JSON.stringify(error),
      ),
    )

  await note.save({ sessionId, text: marked, version: 0 })
  await note.saveText({ sessionId, kind: 'next-steps', text: marked, version: 0 })
  // Each of these calls contains the text of the note and is refused. The refusals must not repeat the text.
  await refused(note.save({ sessionId, text: `${marked}\u0000`, version: 1 }))
  await refused(note.save({ sessionId: randomUUID(), text: marked, version: 0 }))
  await refused(note.saveText({ sessionId, kind: 'objectives', text: marked.repeat(1_000), version: 0 }))
  await refused(note.addendum({ id: randomUUID(), sessionId, text: marked }))
  // This constraint makes the next save fail. Postgres can include the row in the message of such an error.
  await runQuery(
    app.databaseUrl,
    `begin; set local role attune_owner; alter table app.session_note add check (text not like '%again'); commit`,
  )
  await refused(note.save({ sessionId, text: `${marked}, again`, version: 1 }))
  await note.sign({ sessionId, command: randomUUID(), version: 1 })
  await note.addendum({ id: randomUUID(), sessionId, text: marked })
  await note.shareText({ sessionId, kind: 'next-steps', shared: true })
  await note.shareText({ sessionId, kind: 'next-steps', shared: false })

  for (const { api } of others) {
    for (const asked of [
      () => api.note.open({ sessionId }),
      () => api.session.get({ id: sessionId }),
      () => api.session.list({ which: 'history', search: 'lighthouse' }),
      () => api.notification.list({}),
    ]) {
      answers.push(await asked().catch((error: unknown) => JSON.stringify(error)))
    }
  }
  await expect.poll(() => listener.heard.length).toBeGreaterThan(0)

  expect(JSON.stringify(answers)).not.toContain('canary')
  expect(app.logged.length).toBeGreaterThan(0)
  expect(app.logged.join('')).not.toMatch(/canary|lighthouse/)
  expect(new Set(listener.heard)).toEqual(new Set(['attune_change ']))
  expect(JSON.stringify(sockets.map(({ frames }) => frames))).not.toContain('canary')
  expect(JSON.stringify(app.inbox.mails.map(({ subject, text, html }) => [subject, text, html]))).not.toContain(
    'canary',
  )
  expect((await tablesContaining(app.databaseUrl, 'canary')).filter((name) => !tables.test(name))).toEqual([])
  expect((await tablesContaining(app.databaseUrl, 'canary')).length).toBeGreaterThan(2)
  const jobs = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ all: string }>(
      `select coalesce(string_agg(data::text || coalesce(output::text, ''), ''), '') as all from jobs.job`,
    ),
  )
  expect(jobs.rows[0]?.all).not.toContain('canary')
  for (const socket of sockets) socket.close()
})
