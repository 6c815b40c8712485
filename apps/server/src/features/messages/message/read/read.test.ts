import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole, runQuery } from '../../../../testing/database/database.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { createTestConversation, listedConversation, sendText, unreadOf } from '../message.testing.ts'

const app = await startSharedApp({ worker: false })

test('unread counts are per conversation, and a person’s own messages never count [3.04] @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app)
  const second = await app.person('client', 2)
  const other = await connectClient(app, therapist, second)
  for (const text of ['One', 'Two']) await sendText(client, id, text)
  await sendText(second, other, 'Three')
  await sendText(therapist, id, 'Answer')
  const unacknowledgedId = expect.any(String) as unknown as string
  expect((await therapist.api.message.unreadCounts({})).items).toEqual([
    { conversationId: id, unread: 2, unacknowledgedId },
    { conversationId: other, unread: 1, unacknowledgedId },
  ])
  expect(await unreadOf(client, id)).toBe(1)
  expect(await unreadOf(second, other)).toBe(0)
  expect((await listedConversation(therapist, id)).unread).toBe(2)
})

test('the unread counts are right when the login has changed since the read before, and no failure is logged @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 30)
  await sendText(client, id, 'One')
  for (let n = 0; n < 2; n++) expect(await unreadOf(therapist, id)).toBe(1)
  const logged = app.logged.length
  await app.privileged.auth.query(`update auth."user" set email = 'new-' || email where id = $1`, [therapist.accountId])
  expect(await unreadOf(therapist, id)).toBe(1)
  expect(app.logged.slice(logged).filter((line) => line.includes('unread counts'))).toEqual([])
})

test('only reading moves the read position, and only forwards @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  for (const text of ['One', 'Two', 'Three']) await sendText(client, id, text)
  await therapist.api.message.messages({ id })
  await sendText(therapist, id, 'Answer')
  expect(await unreadOf(therapist, id)).toBe(3)
  await therapist.api.message.markRead({ id, upTo: 2 })
  expect(await unreadOf(therapist, id)).toBe(1)
  await therapist.api.message.markRead({ id, upTo: 1 })
  await therapist.api.message.markRead({ id, upTo: 0 })
  expect((await listedConversation(therapist, id)).readSeq).toBe(2)
  await therapist.api.message.markRead({ id, upTo: 999 })
  expect(await listedConversation(therapist, id)).toMatchObject({ readSeq: 4, unread: 0 })
})

test('marking read sets the status to read and the time of reading, which a later position keeps [4.05] @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 4)
  for (const text of ['One', 'Two', 'Three']) await sendText(client, id, text)
  const before = app.clock.now().getTime()
  await therapist.api.message.markRead({ id, upTo: 1 })
  const read = async () =>
    (await client.api.message.messages({ id })).items.map(({ status, readAt }) => ({ status, readAt }))
  const [first, second] = await read()
  expect([first?.status, second]).toEqual(['read', { status: 'sent', readAt: null }])
  expect(Date.parse(first?.readAt ?? '')).toBeGreaterThanOrEqual(before)
  app.clock.advance(60_000)
  await therapist.api.message.markRead({ id, upTo: 3 })
  const [unchanged, later, latest] = await read()
  expect([unchanged, later]).toEqual([first, latest])
  expect(Date.parse(later?.readAt ?? '')).toBeGreaterThanOrEqual(before + 60_000)
  app.clock.advance(60_000)
  await therapist.api.message.markRead({ id, upTo: 2 })
  expect(await read()).toEqual([unchanged, later, latest])
  const positions = `select seq from app.conversation_read where client_id = '${id}' and by_role = 'therapist' order by at`
  expect(await queryAsRole('backup', app.databaseUrl, positions)).toEqual([{ seq: 1 }, { seq: 3 }])
  expect((await listedConversation(client, id)).latest?.status).toBe('read')
})

test('reading a conversation marks its notification as read, in every browser @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 5)
  const socket = openTestSocket(app.address, await app.secondBrowser(therapist, 2))
  await socket.frame('welcome')
  for (const table of ['notifications', 'conversation_reads'] as const) {
    socket.send({ type: 'subscribe', ref: table, table })
    await socket.frame('subscribed', ({ ref }) => ref === table)
  }
  for (const text of ['One', 'Two']) await sendText(client, id, text)
  const bell = () => therapist.api.notification.list({ unreadOnly: true })
  expect((await bell()).items).toMatchObject([
    { kind: 'message-received', relatedType: 'conversation', relatedId: id, personId: client.accountId, subject: null },
  ])
  const started = Date.now()
  await therapist.api.message.markRead({ id, upTo: 2 })
  await socket.frame('change', ({ table }) => table === 'conversation_reads')
  await socket.frame('change', ({ table, event }) => table === 'notifications' && event === 'UPDATE')
  expect(Date.now() - started).toBeLessThan(2000)
  expect(await bell()).toEqual({ items: [], unread: 0 })
  await sendText(client, id, 'Three')
  expect((await bell()).unread).toBe(1)
  socket.close()
})

test('the list shows unread conversations first, then the latest, in pages @slow', async () => {
  const therapist = await app.person('therapist', 6)
  const ids: string[] = []
  for (const n of [11, 12, 13, 14]) {
    const client = await app.person('client', n)
    const id = await connectClient(app, therapist, client)
    ids.push(id)
    await sendText(client, id, `From ${n}`)
    app.clock.advance(1000)
  }
  const [a, b, c, d] = ids as [string, string, string, string]
  await therapist.api.message.markRead({ id: d, upTo: 1 })
  await therapist.api.message.markRead({ id: b, upTo: 1 })
  const { items } = await therapist.api.message.list({})
  expect(items.map(({ id }) => id)).toEqual([c, a, d, b])
  expect(items[0]).toMatchObject({ unread: 1, latest: { by: 'client', text: 'From 13', channel: 'app', files: 0 } })
  const paged: string[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = await therapist.api.message.list({ limit: 1, ...(after && { after }) })
    paged.push(...page.items.map(({ id }) => id))
    after = page.next ?? undefined
    more = page.next !== null
  }
  expect(paged).toEqual([c, a, d, b])
  expect((await therapist.send('message/list', { after: 'nonsense' })).status).toBe(400)
})

test('an error returns no unread counts and is logged unless the table is missing [8.08]', async () => {
  const { therapist, client, id } = await createTestConversation(app, 7)
  const { id: unacknowledgedId } = await sendText(client, id, 'One')
  const counts = async () => (await therapist.api.message.unreadCounts({})).items
  const lines = () => app.logged.filter((line) => line.includes('the unread counts failed'))
  const as = (change: string) => runQuery(app.privileged.installerUrl, `set role attune_owner; ${change}`)
  await as('alter table app.conversation rename to conversation_away')
  expect(await counts()).toEqual([])
  expect(lines()).toEqual([])
  await as('alter table app.conversation_away rename to conversation')
  await as('revoke select on app.conversation_read from attune_app_therapist')
  expect(await counts()).toEqual([])
  expect(lines()).toHaveLength(1)
  await as('grant select on app.conversation_read to attune_app_therapist')
  expect(await counts()).toEqual([{ conversationId: id, unread: 1, unacknowledgedId }])
})
