import { requestLimitRules } from '@attune/contract/features/practice/api-access/api-access.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseUrlFor } from '../../../../platform/database/pools.ts'
import { createTestApp, startSharedApp } from '../../../../testing/app.ts'
import { runQuery, testSecrets } from '../../../../testing/database/database.ts'
import { createTestConversation, sendText, unreadOf } from '../message.testing.ts'

const app = await startSharedApp({ worker: false })

const refused = (reason: string) => ({ status: 409, code: 'NOT_CHANGEABLE', data: { reason } })

/** Waits until `count` requests wait for a lock. */
const waitForLocks = (count: number) =>
  expect
    .poll(async () => {
      const [row] = await runQuery<{ waiting: number }>(
        databaseUrlFor(app.databaseUrl, 'attune_login', testSecrets),
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and usename = 'attune_login' and wait_event_type = 'Lock'`,
      )
      return row?.waiting
    })
    .toBe(count)

test('while the connection ends, a message is either sent before the end or refused with the reason @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app)
  const sends = Array.from({ length: 24 }, (_, n) => sendText(n % 2 ? therapist : client, id, `Message ${n}`))
  await Promise.race(sends)
  const [end, ...results] = await Promise.allSettled([
    client.api.connection.disconnect({ clientId: id, command: randomUUID() }),
    ...sends,
  ])
  expect(end.status).toBe('fulfilled')
  const sent = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of results)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'READ_ONLY', data: { reason: 'disconnected' } })
  const { items, conversation } = await therapist.api.message.messages({ id, limit: 100 })
  expect(items.map((item) => item.id)).toEqual(sent.toSorted((a, b) => a.seq - b.seq).map((message) => message.id))
  expect([items.length > 0, conversation.readOnly]).toEqual([true, 'disconnected'])
})

test('of reading and editing, whichever is first decides, and the refusal says that the message was read @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 2)
  const first = await sendText(client, id, 'As sent')
  await client.api.message.edit({ id: first.id, text: 'Changed before reading' })
  await therapist.api.message.markRead({ id, upTo: first.seq })
  for (const change of [
    () => client.api.message.edit({ id: first.id, text: 'Changed after reading' }),
    () => client.api.message.delete({ id: first.id }),
  ])
    await expect(change()).rejects.toMatchObject(refused('read'))
  expect((await therapist.api.message.messages({ id })).items.map(({ text }) => text)).toEqual([
    'Changed before reading',
  ])
})

test('an edit that waits for the reading of the other side is refused', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  const { id: message, seq } = await sendText(client, id, 'As read')
  // Another transaction locks the conversation until both requests wait for it, first the one that only reads.
  const holder = await app.privileged.definer.connect()
  try {
    await holder.query('begin')
    await holder.query('select from app.conversation where client_id = $1 for update', [id])
    const read = therapist.api.message.markRead({ id, upTo: seq })
    await waitForLocks(1)
    const edit = client.api.message.edit({ id: message, text: 'Too late' })
    const outcome = edit.then(
      () => 'edited',
      (error: unknown) => error,
    )
    await waitForLocks(2)
    await holder.query('commit')
    await read
    expect(await outcome).toMatchObject(refused('read'))
  } finally {
    holder.release(true)
  }
  expect((await therapist.api.message.messages({ id })).items.map(({ text }) => text)).toEqual(['As read'])
})

test('a message cannot name its sender, side, time, number or status', async () => {
  const { therapist, client, id } = await createTestConversation(app, 4)
  const forged = {
    senderId: therapist.accountId,
    by: 'therapist',
    createdAt: '2020-01-01T00:00:00.000Z',
    seq: 7,
    status: 'read',
  }
  for (const [field, value] of Object.entries(forged)) {
    const message = { id: randomUUID(), conversationId: id, text: 'Hi', [field]: value }
    expect((await client.send('message/send', message)).status).toBe(400)
  }
  // Only a therapist chooses the channel.
  const byText = { id: randomUUID(), conversationId: id, text: 'Hi', channel: 'sms' }
  expect((await client.send('message/send', byText)).status).toBe(403)
  expect((await sendText(client, id, 'Hi')).seq).toBe(1)
})

test('a stranger gets the same answer for a conversation of others as for one that does not exist @slow', async () => {
  const { client, id } = await createTestConversation(app, 5)
  const { id: message } = await sendText(client, id, 'Private')
  for (const stranger of [await app.person('therapist', 6), await app.person('client', 6)]) {
    const answers = async (conversation: string, known: string) =>
      Promise.all(
        [
          ['messages', { id: conversation }],
          ['markRead', { id: conversation, upTo: 1 }],
          ['latestFromOther', { id: conversation }],
          ['search', { search: 'private', conversationId: conversation }],
          ['send', { id: randomUUID(), conversationId: conversation, text: 'Hi' }],
          ['sender', { id: known }],
          ['edit', { id: known, text: 'Mine' }],
          ['delete', { id: known }],
        ].map(async ([path, input]) => {
          const answer = await stranger.send(`message/${String(path)}`, input)
          const body = (await answer.json()) as Record<string, unknown>
          return { path, status: answer.status, body: { ...body, requestId: null } }
        }),
      )
    const [foreign, unknown] = [await answers(id, message), await answers(randomUUID(), randomUUID())]
    expect(foreign).toEqual(unknown)
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404))
  }
  expect(await unreadOf(client, id)).toBe(0)
})

test('the refusal of too many messages names the seconds to wait, and concerns one account and no other call @slow', async () => {
  const limited = await createTestApp({ worker: false, config: { limitsWrites: true } })
  const { therapist, client, id } = await createTestConversation(limited)
  for (let n = 1; n < requestLimitRules.messages.usual; n++)
    await limited.auth.rateLimit.hit('calls message.send', client.accountId, {
      count: requestLimitRules.messages.usual,
      seconds: 60,
    })
  await sendText(client, id, 'The last one')
  const answer = await client.send('message/send', { id: randomUUID(), conversationId: id, text: 'Too fast' })
  const body = (await answer.json()) as { code: string; data: { retryAfterSeconds: number } }
  expect([answer.status, body.code]).toEqual([429, 'TOO_MANY'])
  expect(body.data.retryAfterSeconds).toBe(Number(answer.headers.get('retry-after')))
  expect(body.data.retryAfterSeconds).toBeGreaterThan(0)
  expect((await sendText(therapist, id, 'Hello')).seq).toBe(2)
  expect((await client.api.message.messages({ id })).items).toHaveLength(2)
  await limited.close()
})
