import { wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { createReminderRunner } from '../../../testing/faults/reminders.ts'
import { createTestConversation, sendText, type TestConversation } from '../message/message.testing.ts'
import { receiveText } from '../text-message/text-message.incoming.ts'
import {
  clientNumber,
  consentToTexts,
  failuresOf,
  openTextsDouble,
  ourNumber,
  sendWaiting,
} from './delivery.testing.ts'

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]
const texts = openTextsDouble()
let pair: TestConversation
let pairs = 0
const app = await startSharedApp({ worker: false, texts })
const reminders = createReminderRunner(app)
beforeEach(async () => {
  pair = await createTestConversation(app, ++pairs)
  for (const person of [pair.client, pair.therapist]) await person.api.account.saveSettings({ zone: zoneAt(12) })
  texts.reset()
  texts.change({ on: ['sms', 'whatsapp'] })
})

/** Returns a time zone in which it is `wanted` o'clock, so that tests do not depend on the time of day. */
function zoneAt(wanted: number): string {
  const zones = Array.from({ length: 25 }, (_, n) => `Etc/GMT${n < 12 ? '-' : '+'}${Math.abs(n - 12)}`)
  const found = zones.find(
    (zone) => Number(wallClockOf(app.clock.now().toISOString(), zone).time.slice(0, 2)) === wanted,
  )
  if (!found) throw new Error(`no time zone where it is ${wanted}:00`)
  return found
}

const number = () => `${clientNumber}${pairs}`
const consent = (channel: 'sms' | 'whatsapp', purposes = ['reminder'], client = pair.id) =>
  consentToTexts(app, pair.therapist, client, { channel, purposes, number: number() })

/** Creates a session that was booked long ago and whose reminder, a day before its start, is due now. Replaces earlier sessions. */
async function dueSession(client = pair.id): Promise<string> {
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, (tx) =>
    tx.run(`update app.session set status = 'cancelled' where status = 'scheduled'`),
  )
  const session = await reminders.plan(pair.therapist, [client], new Date(app.clock.now().getTime() + day - minute))
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, (tx) =>
    tx.run(`update app.session set booked_at = now() - interval '30 days' where id = $1`, [session]),
  )
  return session
}
const failures = () => failuresOf(app, pair.id)
const sendStop = () =>
  receiveText(app, {
    providerId: randomUUID(),
    channel: 'sms',
    from: number(),
    to: ourNumber,
    body: 'STOP',
    media: [],
  })

/** Inserts a WhatsApp message from the client, which opens the window. */
const openWindow = () =>
  app.db.asActor({ role: 'worker', id: pair.therapist.accountId }, (tx) =>
    tx.run(`select def.insert_received_text($1, $2, 'whatsapp', 'Hello.', '{}', $3, $3)`, [
      randomUUID(),
      pair.id,
      app.clock.now(),
    ]),
  )

test('a client who consents to reminders gets one text, however often and by how many workers the jobs run @slow', async () => {
  await consent('sms')
  await consent('whatsapp')
  const session = await dueSession()
  for (let round = 0; round < 3; round++) {
    await reminders.run(session, 2)
    await sendWaiting(app, pair.therapist)
  }
  expect(texts.sent.map(({ channel, to }) => ({ channel, to }))).toEqual([{ channel: 'sms', to: number() }])
  expect(texts.sent[0]?.body).toMatch(/^Attune: your appointment is on .+, \d\d:\d\d\. .+ Reply STOP to end\.$/)
  expect(texts.sent[0]?.body).not.toMatch(/Tessa|Clara|therapist/i)
})

test('a reminder by text of a call in Attune has the address of the practice alone, and no link to the session or the call @slow', async () => {
  await consent('sms')
  const session = await dueSession()
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, (tx) =>
    tx.run(`update app.session set format = 'video', in_attune = true, video_url = null where id = $1`, [session]),
  )
  await reminders.run(session, 2)
  await sendWaiting(app, pair.therapist)
  expect(texts.sent.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Attune: your appointment is on .+, \d\d:\d\d\. http:\/\/[\w.-]+:\d+ Reply STOP to end\.$/),
  ])
})

test('a client without an account is reminded by text', async () => {
  const { id } = await pair.therapist.api.client.add({ ...minimalClient, id: randomUUID(), invite: false })
  await consent('sms', ['reminder'], id)
  await reminders.run(await dueSession(id))
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toMatchObject([{ to: number() }])
})

test('without consent to reminders, or on a channel that is off, no text is queued', async () => {
  await consent('sms', ['notice', 'content'])
  await reminders.run(await dueSession())
  await consent('sms')
  texts.change({ on: ['whatsapp'] })
  await reminders.run(await dueSession())
  expect(await failures()).toEqual([])
})

test('a client who has switched off reminders by text gets only the other texts', async () => {
  await consent('sms', ['reminder', 'notice'])
  const { client, therapist, id } = pair
  await client.api.account.saveNotificationSettings({ quiet: null, mail: {}, text: { 'session-reminder': false } })
  await reminders.run(await dueSession())
  await sendText(therapist, id, 'Hello')
  app.clock.advance(11 * minute)
  await sendWaiting(app, therapist)
  app.clock.advance(-11 * minute)
  expect(await failures()).toEqual(['recalled', null])
  expect(texts.sent.map(({ body }) => body)).toEqual([expect.stringContaining('you have a new message')])
})

test('a reminder leaves by WhatsApp only within the window', async () => {
  await consent('whatsapp', ['reminder', 'content'])
  await reminders.run(await dueSession())
  expect(await failures()).toEqual([])
  await openWindow()
  await reminders.run(await dueSession())
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toMatchObject([{ channel: 'whatsapp', to: number() }])
})

test.each(['cancelled', 'moved', 'begun'])('a session that was %s meanwhile sends no text @slow', async (change) => {
  await consent('sms')
  const session = await dueSession()
  await reminders.run(session)
  if (change === 'cancelled') await pair.therapist.api.session.cancel({ id: session, command: randomUUID() })
  if (change === 'moved') await reminders.move(pair.therapist, session, new Date(app.clock.now().getTime() + 9 * day))
  if (change === 'begun') app.clock.advance(day)
  await sendWaiting(app, pair.therapist)
  if (change === 'begun') app.clock.advance(-day)
  expect(texts.sent).toEqual([])
  expect(await failures()).toEqual([change === 'begun' ? 'expired' : 'recalled'])
})

test('STOP ends a reminder that waits and every later one', async () => {
  await consent('sms')
  await reminders.run(await dueSession())
  await sendStop()
  await reminders.run(await dueSession())
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toEqual([])
  expect(await failures()).toEqual(['stopped'])
})

test('a reminder that could not leave before 21:00 waits for the morning', async () => {
  await pair.client.api.account.saveSettings({ zone: zoneAt(20) })
  await consent('sms')
  await reminders.run(await dueSession())
  app.clock.advance(2 * hour)
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toEqual([])
  app.clock.advance(10.5 * hour)
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toHaveLength(1)
  app.clock.advance(-12.5 * hour)
})
