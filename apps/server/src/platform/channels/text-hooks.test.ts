import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { openTwilioDouble, practiceNumbers, setUpTexts, textsTo } from '../../testing/doubles/twilio.ts'
import type { IncomingText, ProviderReport } from './text-provider.ts'

const known = randomUUID()
let reports: ProviderReport[] = []
let incoming: IncomingText[] = []
let isFailing = false

afterAll(() => double.close())
const double = await openTwilioDouble()
const app = await startSharedApp({
  ...textsTo(double),
  expectedErrors: ['a hook failed'],
  textHandlers: {
    async onReport(_, deliveryId, report) {
      if (isFailing) throw new Error(`no place for ${report.providerId}`)
      if (deliveryId === known) reports.push(report)
      return deliveryId === known
    },
    async onIncoming(_, text) {
      incoming.push(text)
    },
  },
})
await setUpTexts(await app.person('admin'), double)
beforeEach(() => {
  reports = []
  incoming = []
  isFailing = false
})

const delivered = { MessageSid: 'SM1', MessageStatus: 'delivered' }
const answerOf = async (response: Response) => [response.status, await response.text()]
const forbidden = [403, 'Forbidden']

test('a signed report reaches its delivery, and a repeated one gets the same answer', async () => {
  const first = await answerOf(await double.report(app.address, known, delivered))
  const second = await answerOf(await double.report(app.address, known, delivered))
  expect([first, second]).toEqual([
    [200, '<Response/>'],
    [200, '<Response/>'],
  ])
  expect(reports).toEqual([
    { providerId: 'SM1', status: 'delivered' },
    { providerId: 'SM1', status: 'delivered' },
  ])
})

test('an incoming text arrives with both numbers', async () => {
  const fields = { MessageSid: 'SM2', From: '+4917012345678', To: practiceNumbers.sms, Body: 'Ja & nein' }
  expect((await double.deliver(app.address, fields)).status).toBe(200)
  expect(incoming).toEqual([
    {
      providerId: 'SM2',
      channel: 'sms',
      from: '+4917012345678',
      to: practiceNumbers.sms,
      body: 'Ja & nein',
      media: [],
    },
  ])
})

test('every unknown, unsigned or wrong request gets the same 403 and reaches no handler', async () => {
  const url = `${app.address}/hooks/twilio/${known}`
  const fields = { AccountSid: double.account.sid, ...delivered }
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
  const wrong = [
    await post(new URLSearchParams(fields).toString()),
    await post(new URLSearchParams(fields).toString(), { 'x-twilio-signature': 'x' }),
    await post('{}', { 'content-type': 'application/json', 'x-twilio-signature': 'x' }),
    await post('a'.repeat(1_000_000), { 'x-twilio-signature': 'x' }),
    await double.call(url, { ...fields, Body: 'a'.repeat(1_000_000) }),
    await double.call(url, fields, { token: 'another token' }),
    await double.call(url, fields, { url: `https://practice.example/hooks/twilio/${known}` }),
    await double.call(url, { ...fields, AccountSid: `AC${'6'.repeat(32)}` }),
    await double.call(url, { ...fields, MessageStatus: 'unknown' }),
    await double.report(app.address, randomUUID(), delivered),
    await double.report(app.address, 'not-an-id', delivered),
    await double.report(app.address, 'twilio', delivered),
    await double.call(`${app.address}/hooks/another`, fields),
    await double.call(`${url}/more`, fields),
    await fetch(url),
    await fetch(url, { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }),
    await double.deliver(app.address, { MessageSid: 'SM3', From: 'Shop', To: practiceNumbers.sms, Body: 'x' }),
  ]
  expect(await Promise.all(wrong.map(answerOf))).toEqual(wrong.map(() => forbidden))
  expect([reports, incoming]).toEqual([[], []])
})

test('a failing handler is a 500 without the message, so that the provider reports it again', async () => {
  isFailing = true
  expect(await answerOf(await double.report(app.address, known, { ...delivered, MessageSid: 'SM-secret' }))).toEqual([
    500,
    '',
  ])
  expect(app.logged.join('\n')).not.toContain('SM-secret')
})

test('other addresses still refuse a request without an Origin', async () => {
  const response = await fetch(`${app.address}/api/login/current`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(403)
})
