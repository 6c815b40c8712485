import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openTexts } from '../../../platform/channels/texts.ts'
import { twilioSignature } from '../../../platform/channels/twilio/twilio.signature.ts'
import { openProviderKeys, unreadable } from '../../../platform/provider-keys/provider-keys.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import {
  openTwilioDouble,
  practiceNumbers,
  setUpTexts,
  textsTo,
  type TwilioDouble,
} from '../../../testing/doubles/twilio.ts'
import { readChannelSettings } from './channel-setup.ts'

afterAll(() => double.close())
const double = await openTwilioDouble()
const app = await startSharedApp(textsTo(double))
const admin = await app.person('admin')
const api = admin.api.channelSetup
beforeEach(() => {
  double.mode = 'ok'
})

const to = '+4917012345678'
const auditRows = () =>
  queryAsRole<{ what: string }>(
    'backup',
    app.databaseUrl,
    `select action || ' ' || thing as what from app.audit where actor_id = '${admin.accountId}'`,
  )

test('texts are off at first, and a channel lacks its parts until it is set up', async () => {
  const first = await api.get({})
  expect(first).toMatchObject({ account: null, keySavedAt: null, nameInTexts: 'Attune', agreement: null })
  expect(first.channels).toEqual([
    { channel: 'sms', isOn: false, carriesContent: false, missing: ['account', 'key', 'sender', 'countries'] },
    { channel: 'whatsapp', isOn: false, carriesContent: false, missing: ['account', 'key', 'sender', 'countries'] },
  ])
  await api.saveAccount({ account: double.account.sid, key: double.account.token })
  await expect(api.setChannelOn({ channel: 'sms', isOn: true })).rejects.toMatchObject({
    code: 'NOT_SET_UP',
    data: { missing: ['sender', 'countries'] },
  })
  expect(app.texts.canSend('sms')).toBe(false)
  expect(await api.sendTest({ channel: 'sms', to })).toEqual({ result: 'not-set-up' })
  await setUpTexts(admin, double, { channels: ['sms'] })
  expect([app.texts.canSend('sms'), app.texts.canSend('whatsapp')]).toEqual([true, false])
})

test('the key is encrypted, replaceable, and in no answer, log line or audit row', async () => {
  const { token } = double.account
  const answer = await (await admin.send('channelSetup/get', {})).text()
  expect(answer).not.toContain(token)
  expect(answer).toContain('keySavedAt')
  expect(app.logged.join('\n')).not.toContain(token)
  expect(await app.providerKeys.read('twilio')).toBe(token)
  expect(await openProviderKeys(app.db, 'other secret').read('twilio')).toBe(unreadable)
  const keys = 'select sealed from app.provider_key'
  const [stored] = await queryAsRole<{ sealed: Buffer }>('backup', app.databaseUrl, keys)
  expect(stored?.sealed.length).toBeGreaterThan(token.length)
  expect(stored?.sealed.includes(token)).toBe(false)
  await app.db.asActor({ role: 'admin', id: admin.accountId }, (tx) =>
    tx.run(`insert into app.provider_key (name, sealed, changed_at) values ('payments', $1, now())`, [stored?.sealed]),
  )
  expect(await app.providerKeys.read('payments')).toBe(unreadable)
  await api.saveAccount({ account: double.account.sid, key: 'another-key' })
  expect(await app.providerKeys.read('twilio')).toBe('another-key')
  expect(await api.sendTest({ channel: 'sms', to })).toEqual({ result: 'misconfigured' })
  await api.saveAccount({ account: double.account.sid, key: token })
  await api.saveAccount({ account: double.account.sid })
  expect(await app.providerKeys.read('twilio')).toBe(token)
  const refused = await admin.send('channelSetup/saveAccount', { account: 'wrong', key: 'a secret key' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).not.toContain('secret')
})

test('an admin and a therapist cannot read the stored key', async () => {
  for (const [role, n] of [
    ['admin', admin.accountId],
    ['therapist', (await app.person('therapist')).accountId],
  ] as const) {
    const read = app.db.asActor({ role, id: n }, (tx) => tx.run('select sealed from app.provider_key'))
    await expect(read).rejects.toMatchObject({ code: '42501' })
  }
})

test('a test shows in one word what the provider answers, also while the channel is off', async () => {
  await setUpTexts(admin, double, { channels: ['whatsapp'] })
  await api.setChannelOn({ channel: 'sms', isOn: false })
  expect(await api.sendTest({ channel: 'sms', to: '0049 170 / 1234-5678' })).toEqual({ result: 'accepted' })
  const { form, deliveryId } = double.requests.at(-1) ?? { form: new URLSearchParams(), deliveryId: '' }
  expect(Object.fromEntries(form)).toMatchObject({ To: to, From: practiceNumbers.sms, ContentRetention: 'discard' })
  expect(deliveryId).toBeNull()
  const results = { 21610: 'stopped', 21614: 'not-mobile', limited: 'limited', broken: 'uncertain' }
  for (const [mode, result] of Object.entries(results)) {
    double.mode = (Number(mode) || mode) as TwilioDouble['mode']
    expect(await api.sendTest({ channel: 'sms', to })).toEqual({ result })
  }
  const requests = double.requests.length
  expect(await api.sendTest({ channel: 'sms', to: '+33612345678' })).toEqual({ result: 'country' })
  expect(double.requests).toHaveLength(requests)
  const off = await app.texts.send({ deliveryId: null, channel: 'sms', from: practiceNumbers.sms, to, body: 'x' })
  expect(off).toEqual({ state: 'refused', reason: 'misconfigured' })
  await api.setChannelOn({ channel: 'sms', isOn: true })
})

test('content needs a stated agreement, and a practice in the US never has it by WhatsApp', async () => {
  const content = (channel: 'sms' | 'whatsapp') => api.setCarriesContent({ channel, carriesContent: true })
  await expect(content('sms')).rejects.toMatchObject({ code: 'NO_AGREEMENT' })
  const statement = { country: 'DE', name: 'Ada Admin', date: '2026-01-05' }
  await expect(api.recordAgreement({ ...statement, date: '2199-01-01' })).rejects.toMatchObject({
    code: 'IN_THE_FUTURE',
  })
  const stated = await api.recordAgreement(statement)
  expect(stated.agreement).toMatchObject({ type: 'processing', date: '2026-01-05', name: 'Ada Admin' })
  await content('sms')
  await content('whatsapp')
  expect(app.texts.settings().withContent).toEqual(['sms', 'whatsapp'])
  const inUs = await api.recordAgreement({ ...statement, country: 'US' })
  expect(inUs.agreement?.type).toBe('baa')
  expect(app.texts.settings().withContent).toEqual(['sms'])
  await expect(content('whatsapp')).rejects.toMatchObject({ code: 'NOT_IN_COUNTRY' })
})

test('a therapist’s own number comes before the one of the practice, and a channel without a number is switched off', async () => {
  const therapist = await app.person('therapist')
  const own = {
    id: randomUUID(),
    channel: 'sms',
    number: '+49 151 1111 1111',
    therapistId: therapist.accountId,
  } as const
  await api.saveSender(own)
  expect(app.texts.senderOf('sms', therapist.accountId)).toBe('+4915111111111')
  expect(app.texts.senderOf('sms', randomUUID())).toBe(practiceNumbers.sms)
  const again = { ...own, id: randomUUID() }
  await expect(api.saveSender(again)).rejects.toMatchObject({ code: 'NUMBER_TAKEN' })
  await expect(api.saveSender({ ...again, number: '+4915122222222' })).rejects.toMatchObject({ code: 'OWNER_TAKEN' })
  await expect(api.saveSender({ ...again, number: '+4915122222222', therapistId: randomUUID() })).rejects.toMatchObject(
    {
      code: 'NOT_FOUND',
    },
  )
  for (const { id, channel } of (await api.get({})).senders) if (channel === 'sms') await api.removeSender({ id })
  expect((await api.get({})).channels[0]).toMatchObject({ isOn: false, missing: ['sender'] })
})

test('templates and the hosts of push services are kept', async () => {
  const template = {
    id: randomUUID(),
    name: 'Reminder',
    language: 'de',
    text: 'Ihr Termin: {{1}}',
    templateId: `HX${'a'.repeat(32)}`,
  } as const
  expect((await api.saveTemplate(template)).templates).toEqual([template])
  await expect(api.saveTemplate({ ...template, id: randomUUID() })).rejects.toMatchObject({ code: 'TEMPLATE_TAKEN' })
  const unknown = { ...template, text: '{{1}}: {{3}} {{ 2 }}', templateId: `HX${'b'.repeat(32)}` }
  await expect(api.saveTemplate({ ...unknown, id: randomUUID() })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(app.texts.settings().templates).toEqual([
    { id: template.templateId, name: 'Reminder', language: 'de', text: template.text },
  ])
  expect((await api.removeTemplate({ id: template.id })).templates).toEqual([])
  const permitted = ['https://fcm.googleapis.com', 'https://updates.push.services.mozilla.com']
  const refused = [
    'https://evil-fcm.googleapis.com',
    'https://localhost',
    'http://fcm.googleapis.com',
    'https://fcm.googleapis.com:8443',
  ]
  expect(permitted.map(app.texts.isPushOrigin)).toEqual([true, true])
  expect(refused.map(app.texts.isPushOrigin)).toEqual([false, false, false, false])
  const { pushHosts } = await api.savePushHosts({ hosts: ['Push.Example.org '] })
  expect(pushHosts).toEqual(['push.example.org'])
  expect(app.texts.isPushOrigin('https://push.example.org')).toBe(true)
  for (const host of ['127.0.0.1', 'localhost', 'https://push.example.org', 'push.example.org:443']) {
    expect((await admin.send('channelSetup/savePushHosts', { hosts: [host] })).status, host).toBe(400)
  }
})

test('another node has a change within 15 seconds, and a replaced key with the first hook that is signed with it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { site, log, outbound } = app
  const read = vi.fn(() => readChannelSettings(app.db, app.providerKeys))
  const other = await openTexts({ read, outbound, site, log })
  await api.saveTexts({ nameInTexts: 'Lindqvist', allowedCountries: ['DE'] })
  await api.savePushHosts({ hosts: ['push.example.com'] })
  vi.advanceTimersByTime(14_999)
  expect([other.settings().nameInTexts, read.mock.calls.length]).toEqual(['Attune', 1])
  vi.advanceTimersByTime(1)
  expect(read).toHaveBeenCalledTimes(2)
  await read.mock.results[1]?.value
  expect(other.settings().nameInTexts).toBe('Lindqvist')
  expect(other.isPushOrigin('https://push.example.com')).toBe(true)
  await api.saveAccount({ account: double.account.sid, key: 'the-next-key' })
  const url = `${site.origin()}/hooks/twilio/incoming`
  const fields = { AccountSid: double.account.sid, MessageSid: 'SM1', From: to, To: practiceNumbers.sms, Body: 'Yes' }
  const form = new URLSearchParams(fields)
  const signedWith = (key: string) => ({ url, form, signature: twilioSignature(key, url, form) })
  vi.advanceTimersByTime(2_000)
  expect(await other.evaluate(signedWith('the-next-key'))).toMatchObject({ type: 'incoming' })
  const reads = read.mock.calls.length
  for (let n = 0; n < 20; n++) expect(await other.evaluate(signedWith('a guess'))).toBeNull()
  expect(read.mock.calls.length).toBe(reads)
  other.close()
  await api.saveAccount({ account: double.account.sid, key: double.account.token })
  vi.useRealTimers()
})

test('every change is in the audit log', async () => {
  const names = new Set((await auditRows()).map(({ what }) => what))
  for (const what of [
    'change text-account',
    'change text-settings',
    'change text-sender',
    'remove text-sender',
    'switch text-channel',
    'state processing-agreement',
    'switch text-content',
    'test text-channel',
    'change push-hosts',
    'change text-template',
    'remove text-template',
  ]) {
    expect(names).toContain(what)
  }
})
