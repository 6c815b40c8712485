import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { createTestConversation, sendDueMails, sendText } from './message.testing.ts'

const app = await startSharedApp({ worker: false })

const minute = 60_000
const mailsTo = ({ email }: Person) =>
  app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(email) && /message/i.test(mail.subject ?? ''))

test('the email about a message leaves after 10 unread minutes, once per conversation until it is read @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app)
  await sendText(therapist, id, 'Canary words')
  app.clock.advance(9 * minute)
  await sendDueMails(app, client)
  expect(mailsTo(client)).toHaveLength(0)
  await sendText(therapist, id, 'More')
  app.clock.advance(minute + 5000)
  await sendDueMails(app, client)
  expect(mailsTo(client)).toHaveLength(1)
  const [mail] = mailsTo(client)
  expect(`${mail?.subject} ${mail?.text} ${String(mail?.html)}`).not.toMatch(/Canary|Tessa/)
  await sendText(therapist, id, 'And more')
  app.clock.advance(20 * minute)
  await sendDueMails(app, client)
  expect(mailsTo(client)).toHaveLength(1)
  await client.api.message.markRead({ id, upTo: 3 })
  await sendText(therapist, id, 'After reading')
  app.clock.advance(11 * minute)
  await sendDueMails(app, client)
  expect(mailsTo(client)).toHaveLength(2)
})

test('no email leaves for a message that was read or deleted within 10 minutes @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 2)
  const read = await sendText(client, id, 'Read')
  await therapist.api.message.markRead({ id, upTo: read.seq })
  const deleted = await sendText(client, id, 'Deleted')
  await client.api.message.delete({ id: deleted.id })
  app.clock.advance(11 * minute)
  await sendDueMails(app, therapist)
  expect(mailsTo(therapist)).toHaveLength(0)
})

test('after the first unread message was deleted, one email leaves for the others @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  const first = await sendText(client, id, 'First')
  await client.api.message.delete({ id: first.id })
  await sendText(client, id, 'Second')
  await sendText(client, id, 'Third')
  app.clock.advance(11 * minute)
  await sendDueMails(app, therapist)
  expect(mailsTo(therapist)).toHaveLength(1)
})

test('marking the notification as read does not cause a second email while the conversation is unread', async () => {
  const { therapist, client, id } = await createTestConversation(app, 4)
  await sendText(client, id, 'First')
  await therapist.api.notification.markAllRead({})
  await sendText(client, id, 'Second')
  expect((await therapist.api.notification.list({ unreadOnly: true })).unread).toBe(1)
  app.clock.advance(11 * minute)
  await sendDueMails(app, therapist)
  expect(mailsTo(therapist)).toHaveLength(1)
})
