import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { createDatabase } from '../../../testing/database/database.ts'
import { writeAsOwner } from '../../../testing/practice.ts'
import { hashLoginToken } from '../../auth/login/tokens.ts'
import { migrate, readMigrations } from './migrate.ts'

/** The last migration of the previous version. The test inserts data in the schema of that version. */
const lastBefore = '0075-last-word.sql'
const [therapist, client, record, pending, session, notification, invitation, entry, sharedEntry, file] = Array.from(
  { length: 10 },
  () => randomUUID(),
) as [string, string, string, string, string, string, string, string, string, string]
const [trashedEntry, task] = [randomUUID(), randomUUID()]
const text = (words: string) => ({ type: 'text', text: words })
const entryWithPicture = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('Morning'), text(' walk')] },
    { type: 'image', attrs: { fileId: randomUUID(), alt: 'A heron' } },
    { type: 'paragraph', content: [text('By the lake'), { type: 'hardBreak' }, text('and home')] },
    { type: 'paragraph' },
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('one')] }] }] },
  ],
}
const draftKey = randomBytes(32)
const loginToken = 'the_token-of-a-login'
const startsAt = '2031-05-05T09:00:00.000Z'
const [trashedAt, submittedAt] = ['2031-05-01T07:30:00.000Z', '2031-05-02T18:45:00.000Z']

let url: string
let drop: () => Promise<void>
let db: pg.Client
let app: TestApp | undefined
let before: Record<string, unknown[]>

beforeAll(async () => {
  ;({ url, drop } = await createDatabase(inject('adminUrl')))
  const known = readMigrations()
  await migrate(url, known.slice(0, known.findIndex(({ name }) => name === lastBefore) + 1))
  db = new pg.Client(url)
  await db.connect()
  await insertPractice()
  await insertExports()
  before = await readPractice()
  await migrate(url)
})
afterAll(async () => {
  await app?.close()
  await db?.end()
  await drop()
})

test('an upgrade keeps the draft key, jobs, notifications, invitations and sessions of the previous version', async () => {
  expect(before.jobs).toHaveLength(2)
  expect(await readPractice()).toEqual(before)
})

test('an upgrade removes the description of a picture from the excerpt of an entry', async () => {
  await writeAsOwner(db, async () => {
    const { rows } = await db.query('select excerpt from app.journal_entry where id = $1', [entry])
    expect(rows).toEqual([{ excerpt: 'Morning walk By the lake and home one' }])
  })
})

test('after an upgrade a therapist reads a shared entry and its files as they were before [1.07]', async () => {
  await writeAsOwner(db, async () => {
    const { rows } = await db.query(
      `select p.version, p.excerpt, p.published_at = e.updated_at as "isLastSave",
         array(select f.file_id from app.journal_published_file f where f.entry_id = p.entry_id order by f.place) as files
       from app.journal_publication p join app.journal_entry e on e.id = p.entry_id`,
    )
    expect(rows).toEqual([{ version: 1, excerpt: 'Shared words', isLastSave: true, files: [file] }])
  })
})

test('an upgrade keeps when an entry was moved to the trash and when a task was submitted', async () => {
  await writeAsOwner(db, async () => {
    const { rows } = await db.query(
      `select e.id, e.trashed_at as at from app.journal_entry e where e.trashed_at is not null
       union all select a.task_id, a.submitted_at from app.task_answer a`,
    )
    expect(rows).toEqual([
      { id: trashedEntry, at: new Date(trashedAt) },
      { id: task, at: new Date(submittedAt) },
    ])
  })
})

test('after an upgrade, this version completes the pending jobs and emails @slow', async () => {
  app = await createTestApp({ databaseUrl: url })
  const mail = await app.inbox.mailTo('pia@example.org')
  expect(mail.text).toContain(app.address)
  await expect.poll(jobStates, { timeout: 60_000 }).toEqual(['completed', 'completed'])
  const read = await app.db.asActor({ role: 'client', id: client }, (tx) =>
    tx.run('select id, is_read from app.notification where account_id = $1', [client]),
  )
  expect(read.rows).toEqual([{ id: notification, is_read: false }])
})

test('a person who was signed in stays signed in, and the database has only the hash of the token @slow', async () => {
  const login = await app?.auth.logins.byToken(loginToken)
  expect(login).toMatchObject({ userId: client, role: 'client' })
  await writeAsOwner(db, async () => {
    const { rows } = await db.query('select token from auth.login')
    expect(rows).toEqual([{ token: hashLoginToken(loginToken) }])
  })
})

test('a practice that exported invoices in two years keeps the basis of these years', async () => {
  await writeAsOwner(db, async () => {
    const { rows } = await db.query('select therapist_id, consultant, bases, exported_until from app.datev_setting')
    expect(rows).toEqual([
      { therapist_id: therapist, consultant: '', bases: { 2029: 'accrual' }, exported_until: 2030 },
    ])
  })
})

async function jobStates(): Promise<string[]> {
  await db.query('begin; set local role attune_owner')
  const { rows } = await db.query<{ state: string }>(
    `select state from jobs.job where name in ('mail', 'session-due') order by created_on limit 2`,
  )
  await db.query('commit')
  return rows.map(({ state }) => state)
}

/** Inserts rows that exist while the upgrade runs: an unread notification, an open invitation with its email, a scheduled session, a draft key. */
const insertPractice = () =>
  writeAsOwner(db, async () => {
    const profile = `insert into app.profile (account_id, email, first_name, last_name, role, zone) values ($1, $2, $3, 'Berg', $4, 'Europe/Berlin')`
    await db.query(profile, [therapist, 'thea@example.org', 'Thea', 'therapist'])
    await db.query(profile, [client, 'clara@example.org', 'Clara', 'client'])
    await db.query('insert into app.calendar (therapist_id, account_id) values ($1, $1)', [therapist])
    const person = `insert into app.client (id, therapist_id, account_id, first_name, last_name, email, status) values ($1, $2, $3, $4, 'Berg', $5, $6)`
    await db.query(person, [record, therapist, client, 'Clara', 'clara@example.org', 'active'])
    await db.query(person, [pending, therapist, null, 'Pia', 'pia@example.org', 'pending'])
    await db.query(
      `insert into app.invitation (id, therapist_id, client_id, email, language, sent_at, expires_at)
       values ($1, $2, $3, 'pia@example.org', 'en', now(), now() + interval '14 days')`,
      [invitation, therapist, pending],
    )
    await db.query(
      `insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
       values ($1, $2, $3, $3::timestamptz + interval '50 minutes', 'video', 'scheduled')`,
      [session, therapist, startsAt],
    )
    await db.query(
      'insert into app.session_client (therapist_id, session_id, client_id, starts_at) values ($1, $2, $3, $4)',
      [therapist, session, record, startsAt],
    )
    await db.query(
      `insert into app.notification (id, account_id, kind, params, related_type, related_id)
       values ($1, $2, 'session-planned', $3, 'session', $4)`,
      [notification, client, JSON.stringify({ name: 'Thea Berg', startsAt }), session],
    )
    await db.query('insert into app.draft_key (account_id, key) values ($1, $2)', [client, draftKey])
    await db.query(`insert into auth."user" (id, email, email_verified) values ($1, 'clara@example.org', true)`, [
      client,
    ])
    await db.query(`insert into auth.login (user_id, token, expires_at) values ($1, $2, now() + interval '90 days')`, [
      client,
      loginToken,
    ])
    await db.query(
      `insert into app.journal_entry (id, account_id, title, content, excerpt, folded, written_at) values ($1, $2, '', $3, $4, '', now())`,
      [entry, client, JSON.stringify(entryWithPicture), 'Morning walk A heron By the lake and home one'],
    )
    await db.query(
      `insert into app.journal_entry (id, account_id, title, content, excerpt, folded, written_at) values ($1, $2, '', $3, $4, '', now())`,
      [
        sharedEntry,
        client,
        JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [text('Shared words')] }] }),
        'Shared words',
      ],
    )
    await db.query(
      `insert into app.journal_share (account_id, entry_id, therapist_id, shared_at, fresh_at) values ($1, $2, $3, now(), now())`,
      [client, sharedEntry, therapist],
    )
    await db.query(
      `insert into app.file (id, account_id, name, kind, size) values ($1, $2, 'photo.jpg', 'image', 10)`,
      [file, client],
    )
    await db.query('insert into app.journal_file (account_id, entry_id, file_id, place) values ($1, $2, $3, 0)', [
      client,
      sharedEntry,
      file,
    ])
    await insertTrashedAndSubmitted()
    const { rows } = await db.query<{ id: string }>(
      `insert into app.mail (kind, acting_for, subject_id, generation) values ('invitation', $1, $2, 1) returning id`,
      [therapist, invitation],
    )
    const job = 'insert into jobs.job_common (name, data) values ($1, $2)'
    await db.query(job, ['mail', JSON.stringify({ mailId: rows[0]?.id })])
    await db.query(job, ['session-due', JSON.stringify({ sessionId: session, therapistId: therapist })])
  })

const insertExports = () =>
  writeAsOwner(db, async () => {
    const audit = `insert into app.audit (at, actor_id, actor_role, action, thing) values ($1, $2, 'therapist', $3, $4)`
    await db.query(audit, ['2029-03-01T10:00:00Z', therapist, 'export', 'invoices'])
    await db.query(audit, ['2030-02-01T10:00:00Z', therapist, 'export', 'invoices'])
    await db.query(audit, ['2031-02-01T10:00:00Z', therapist, 'export', 'clients'])
  })

async function insertTrashedAndSubmitted(): Promise<void> {
  await db.query(
    `insert into app.journal_entry (id, account_id, title, content, excerpt, folded, written_at, binned_at) values ($1, $2, 'Trash', $3, '', '', now(), $4)`,
    [trashedEntry, client, JSON.stringify({ type: 'doc', content: [] }), trashedAt],
  )
  await db.query(
    `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, zone, assigned_at, completed_at, ended_at)
     values ($1, $2, $3, $1, 'Walk', '{}', '{}', 'plain', 'completed', 'low', 'Europe/Berlin', $4, $4, $4)`,
    [task, therapist, record, submittedAt],
  )
  await db.query('insert into app.task_answer (therapist_id, task_id, answer, handed_in_at) values ($1, $2, $3, $4)', [
    therapist,
    task,
    '{}',
    submittedAt,
  ])
}

/** Reads the rows with the columns of the previous version only. */
async function readPractice(): Promise<Record<string, unknown[]>> {
  const questions = {
    notifications: 'select id, account_id, kind, params, is_read, related_type, related_id from app.notification',
    invitations: 'select id, client_id, email, generation, state, expires_at from app.invitation',
    keys: 'select account_id, key from app.draft_key',
    sessions: 'select id, starts_at, ends_at, status, sequence from app.session',
    participants: 'select session_id, client_id, answer from app.session_client',
    clients: 'select id, account_id, email, status from app.client order by email',
    mails: 'select id, kind, acting_for, subject_id, state from app.mail',
    jobs: 'select name, data, state from jobs.job order by name',
  }
  const answers: Record<string, unknown[]> = {}
  await writeAsOwner(db, async () => {
    for (const [name, question] of Object.entries(questions)) answers[name] = (await db.query(question)).rows
  })
  return answers
}
