import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { setTestAvatar } from '../../../testing/files/avatars.ts'
import { createTestConversation, sendText } from '../message/message.testing.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

let [therapist, client]: Person[] = []
const app = await startSharedApp()
therapist = await app.person('therapist')
client = await app.person('client')
const record = await connectClient(app, therapist, client)
for (let n = 0; n < 53; n++) await scheduleSessionAt(therapist, record, new Date(timeAhead(200, n, 0)))

const of = (person: Person | undefined) => {
  if (!person) throw new Error('nobody')
  return person.api.notification
}

test('list returns the newest fifty, newest first, and the number of unread ones [7.04]', async () => {
  const { items, unread } = await of(client).list({})
  expect(items).toHaveLength(50)
  expect(unread).toBe(53)
  expect(items.map((item) => item.createdAt)).toEqual(
    items
      .map((item) => item.createdAt)
      .toSorted()
      .toReversed(),
  )
})

test('title and message follow the reader’s current language and time zone', async () => {
  const [before] = (await of(client).list({ limit: 1 })).items
  await client?.api.account.saveSettings({ language: 'de', zone: 'America/New_York' })
  const [after] = (await of(client).list({ limit: 1 })).items
  expect(before?.title).toBe('Session scheduled')
  expect(after?.title).not.toBe(before?.title)
  expect(after?.message).toContain('Tessa therapist1')
  expect(after?.message).not.toBe(before?.message)
})

test('a person can mark one or all of their notifications as read, but not another person’s [4.07] @slow', async () => {
  const [first] = (await of(client).list({ unreadOnly: true })).items
  await expect(of(therapist).markRead({ id: first?.id ?? '' })).rejects.toMatchObject({ status: 404 })
  await of(client).markRead({ id: first?.id ?? '' })
  await of(client).markRead({ id: first?.id ?? '' })
  expect((await of(client).list({ unreadOnly: true })).unread).toBe(52)
  const [one, ...others] = (await of(client).list({ unreadOnly: true, limit: 8 })).items.map(({ id }) => id)
  const ids = { id: one ?? '', others }
  await expect(of(therapist).markRead(ids)).rejects.toMatchObject({ status: 404 })
  await of(client).markRead(ids)
  expect((await of(client).list({ unreadOnly: true })).unread).toBe(44)
  await expect(of(client).markRead({ id: one ?? '', others: [randomUUID()] })).rejects.toMatchObject({ status: 404 })
  await of(client).markAllRead({})
  expect(await of(client).list({ unreadOnly: true })).toEqual({ items: [], unread: 0 })
  expect((await of(client).list({})).items).toHaveLength(50)
})

test('a notification about a person names that person and shows their current picture @slow', async () => {
  const admin = await app.person('admin', 3)
  const writer = await app.person('therapist', 3)
  const sendOne = () =>
    writer.api.product.sendFeedback({ id: randomUUID(), text: 'The days are easy to read.', page: '/dashboard' })
  await sendOne()
  const [item] = (await of(admin).list({})).items
  expect(item).toMatchObject({
    kind: 'feedback',
    isRead: false,
    relatedType: 'user',
    relatedId: writer.accountId,
    personName: 'Tessa therapist3',
    avatarUrl: null,
  })
  for (const words of [item?.title, item?.message]) expect(words).toBeTruthy()
  for (const at of [item?.createdAt, item?.updatedAt]) expect(Number.isNaN(Date.parse(at ?? ''))).toBe(false)
  const picture = await setTestAvatar(app, writer)
  expect((await of(admin).list({})).items[0]?.avatarUrl).toBe(picture)
})

test('one database function inserts notifications, and no role may insert them directly', async () => {
  const { rows } = await app.privileged.definer.query(`
    select p.proname as inserts from pg_proc p where p.prosrc ~* 'insert\\s+into\\s+(app\\.)?notification\\M'
    union all
    select r.rolname from pg_roles r where r.rolname like 'attune\\_%' and r.rolname not in ('attune_owner', 'attune_app_definer')
      and has_any_column_privilege(r.rolname, 'app.notification', 'insert')`)
  expect(rows).toEqual([{ inserts: 'insert_notification' }])
})

test('a notification about a conversation has the fields of row 3.03 and the picture of the sender [3.03] @slow', async () => {
  const pair = await createTestConversation(app, 7)
  const avatarUrl = await setTestAvatar(app, pair.therapist)
  await sendText(pair.therapist, pair.id, 'Canary words')
  const [newest] = (await of(pair.client).list({ limit: 1 })).items
  expect(newest).toMatchObject({
    kind: 'message-received',
    isRead: false,
    relatedType: 'conversation',
    relatedId: pair.id,
    personId: pair.therapist.accountId,
    avatarUrl,
  })
  expect(newest?.title).toBeTruthy()
  expect(Date.parse(newest?.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(newest?.createdAt ?? ''))
  expect(JSON.stringify(newest)).not.toContain('Canary')
})
