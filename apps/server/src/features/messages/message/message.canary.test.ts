import type { NewMessage } from '@attune/contract/features/messages/message/message'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { recordDatabaseNotifications, tablesContaining } from '../../../testing/database/canary.ts'
import { queryAsRole, runQuery } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { openPushService, type TestPushService } from '../../../testing/doubles/push-service.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { openTestSocket, type TestSocket } from '../../../testing/socket.ts'
import { openTwilioDouble, setUpTexts, textsTo, type TwilioDouble } from '../../../testing/doubles/twilio.ts'
import { jpegPicture, uploadFile, waitForCheckedFile } from '../../../testing/files/uploads.ts'
import { consentToTexts, sendWaiting } from '../delivery/delivery.testing.ts'
import { createTestConversation, sendDueMails, sendText, type TestConversation } from './message.testing.ts'

let app: TestApp
let shared: TestConversation
let others: Person[]
let sockets: TestSocket[]
let notifications: Awaited<ReturnType<typeof recordDatabaseNotifications>>
let service: TestPushService
let provider: TwilioDouble
let pushed: string[]
beforeAll(async () => {
  service = await openPushService()
  provider = await openTwilioDouble()
  app = await createTestApp({
    expectedErrors: ['a request failed'],
    ...textsTo(provider),
    outbound: openOutbound({ trusted: [service.origin, provider.origin] }),
    isPushOrigin: (origin) => origin === service.origin,
  })
  await setUpTexts(await app.person('admin'), provider, { channels: ['sms'], content: true })
  shared = await createTestConversation(app)
  await consentToTexts(app, shared.therapist, shared.id, { purposes: ['notice'] })
  pushed = [await subscribe(shared.therapist), await subscribe(shared.client)]
  const [therapist, client, admin] = [
    await app.person('therapist', 2),
    await app.person('client', 2),
    await app.person('admin'),
  ]
  await connectClient(app, therapist, client)
  await connectClient(app, shared.therapist, await app.person('client', 3))
  others = [therapist, client, admin, await app.person('client', 3)]
  notifications = await recordDatabaseNotifications(app.databaseUrl)
  sockets = [shared.therapist, shared.client, ...others].map((person) => openTestSocket(app.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['messages', 'conversations', 'conversation_reads', 'notifications'] as const) {
      socket.send({ type: 'subscribe', ref: table, table })
      await socket.frame('subscribed', ({ ref }) => ref === table)
    }
  }
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await notifications.close()
  await app.close()
  await Promise.all([service.close(), provider.close()])
})

/** Switches push notifications on in the browser of a person. Returns the endpoint. */
async function subscribe({ api }: Person): Promise<string> {
  const { key: hostKey } = await api.push.hostKey({})
  const made = await service.subscribe(hostKey)
  await api.push.subscribe({ ...made, hostKey, isRenewal: false })
  return made.endpoint
}

let marks = 0
/** Returns a different sentence on each call. The test searches for its words in every place that must not contain the text of a message. */
const marked = () => `canary ${++marks} she dreamt of the lighthouse`
const canary = /canary|lighthouse/i

/** The responses to other people, and those to refused and failed requests of the two participants. */
const [answers, errors]: [string[], string[]] = [[], []]

/** The places that must not contain the text of a message, each with its content. */
const places: Record<string, () => unknown> = {
  'sent emails': () =>
    app.inbox.mails.map(({ subject, text, html, headers, to }) => [subject, text, html, [...headers], to]),
  'push notifications': () => [service.requests, pushed.map((endpoint) => service.received(endpoint))],
  'text messages': () => provider.requests.map(({ form }) => [...form]),
  'rows of text messages': () => queryAsRole('backup', app.databaseUrl, 'select d::text from app.delivery d'),
  'the log': () => app.logged,
  'answers to refused and failed requests': () => errors,
  'answers to other people': () => answers,
  'frames of sockets': () => sockets.map(({ frames }) => frames),
  'notifications of the database': () => notifications.heard,
  'rows of jobs': () =>
    app.db
      .asActor({ role: 'worker', id: null }, (tx) => tx.run(`select data::text, output::text from jobs.job`))
      .then(({ rows }) => rows),
  'the outbox': () => queryAsRole('backup', app.databaseUrl, 'select m::text from app.mail m'),
  'the audit log': () => queryAsRole('backup', app.databaseUrl, 'select a::text from app.audit a'),
  'the change feed': () => queryAsRole('relay', app.databaseUrl, 'select c::text from app.change c'),
  'notifications in the app': () => queryAsRole('backup', app.databaseUrl, 'select n::text from app.notification n'),
}

/** Sends a message that is refused or fails, as a browser does, and keeps the response. */
async function fail(person: Person, path: string, input: unknown, status: number): Promise<void> {
  const answer = await person.send(path, input)
  expect(answer.status).toBe(status)
  errors.push(await answer.text())
}
const newMessage = (text: string, part: Partial<NewMessage> = {}) => ({
  id: randomUUID(),
  conversationId: shared.id,
  text,
  ...part,
})

/**
 * Sends, edits, deletes and reads messages as both participants. Some texts remain, others are replaced or deleted. Returns the ids of all but the
 * last four.
 */
async function converse(): Promise<string[]> {
  const sent: string[] = []
  for (let n = 0; n < 20; n++)
    sent.push((await sendText(n % 2 ? shared.therapist : shared.client, shared.id, marked())).id)
  for (let n = 0; n < 6; n++) {
    const person = n % 2 ? shared.therapist : shared.client
    const { id } = await sendText(person, shared.id, marked())
    await person.api.message.edit({ id, text: marked() })
    if (n > 2) await person.api.message.delete({ id })
    sent.push(id)
  }
  for (let n = 0; n < 4; n++) {
    const { id } = await sendText(shared.client, shared.id, marked())
    await shared.client.api.message.delete({ id })
  }
  return sent
}

/** Sends messages that become SMS notices without content, because the client consents only to notices. */
async function sendByText(): Promise<void> {
  const { therapist, id } = shared
  await consentToTexts(app, therapist, id, { purposes: ['notice', 'reminder'] })
  for (let n = 0; n < 3; n++) await therapist.api.message.send(newMessage(marked(), { channel: 'sms' }))
  await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(3)
  for (const endpoint of pushed)
    await expect.poll(() => service.received(endpoint).length, { timeout: 20_000 }).toBeGreaterThan(0)
}

/** Sends messages with files whose names are sentences, deletes one of the messages and returns the ids of the files. */
async function sendFiles(): Promise<string[]> {
  const bytes = await jpegPicture(60, 40)
  const files = await Promise.all(
    Array.from({ length: 4 }, () => uploadFile(app, shared.client, { name: `${marked()}.jpg`, kind: 'image', bytes })),
  )
  for (const id of files) await waitForCheckedFile(shared.client, id)
  await shared.client.api.message.send(newMessage('', { attachments: files.slice(0, 2) }))
  const deleted = await shared.client.api.message.send(newMessage(marked(), { attachments: files.slice(2) }))
  await shared.client.api.message.delete({ id: deleted.id })
  return files
}

async function failWithTexts(sent: string): Promise<void> {
  const { client, therapist } = shared
  await fail(client, 'message/send', newMessage(marked(), { id: sent }), 409)
  await fail(client, 'message/send', newMessage(marked().repeat(200)), 400)
  await fail(client, 'message/send', newMessage(`${marked()}\u0000`), 400)
  await fail(client, 'message/send', { ...newMessage(marked()), note: marked() }, 400)
  await fail(client, 'message/send', `{"id": "${marked()}`, 400)
  await fail(client, 'message/send', newMessage(marked(), { attachments: [randomUUID()] }), 404)
  await fail(therapist, 'message/edit', { id: sent, text: marked() }, 403)
  await fail(client, 'message/search', { search: marked().repeat(20) }, 400)
  // The error message contains the text, as for an invalid input.
  await runQuery(
    app.databaseUrl,
    `begin; set local role attune_owner;
     create function app.fail() returns trigger language plpgsql as $$ begin raise exception 'cannot store %', new.text; end $$;
     create trigger fails before insert on app.message for each row when (new.text like '%fails') execute function app.fail();
     grant execute on function app.fail() to public; commit`,
  )
  await fail(client, 'message/send', newMessage(`${marked()} and fails`), 500)
}

async function askAsOthers(sent: string[], files: string[]): Promise<void> {
  const id = sent[0] ?? ''
  for (const { api } of others)
    for (const ask of [
      () => api.message.list({}),
      () => api.message.messages({ id: shared.id }),
      () => api.message.search({ search: 'canary' }),
      () => api.message.search({ search: 'canary', conversationId: shared.id }),
      () => api.message.sender({ id }),
      () => api.message.latestFromOther({ id: shared.id }),
      () => api.message.unreadCounts({}),
      () => api.message.edit({ id, text: 'Mine' }),
      () => api.message.delete({ id }),
      () => api.message.send({ id, conversationId: shared.id, text: 'Mine' }),
      () => api.file.mine({ ids: files }),
      () => api.file.address({ id: files[0] ?? '', variant: 'download' }),
      () => api.notification.list({}),
      () => api.client.list({}),
      () => api.client.get({ id: shared.id }),
      () => api.client.timeline({ id: shared.id }),
      () => api.sessionPrep.get({ clientId: shared.id }),
      () => api.administration.outbox({}),
    ])
      answers.push(JSON.stringify(await ask().catch((error: unknown) => error)))
}

test('no text or file name of a message is anywhere but in the conversation: 40 sentences @slow', async () => {
  const sent = await converse()
  const files = await sendFiles()
  await sendByText()
  app.clock.advance(11 * 60_000)
  for (const person of [shared.therapist, shared.client]) expect(await sendDueMails(app, person)).toBeGreaterThan(0)
  await sendWaiting(app, shared.therapist)
  expect(marks).toBeGreaterThanOrEqual(40)
  await failWithTexts(sent[0] ?? '')
  await shared.therapist.api.message.search({ search: 'canary lighthouse' })
  await shared.therapist.api.message.messages({ id: shared.id })
  await shared.therapist.api.message.markRead({ id: shared.id, upTo: 99 })
  await askAsOthers(sent, files)

  for (const [place, read] of Object.entries(places)) {
    const content = JSON.stringify(await read())
    expect(content.length, place).toBeGreaterThan(10)
    expect(content.match(canary), place).toBeNull()
  }
  const tables = new Set(await tablesContaining(app.databaseUrl, 'lighthouse'))
  // The search index contains the words of a message for the people who may read it.
  expect(tables).toEqual(new Set(['app.file', 'app.message', 'app.search_text']))
  expect(sockets.slice(2).flatMap(({ frames }) => frames.filter(({ type }) => type === 'change'))).toEqual([])
  // The two participants can read the messages, so the search above would find a leaked text.
  expect(JSON.stringify(await shared.client.api.message.messages({ id: shared.id }))).toMatch(canary)
})
