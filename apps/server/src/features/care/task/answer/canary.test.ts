import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { recordDatabaseNotifications, tablesContaining } from '../../../../testing/database/canary.ts'
import { runQuery } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { commandOn, assignTask, taskInput, plainAnswer } from '../task.testing.ts'

const app = await startSharedApp({ expectedErrors: ['a request failed'] })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
const sibling = await app.person('client', 2)
await connectClient(app, therapist, sibling)
const others = [sibling, await app.person('therapist', 2), await app.person('admin')]
const ear = await recordDatabaseNotifications(app.databaseUrl)
afterAll(() => ear.close())

const sentences = Array.from({ length: 40 }, (_, place) => `canary-${place}: she dreamt of the lighthouse`)
const of = (place: number) => sentences[place] ?? ''
/** The tables that may contain the sentences or, in the two indexes of the search, their words. */
const tables = /^app\.(task|task_draft|task_answer|task_comment|task_history|search_name|search_text)$/

test('texts of drafts, answers, comments and reasons are stored only in their own tables, and drafts are visible to their client only @slow', async () => {
  const sockets = [therapist, client, ...others].map((person) => openTestSocket(app.address, person))
  const answers: unknown[] = []
  const refused = async (attempt: Promise<unknown>) =>
    answers.push(
      await attempt.then(
        () => expect.fail('not refused'),
        (error: unknown) => JSON.stringify(error),
      ),
    )

  // Starts eight thought records with drafts that are never submitted. The therapist must not read these drafts.
  const begun = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6, 7].map(async (place) => {
      const { id } = await assignTask(therapist, record, { form: { kind: 'thought-record' } })
      const [situation, thought] = [of(place * 2), of(place * 2 + 1)]
      const answer = { kind: 'thought-record', situation, thought, feeling: '', evidence: '', alternative: '' } as const
      await client.api.task.saveDraft({ id, answer, version: 0 })
      return id
    }),
  )
  const toTherapist: unknown[] = []
  for (const id of begun) toTherapist.push(await therapist.api.task.get({ id }))
  toTherapist.push(
    await therapist.api.task.list({}),
    await therapist.api.task.board({}),
    await therapist.api.task.progress({ clientId: record }),
    await therapist.api.notification.list({}),
    await therapist.api.client.timeline({ id: record }),
  )
  expect(JSON.stringify(toTherapist)).not.toContain('canary')

  // These texts may be read by both the client and the therapist: the text of the task, the answer, comments and a
  // reason.
  for (const place of [0, 1, 2, 3]) {
    const { id } = await assignTask(therapist, record, {
      title: of(16 + place),
      description: richTextFromPlain(of(20 + place)),
    })
    await client.api.task.comment({ id: randomUUID(), taskId: id, text: of(24 + place) })
    await therapist.api.task.comment({ id: randomUUID(), taskId: id, text: of(28 + place) })
    if (place % 2) await client.api.task.decline({ ...commandOn(id), reason: of(32 + place) })
    else {
      await client.api.task.start(commandOn(id))
      await client.api.task.complete({ ...commandOn(id), answer: plainAnswer(of(32 + place)) })
      await therapist.api.task.reopen({ ...commandOn(id), comment: of(36 + place) })
      await client.api.task.saveDraft({ id, answer: plainAnswer(of(37 + place)), version: 0 })
    }
  }
  // Each of these calls contains a marked text and is refused. The refusals must not repeat the text.
  const [open = ''] = begun
  await refused(client.api.task.saveDraft({ id: open, answer: plainAnswer(of(0)), version: 1 }))
  await refused(client.api.task.saveDraft({ id: randomUUID(), answer: plainAnswer(of(0)), version: 0 }))
  await refused(client.api.task.complete({ ...commandOn(open), answer: plainAnswer(`${of(0)}\u0000`) }))
  await refused(client.api.task.comment({ id: randomUUID(), taskId: open, text: of(0).repeat(100) }))
  await refused(therapist.api.task.assign(taskInput([randomUUID()], { title: of(0) })))
  // This constraint makes a later save fail. Postgres can include the row in the message of such an error.
  await runQuery(
    app.databaseUrl,
    `begin; set local role attune_owner; alter table app.task_draft add check (answer::text not like '%again%') not valid; commit`,
  )
  const record_ = { thought: '', feeling: '', evidence: '', alternative: '' }
  const again = { kind: 'thought-record', situation: `${of(0)}, again`, ...record_ } as const
  await refused(client.api.task.saveDraft({ id: open, answer: again, version: 1 }))

  for (const { api } of others) {
    for (const asked of [
      () => api.task.get({ id: open }),
      () => api.task.list({ clientId: record }),
      () => api.task.mine({}),
      () => api.task.ownProgress({}),
      () => api.task.board({}),
      () => api.task.progress({ clientId: record }),
      () => api.task.templates({}),
      () => api.notification.list({}),
    ]) {
      answers.push(await asked().catch((error: unknown) => JSON.stringify(error)))
    }
  }
  // Notifications show the title of a task (`subject`) to the people who may read the task. The test ignores these
  // titles.
  for (const { api } of [client, therapist]) {
    const { items } = await api.notification.list({})
    answers.push(items.map((item) => ({ ...item, subject: null })))
  }
  await expect.poll(() => ear.heard.length).toBeGreaterThan(0)
  await expect.poll(() => app.inbox.mails.length).toBeGreaterThan(0)

  expect(JSON.stringify(answers)).not.toMatch(/canary|lighthouse/)
  expect(app.logged.join('')).not.toMatch(/canary|lighthouse/)
  expect(new Set(ear.heard)).toEqual(new Set(['attune_change ']))
  expect(JSON.stringify(sockets.map(({ frames }) => frames))).not.toContain('canary')
  expect(JSON.stringify(app.inbox.mails.map(({ subject, text, html }) => [subject, text, html]))).not.toContain(
    'canary',
  )
  expect((await tablesContaining(app.databaseUrl, 'canary')).filter((name) => !tables.test(name))).toEqual([])
  expect((await tablesContaining(app.databaseUrl, 'canary')).toSorted()).toEqual([
    'app.search_name',
    'app.search_text',
    'app.task',
    'app.task_answer',
    'app.task_comment',
    'app.task_draft',
    'app.task_history',
  ])
  const jobs = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ all: string }>(
      `select coalesce(string_agg(data::text || coalesce(output::text, ''), ''), '') as all from jobs.job`,
    ),
  )
  expect(jobs.rows[0]?.all).not.toContain('canary')
  for (const socket of sockets) socket.close()
})

test('only the client role has rights on drafts, and the worker can read no text column of a task', async () => {
  const rights = await runQuery<{ role: string; what: string }>(
    app.databaseUrl,
    `select grantee as role, table_name || '.' || column_name as what from information_schema.column_privileges
     where table_schema = 'app' and table_name like 'task%' and privilege_type = 'SELECT' and grantee like 'attune_%'`,
  )
  const readers = (what: string) =>
    [...new Set(rights.filter((right) => right.what === what).map(({ role }) => role))].toSorted()
  const seen = ['attune_app_backup', 'attune_app_client', 'attune_owner']
  expect(readers('task_draft.answer').filter((role) => !seen.includes(role))).toEqual([])
  for (const what of [
    'task.title',
    'task.description',
    'task.form',
    'task.decline_reason',
    'task_comment.text',
    'task_answer.answer',
  ]) {
    expect(readers(what)).not.toContain('attune_worker')
    expect(readers(what)).not.toContain('attune_app_definer')
    expect(readers(what)).not.toContain('attune_app_admin')
  }
})
