import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { addChild } from '../invitations/guardian.invitations.testing.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [therapist, stranger] = [await app.person('therapist'), await app.person('therapist', 2)]
const [tim, anna, ben, mia] = await Promise.all([1, 2, 3, 4].map((number) => app.person('client', number)))
if (!tim || !anna || !ben || !mia) throw new Error('no people')

/** Connects a new record of the child, and gives Anna the right to messages. */
async function practice(child: Person = tim as Person, from = therapist) {
  const clientId = await connectClient(app, from, child)
  const of = { therapistId: from.accountId, clientId }
  const guardianId = await insertGuardian(app, { ...of, account: anna as Person, rights: ['messages'] })
  return { clientId, of, guardianId }
}
const { clientId, of, guardianId } = await practice()
await insertGuardian(app, { ...of, account: ben, rights: ['messages'] })

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const write = (who: Person, text: string, id: string = randomUUID(), actingFor = clientId) =>
  who.api.guardian.sendMessage({ actingFor, id, text })
const textsOf = async (who: Person, actingFor = clientId) =>
  (await who.api.guardian.messages({ actingFor })).items.map(({ text }) => text)
const conversationWith = async (who: Person, from = therapist, record: string = clientId) => {
  const { items } = await from.api.guardian.conversations({})
  const found = items.find((one) => one.personId === who.accountId && one.clientId === record)
  if (!found) throw new Error('no conversation')
  return found
}
const answer = async (to: Person, text: string) =>
  therapist.api.guardian.writeToGuardian({
    conversationId: (await conversationWith(to)).id,
    id: randomUUID(),
    text,
  })
const change = (set: string, guardian = guardianId) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run(`update app.guardian set ${set} where id = $1`, [guardian]),
  )
const newsOf = async (who: Person) =>
  (await who.api.notification.list({})).items.filter(({ relatedType }) => relatedType === 'guardian-messages')

test('a guardian and the therapist write to each other, with numbers, read marks and unread counts', async () => {
  const sent = await write(anna, 'Hello, this is Anna.')
  expect(sent).toMatchObject({ seq: 1, by: 'guardian', isRead: false })
  const listed = await conversationWith(anna)
  expect(listed).toMatchObject({
    clientId,
    name: `${anna.firstName} ${anna.lastName}`,
    relationship: 'Mother',
    unread: 1,
  })
  expect(listed.latest).toMatchObject({ by: 'guardian', text: 'Hello, this is Anna.' })
  expect((await therapist.api.message.unreadCounts({})).items).toContainEqual(
    expect.objectContaining({ conversationId: listed.id, unread: 1 }),
  )
  await therapist.api.guardian.markConversationRead({ id: listed.id, upTo: 1 })
  expect((await conversationWith(anna)).unread).toBe(0)
  expect((await therapist.api.message.unreadCounts({})).items.map((one) => one.conversationId)).not.toContain(listed.id)
  await answer(anna, 'Hello Anna.')
  expect(await anna.api.guardian.unreadMessages({ actingFor: clientId })).toEqual({ unread: 1 })
  const thread = await anna.api.guardian.messages({ actingFor: clientId })
  expect(thread).toMatchObject({ hasOlder: false, readSeq: 0, closed: null })
  expect(thread.items.map(({ text, isRead }) => [text, isRead])).toEqual([
    ['Hello, this is Anna.', true],
    ['Hello Anna.', false],
  ])
  await anna.api.guardian.markMessagesRead({ actingFor: clientId, upTo: 2 })
  expect(await anna.api.guardian.unreadMessages({ actingFor: clientId })).toEqual({ unread: 0 })
  const opened = await therapist.api.guardian.conversation({ id: listed.id, limit: 1 })
  expect(opened).toMatchObject({ hasOlder: true, items: [{ text: 'Hello Anna.', isRead: true }] })
  const earlier = await therapist.api.guardian.conversation({ id: listed.id, before: 2 })
  expect(earlier).toMatchObject({ hasOlder: false, items: [{ seq: 1 }] })
})

test('sending the same message twice sends it once, and its id sends no other text', async () => {
  const id = randomUUID()
  const first = await write(ben, 'Once', id)
  expect(await write(ben, 'Once', id)).toEqual(first)
  expect(await codeOf(write(ben, 'Other', id))).toBe('CONFLICT')
  expect(await codeOf(write(anna, 'Once', id))).toBe('CONFLICT')
  expect((await textsOf(ben)).filter((text) => text === 'Once')).toHaveLength(1)
})

test('neither the child, nor another guardian, nor another therapist or child reads a conversation', async () => {
  await write(anna, 'canary-of-anna')
  await answer(ben, 'canary-for-ben')
  const { id } = await conversationWith(anna)
  expect(await textsOf(ben)).not.toContain('canary-of-anna')
  expect(await textsOf(anna)).not.toContain('canary-for-ben')
  for (const who of [tim, mia]) expect(await codeOf(textsOf(who))).toBe('NOT_FOUND')
  expect(await codeOf(tim.api.guardian.conversations({}))).toBe('FORBIDDEN')
  expect((await stranger.api.guardian.conversations({})).items).toEqual([])
  expect(await codeOf(stranger.api.guardian.conversation({ id }))).toBe('NOT_FOUND')
  const toOthers = stranger.api.guardian.writeToGuardian({ conversationId: id, id: randomUUID(), text: 'No' })
  expect(await codeOf(toOthers)).toBe('NOT_FOUND')
  expect(await codeOf(stranger.api.guardian.markConversationRead({ id, upTo: 1 }))).toBe('NOT_FOUND')
  const ofChild = JSON.stringify(
    await Promise.all([
      tim.api.message.list({}),
      tim.api.message.messages({ id: clientId }),
      tim.api.message.search({ search: 'canary' }),
      tim.api.message.unreadCounts({}),
      tim.api.notification.list({}),
      tim.api.guardian.mine({}),
    ]),
  )
  expect(ofChild).not.toContain('canary')
  expect((await therapist.api.message.messages({ id: clientId })).items).toEqual([])
})

test('the child learns from the list of guardians that they can write, and from the access log that they opened it', async () => {
  await anna.api.guardian.messages({ actingFor: clientId })
  const [own] = (await tim.api.guardian.mine({})).items.filter(({ id }) => id === guardianId)
  expect(own?.rights).toEqual(['messages'])
  const lines = (await tim.api.access.mine({})).items.filter(({ thing }) => thing === 'guardian-conversation')
  expect(lines.map(({ reader }) => reader.id)).toContain(anna.accountId)
  expect(await openingsInAudit(app, { actorId: anna.accountId, thingId: clientId })).toEqual([
    'guardian open guardian-conversation once',
  ])
  const before = lines.length
  await ben.api.guardian.unreadMessages({ actingFor: clientId })
  const after = (await tim.api.access.mine({})).items.filter(({ thing }) => thing === 'guardian-conversation')
  expect(after).toHaveLength(before)
})

test('a guardian who loses the right reads, sends and is told of nothing more, and the therapist keeps the conversation', async () => {
  await answer(anna, 'Before the end')
  expect((await newsOf(anna)).length).toBeGreaterThan(0)
  const { id } = await conversationWith(anna)
  for (const [set, back] of [
    [`rights = rights - 'messages'`, `rights = '{"messages": "-infinity"}'`],
    ['paused_at = now()', 'paused_at = null'],
    ['ended_at = now()', 'ended_at = null'],
  ] as const) {
    await change(set)
    expect(await codeOf(textsOf(anna)), set).toBe('NOT_FOUND')
    expect(await codeOf(write(anna, 'After the end'))).toBe('NOT_FOUND')
    expect(await codeOf(anna.api.guardian.markMessagesRead({ actingFor: clientId, upTo: 1 }))).toBe('NOT_FOUND')
    expect(await newsOf(anna)).toEqual([])
    const kept = await therapist.api.guardian.conversation({ id })
    expect(kept.closed).toBe('ended')
    expect(kept.items.map(({ text }) => text)).toContain('Before the end')
    expect(await codeOf(answer(anna, 'After the end'))).toBe('READ_ONLY')
    await change(back)
  }
  expect(await textsOf(anna)).toContain('Before the end')
})

test('changes of a conversation reach therapist and guardian, and the guardian no longer without the right', async () => {
  const { id } = await conversationWith(anna)
  const audience = async () => {
    const text = `select audience as a from app.change where row_id = '${id}' order by id desc limit 1`
    return (await queryAsRole<{ a: string[] }>('backup', app.databaseUrl, text))[0]?.a
  }
  await write(anna, 'For both')
  expect(await audience()).toEqual([therapist.accountId, anna.accountId])
  await change('paused_at = now()')
  await therapist.api.guardian.markConversationRead({ id, upTo: 10_000 })
  expect(await audience()).toEqual([therapist.accountId])
  await change('paused_at = null')
})

test('messages from before the right was given are shown only if the therapist says so', async () => {
  await write(ben, 'From before')
  const [row] = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.guardian where account_id = '${ben.accountId}' and client_id = '${clientId}'`,
  )
  const since = (
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
      run<{ now: string }>('select clock_timestamp() as now'),
    )
  ).rows[0]?.now
  await change(`rights = jsonb_build_object('messages', '${since}'::timestamptz)`, row?.id)
  expect(await textsOf(ben)).not.toContain('From before')
  expect((await ben.api.guardian.messages({ actingFor: clientId })).hasOlder).toBe(false)
  await change(`rights = '{"messages": "-infinity"}'`, row?.id)
  expect(await textsOf(ben)).toContain('From before')
})

test('the first unread message causes one notification and one email for each side, without its text', async () => {
  const other = await practice(mia)
  await write(anna, 'Canary words', randomUUID(), other.clientId)
  await write(anna, 'Canary again', randomUUID(), other.clientId)
  const { id } = await conversationWith(anna, therapist, other.clientId)
  const [news, ...more] = (await newsOf(therapist)).filter(({ relatedId }) => relatedId === id)
  expect(more).toEqual([])
  expect(news).toMatchObject({ kind: 'message-received', personId: anna.accountId, actingFor: null })
  expect(JSON.stringify(news)).not.toContain('Canary')
  await therapist.api.guardian.writeToGuardian({ conversationId: id, id: randomUUID(), text: 'Canary answer' })
  const [toAnna] = (await newsOf(anna)).filter(({ relatedId }) => relatedId === id)
  expect(toAnna).toMatchObject({ kind: 'message-received', actingFor: other.clientId })
  expect(toAnna?.message).toContain(mia.firstName)
  const mails = await queryAsRole<{ account_id: string }>(
    'backup',
    app.databaseUrl,
    `select account_id from app.mail where subject_id = '${id}' order by account_id`,
  )
  expect(mails.map(({ account_id }) => account_id).toSorted()).toEqual([therapist.accountId, anna.accountId].toSorted())
})

test('a merge of two records makes one conversation of both, by time, unread from the first unread message on', async () => {
  const [from, into] = [await addChild(app, stranger), await addChild(app, stranger)]
  for (const { id } of [from, into])
    await insertGuardian(app, { therapistId: stranger.accountId, clientId: id, account: ben, rights: ['messages'] })
  await write(ben, 'First', randomUUID(), into.id)
  const { id } = await conversationWith(ben, stranger, into.id)
  await stranger.api.guardian.markConversationRead({ id, upTo: 1 })
  app.clock.advance(60_000)
  await write(ben, 'Second', randomUUID(), from.id)
  app.clock.advance(60_000)
  await write(ben, 'Third', randomUUID(), into.id)
  await stranger.api.client.merge({ id: from.id, into: into.id, command: randomUUID() })
  expect(await textsOf(ben, into.id)).toEqual(['First', 'Second', 'Third'])
  expect(await conversationWith(ben, stranger, into.id)).toMatchObject({ unread: 2, latest: { text: 'Third' } })
  expect((await write(ben, 'Fourth', randomUUID(), into.id)).seq).toBe(4)
})

test('after the account of a guardian was deleted, the therapist still reads what was written @slow', async () => {
  const gone = await app.person('client', 5)
  const child = await addChild(app, stranger)
  await insertGuardian(app, {
    therapistId: stranger.accountId,
    clientId: child.id,
    account: gone,
    rights: ['messages'],
  })
  await write(gone, 'Kept words', randomUUID(), child.id)
  const { id } = await conversationWith(gone, stranger, child.id)
  await app.privileged.definer.query('select def.erase_account($1)', [gone.accountId])
  const kept = await stranger.api.guardian.conversation({ id })
  expect(kept).toMatchObject({ closed: 'ended', items: [{ text: 'Kept words', by: 'guardian' }] })
  expect(kept.personId).not.toBe(gone.accountId)
})

test('the conversation of an inactive client can be read but not continued', async () => {
  const record = await practice(mia, stranger)
  await write(anna, 'While active', randomUUID(), record.clientId)
  await app.privileged.definer.query(`update app.client set status = 'inactive' where id = $1`, [record.clientId])
  expect(await anna.api.guardian.messages({ actingFor: record.clientId })).toMatchObject({ closed: 'inactive' })
  expect(await codeOf(write(anna, 'Later', randomUUID(), record.clientId))).toBe('READ_ONLY')
})
