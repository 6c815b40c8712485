import twilio from 'twilio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTwilioDouble, type TwilioDouble, type TwilioMode } from '../../../testing/doubles/twilio.ts'
import { openOutbound } from '../../outbound/outbound.ts'
import type { OutgoingText } from '../text-provider.ts'
import { formOf, openTwilio } from './twilio.ts'
import { twilioSignature } from './twilio.signature.ts'

let double: TwilioDouble
beforeAll(async () => {
  double = await openTwilioDouble()
})
afterAll(() => double.close())

const publicOrigin = () => 'https://practice.example'
const text: OutgoingText = {
  deliveryId: '7b1f6c1e-0000-4000-8000-000000000001',
  channel: 'sms',
  from: '+4915112345678',
  to: '+4917012345678',
  body: 'Attune: you have a new message.',
}
const open = (account = double.account, timeoutMilliseconds = 2_000) =>
  openTwilio(account, {
    outbound: openOutbound({ trusted: [double.origin] }),
    publicOrigin,
    apiOrigin: double.origin,
    timeoutMilliseconds,
  })
const sendIn = (mode: TwilioMode, timeoutMilliseconds?: number) => {
  double.mode = mode
  return open(double.account, timeoutMilliseconds).send(text)
}

test('an accepted text has the provider’s id, and the report goes to the delivery', async () => {
  expect(await sendIn('ok')).toEqual({ state: 'accepted', providerId: double.requests.at(-1)?.providerId, segments: 1 })
  expect(double.accepted.get(text.deliveryId ?? '')).toBe(1)
})

test('a text that may have been accepted is uncertain: no answer, a late one, nonsense, a redirect, a fault', async () => {
  for (const mode of ['drop', 'nonsense', 'redirect', 'broken'] as const) {
    expect(await sendIn(mode), mode).toEqual({ state: 'uncertain' })
  }
  expect(await sendIn('silent', 100)).toEqual({ state: 'uncertain' })
})

test('a text that the provider did not take may be sent again after its time', async () => {
  expect(await sendIn('limited')).toEqual({ state: 'refused', reason: 'limited', retryAfterSeconds: 7 })
  const unreachable = openTwilio(double.account, {
    outbound: openOutbound({ trusted: ['http://127.0.0.1:1'] }),
    publicOrigin,
    apiOrigin: 'http://127.0.0.1:1',
  })
  expect(await unreachable.send(text)).toMatchObject({ state: 'refused', reason: 'limited' })
})

test('each refusal of the provider has its reason, and a wrong key is a mistake of the setup', async () => {
  const reasons = {
    21610: 'stopped',
    63016: 'window-closed',
    30003: 'not-reachable',
    21614: 'not-mobile',
    21211: 'not-reachable',
    21408: 'country',
    21606: 'misconfigured',
    12345: 'other',
  }
  for (const [code, reason] of Object.entries(reasons)) {
    expect(await sendIn(Number(code)), code).toEqual({ state: 'refused', reason })
  }
  double.mode = 'ok'
  const wrong = await open({ ...double.account, token: 'wrong' }).send(text)
  expect(wrong).toEqual({ state: 'refused', reason: 'misconfigured' })
})

test('our request equals the one of the provider’s own library', async () => {
  const captured: Record<string, string>[] = []
  const client = twilio(double.account.sid, double.account.token, {
    httpClient: {
      request(options: { data?: Record<string, string>; uri: string }) {
        captured.push({ uri: options.uri, ...options.data })
        return Promise.resolve({ statusCode: 201, body: { sid: 'SM1' } })
      },
    } as never,
  })
  const statusCallback = `${publicOrigin()}/hooks/twilio/${text.deliveryId}`
  const common = { contentRetention: 'discard', statusCallback } as const
  const template = { id: 'HX1', variables: { '1': 'Mon 21 Dec' } }
  await client.messages.create({ ...common, to: text.to, from: text.from, body: text.body })
  const whatsapp = { to: `whatsapp:${text.to}`, from: `whatsapp:${text.from}` }
  await client.messages.create({ ...common, ...whatsapp, contentSid: 'HX1', contentVariables: '{"1":"Mon 21 Dec"}' })
  const ours = [formOf(text, publicOrigin()), formOf({ ...text, channel: 'whatsapp', template }, publicOrigin())]
  const uri = `https://api.twilio.com/2010-04-01/Accounts/${double.account.sid}/Messages.json`
  expect(ours.map((form) => ({ uri, ...Object.fromEntries(form) }))).toEqual(captured)
})

test('a request to a hook is evaluated only with the signature and the account of the setup', () => {
  const url = `${publicOrigin()}/hooks/twilio/${text.deliveryId}`
  const form = new URLSearchParams({
    AccountSid: double.account.sid,
    MessageSid: 'SM1',
    MessageStatus: 'undelivered',
    ErrorCode: '30003',
  })
  const signature = twilioSignature(double.account.token, url, form)
  expect(open().evaluate({ url, signature, form })).toEqual({
    type: 'report',
    deliveryId: text.deliveryId,
    report: { providerId: 'SM1', status: 'failed', reason: 'not-reachable' },
  })
  expect(open().evaluate({ url: `${url}?a=1`, signature, form })).toBeNull()
  expect(open().evaluate({ url, signature: '', form })).toBeNull()
  expect(open({ ...double.account, token: 'other' }).evaluate({ url, signature, form })).toBeNull()
  expect(open({ ...double.account, sid: 'AC1' }).evaluate({ url, signature, form })).toBeNull()
})

test('an incoming WhatsApp message names both numbers, its text and its files', () => {
  const url = `${publicOrigin()}/hooks/twilio/incoming`
  const form = new URLSearchParams({
    AccountSid: double.account.sid,
    MessageSid: 'SM2',
    From: 'whatsapp:+4917012345678',
    To: 'whatsapp:+4915112345678',
    Body: 'Yes',
    NumMedia: '1',
    MediaUrl0: 'https://api.twilio.com/m',
    MediaContentType0: 'image/jpeg',
  })
  const signature = twilioSignature(double.account.token, url, form)
  expect(open().evaluate({ url, signature, form })).toEqual({
    type: 'incoming',
    text: {
      providerId: 'SM2',
      channel: 'whatsapp',
      from: '+4917012345678',
      to: '+4915112345678',
      body: 'Yes',
      media: [{ address: 'https://api.twilio.com/m', mediaType: 'image/jpeg' }],
    },
  })
})
