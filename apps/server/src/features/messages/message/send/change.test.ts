import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { tablesContaining } from '../../../../testing/database/canary.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { fetchFile, jpegPicture, uploadFile, waitForCheckedFile } from '../../../../testing/files/uploads.ts'
import { createTestConversation, listedConversation, sendText, unreadOf } from '../message.testing.ts'

const app = await startSharedApp()

const minute = 60_000
const refused = (reason: string) => ({ status: 409, code: 'NOT_CHANGEABLE', data: { reason } })

test('a sender can edit a message until it is read, visibly for both sides @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app)
  const sent = await sendText(client, id, 'Canary first wording')
  const edited = await client.api.message.edit({ id: sent.id, text: 'Second wording' })
  expect(edited).toMatchObject({ seq: sent.seq, text: 'Second wording', isEdited: true, may: { edit: true } })
  expect((await therapist.api.message.messages({ id })).items).toMatchObject([
    { text: 'Second wording', isEdited: true },
  ])
  expect(await client.api.message.edit({ id: sent.id, text: 'Second wording' })).toEqual(edited)
  expect(await sendText(client, id, 'Canary first wording', sent.id)).toEqual(edited)
  expect(await tablesContaining(app.databaseUrl, 'Canary first wording')).toEqual([])
  await expect(therapist.api.message.edit({ id: sent.id, text: 'Mine' })).rejects.toMatchObject({ status: 403 })
  await expect(therapist.api.message.delete({ id: sent.id })).rejects.toMatchObject({ status: 403 })
  const stranger = await app.person('client', 2)
  await expect(stranger.api.message.edit({ id: sent.id, text: 'Mine' })).rejects.toMatchObject({ status: 404 })
})

test('a deleted message leaves its place without text and files, and can be deleted twice @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  const fileId = await uploadFile(app, client, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  const message = { id: randomUUID(), conversationId: id, text: 'Canary deleted words', attachments: [fileId] }
  await client.api.message.send(message)
  await waitForCheckedFile(client, fileId)
  expect((await fetchFile(app, therapist, fileId)).status).toBe(200)
  expect(await unreadOf(therapist, id)).toBe(1)
  const deleted = await client.api.message.delete({ id: message.id })
  expect(deleted).toMatchObject({
    seq: 1,
    text: '',
    attachments: [],
    isDeleted: true,
    may: { edit: false, delete: false, retry: false },
  })
  expect(await client.api.message.delete({ id: message.id })).toEqual(deleted)
  expect((await client.api.message.send(message)).isDeleted).toBe(true)
  await expect(therapist.api.file.address({ id: fileId, variant: 'whole' })).rejects.toMatchObject({ status: 404 })
  expect(await tablesContaining(app.databaseUrl, 'Canary deleted words')).toEqual([])
  expect(await unreadOf(therapist, id)).toBe(0)
  expect((await listedConversation(therapist, id)).latest).toMatchObject({ isDeleted: true, text: '', files: 0 })
  await expect(client.api.message.edit({ id: message.id, text: 'Back' })).rejects.toMatchObject(refused('deleted'))
})

test('the notification of the other side is removed with the last unread message @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 9)
  const notified = async () =>
    (await therapist.api.notification.list({ unreadOnly: true })).items.map((one) => one.kind)
  const first = await sendText(client, id, 'First')
  const second = await sendText(client, id, 'Second')
  await client.api.message.delete({ id: first.id })
  expect(await notified()).toEqual(['message-received'])
  await client.api.message.delete({ id: second.id })
  expect(await notified()).toEqual([])
  await sendText(client, id, 'Third')
  expect(await notified()).toEqual(['message-received'])
})

test('after 15 minutes of the server’s clock a message can be neither edited nor deleted @slow', async () => {
  const { client, id } = await createTestConversation(app, 4)
  const sent = await sendText(client, id, 'On time')
  app.clock.advance(14 * minute)
  await client.api.message.edit({ id: sent.id, text: 'Still on time' })
  app.clock.advance(minute + 1000)
  await expect(client.api.message.edit({ id: sent.id, text: 'Late' })).rejects.toMatchObject(refused('too-late'))
  await expect(client.api.message.delete({ id: sent.id })).rejects.toMatchObject(refused('too-late'))
  const [seen] = (await client.api.message.messages({ id })).items
  expect(seen).toMatchObject({ text: 'Still on time', may: { edit: false, delete: false, retry: false } })
})

test('a message that the other side reads before its deletion stays @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 5)
  for (let n = 0; n < 8; n++) {
    const sent = await sendText(client, id, 'As read')
    const [edit] = await Promise.allSettled([
      client.api.message.edit({ id: sent.id, text: 'As changed' }),
      therapist.api.message.markRead({ id, upTo: sent.seq }),
    ])
    const [seen] = (await therapist.api.message.messages({ id, limit: 1 })).items
    expect(seen?.status).toBe('read')
    if (edit.status === 'rejected') expect(edit.reason).toMatchObject(refused('read'))
    expect(seen?.text).toBe(edit.status === 'fulfilled' ? 'As changed' : 'As read')
    await expect(client.api.message.delete({ id: sent.id })).rejects.toMatchObject(refused('read'))
  }
})

test('in a read-only conversation no message can be changed @slow', async () => {
  const { client, id } = await createTestConversation(app, 6)
  const sent = await sendText(client, id, 'Stays')
  await client.api.connection.disconnect({ clientId: id, command: randomUUID() })
  await expect(client.api.message.edit({ id: sent.id, text: 'New' })).rejects.toMatchObject(refused('read-only'))
  await expect(client.api.message.delete({ id: sent.id })).rejects.toMatchObject(refused('read-only'))
})

test('the audit log names edits, deletions and the opened conversation, never a text', async () => {
  const { therapist, client, id } = await createTestConversation(app, 7)
  const sent = await sendText(client, id, 'Canary audited words')
  await client.api.message.edit({ id: sent.id, text: 'Canary audited other words' })
  await therapist.api.message.messages({ id })
  await therapist.api.message.messages({ id })
  await therapist.api.message.search({ search: 'audited' })
  await client.api.message.messages({ id })
  await client.api.access.mine({}).then(({ items }) => expect(items).toMatchObject([{ thing: 'conversation' }]))
  await expect(client.api.message.delete({ id: sent.id })).resolves.toMatchObject({ isDeleted: true })
  const rows = await queryAsRole<{ action: string; actor_id: string; thing_id: string | null }>(
    'backup',
    app.databaseUrl,
    `select action, actor_id, thing_id from app.audit where thing in ('message', 'conversation') order by id`,
  )
  const own = rows.filter((row) => [client.accountId, therapist.accountId].includes(row.actor_id))
  expect(own.filter(({ action }) => action !== 'open')).toEqual([
    { action: 'edit-message', actor_id: client.accountId, thing_id: sent.id },
    { action: 'delete-message', actor_id: client.accountId, thing_id: sent.id },
  ])
  expect(own.filter(({ action }) => action === 'open')).toEqual([
    { action: 'open', actor_id: therapist.accountId, thing_id: id },
    { action: 'open', actor_id: therapist.accountId, thing_id: null },
  ])
  expect(app.logged.join('\n')).not.toContain('Canary audited')
})

test('erasing a client’s account keeps the messages in the record and removes the client’s files @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 8)
  const fileId = await uploadFile(app, client, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  await client.api.message.send({ id: randomUUID(), conversationId: id, text: 'Kept', attachments: [fileId] })
  await app.privileged.definer.query('select def.erase_account($1)', [client.accountId])
  const { conversation, items } = await therapist.api.message.messages({ id })
  expect(conversation.readOnly).toBe('no-account')
  expect(items).toMatchObject([{ text: 'Kept', attachments: [], senderId: client.accountId }])
  await expect(sendText(therapist, id, 'Hello?')).rejects.toMatchObject({ data: { reason: 'no-account' } })
})
