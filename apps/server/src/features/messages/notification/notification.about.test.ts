import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RelatedType } from '@attune/contract/features/messages/notification/notification'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { insertTask } from '../../../testing/records/tasks.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
await client.api.account.saveNotificationSettings({ quiet: null, mail: {} })

const title = 'Sleep diary'
let days = 1
const nextDay = () => new Date(timeAhead(90 + days++))

async function assign(): Promise<string> {
  const { items } = await therapist.api.task.assign({
    id: randomUUID(),
    title,
    description: richTextFromPlain(''),
    form: { kind: 'plain' },
    priority: 'medium',
    clientIds: [record],
    dueDay: null,
    delivery: { how: 'now' },
  })
  return items[0]?.id ?? ''
}

const unreadAbout = async (person: Person, type: RelatedType, id: string) =>
  (await person.api.notification.list({ unreadOnly: true })).items
    .filter((item) => item.relatedType === type && item.relatedId === id)
    .map(({ kind }) => kind)

test('the title of a task is shown with its notification, but is not stored in the notification or emailed @slow', async () => {
  const id = await assign()
  const [item] = (await client.api.notification.list({})).items
  expect(item).toMatchObject({ kind: 'task-assigned', title: 'New task', relatedId: id, subject: title })
  expect((await client.api.notification.history({ limit: 10 })).items[0]?.subject).toBe(title)
  expect(`${item?.title} ${item?.message}`).not.toContain(title)
  const stored = await queryAsRole('backup', app.databaseUrl, 'select * from app.notification')
  expect(JSON.stringify(stored)).not.toContain(title)
  const mail = await app.inbox.mailTo(client.email, /new task/)
  expect(`${mail.subject} ${mail.text} ${String(mail.html)}`).not.toContain(title)
})

test('a notification does not show the title of a task that its reader may not read or that was withdrawn', async () => {
  const stranger = await app.person('client', 2)
  const foreign = await insertTask(app, therapist, record, { text: title })
  await app.privileged.definer.query(
    `insert into app.notification (id, account_id, kind, params, related_type, related_id) values (gen_random_uuid(), $1, 'task-assigned', '{}', 'task', $2)`,
    [stranger.accountId, foreign],
  )
  expect((await stranger.api.notification.list({})).items).toMatchObject([{ kind: 'task-assigned', subject: null }])

  const id = await assign()
  await therapist.api.task.withdraw({ id, command: randomUUID() })
  const about = (await client.api.notification.list({})).items.filter((item) => item.relatedId === id)
  expect(about.length).toBeGreaterThan(0)
  expect(about.every(({ subject }) => subject === null)).toBe(true)
})

test('opening a session marks only the caller’s notifications about this session as read', async () => {
  const [first, second] = [
    await scheduleSessionAt(therapist, record, nextDay()),
    await scheduleSessionAt(therapist, record, nextDay()),
  ]
  await client.api.session.accept({ id: second, command: randomUUID() })
  await client.api.notification.markReadAbout({ type: 'session', id: first })
  expect(await unreadAbout(client, 'session', first)).toEqual([])
  await therapist.api.notification.markReadAbout({ type: 'session', id: first })
  expect(await unreadAbout(therapist, 'session', second)).toEqual(['session-accepted'])
  expect((await client.send('notification/markReadAbout', { type: 'table', id: first })).status).toBe(400)
})

test('answering a session, a change or a task marks the notifications about it as read', async () => {
  const session = await scheduleSessionAt(therapist, record, nextDay())
  expect(await unreadAbout(client, 'session', session)).toEqual(['session-planned'])
  await client.api.session.accept({ id: session, command: randomUUID() })
  expect(await unreadAbout(client, 'session', session)).toEqual([])
  expect(await unreadAbout(therapist, 'session', session)).toEqual(['session-accepted'])

  const task = await assign()
  expect(await unreadAbout(client, 'task', task)).toEqual(['task-assigned'])
  await client.api.task.decline({ id: task, command: randomUUID(), reason: 'Not now' })
  expect(await unreadAbout(client, 'task', task)).toEqual([])
  expect(await unreadAbout(therapist, 'task', task)).toEqual(['task-declined'])
})

test.each(['user', 'profile', 'profiles', 'message', 'messages', 'conversation', 'conversations'] as const)(
  'a note to oneself can be about a row of the type %s [3.03]',
  async (relatedType) => {
    const [id, relatedId] = [randomUUID(), randomUUID()]
    await client.api.notification.insert({ id, title: 'Look', message: '', relatedType, relatedId })
    const item = (await client.api.notification.list({})).items.find((one) => one.id === id)
    expect(item).toMatchObject({ relatedType, relatedId, personId: null })
  },
)
