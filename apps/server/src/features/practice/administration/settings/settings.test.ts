import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { textLengths } from '@attune/contract/common/text/lengths'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  NotFetchedError,
  openOutbound,
  type Outbound,
  type OutboundResponse,
} from '../../../../platform/outbound/outbound.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { openTestBrowser } from '../../../../testing/browser.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import type { Person } from '../../../../testing/people.ts'

const request = vi.fn<Outbound['request']>()
let app: TestApp
/** A second server with the same database, as another node. */
let node: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  const outbound = { ...openOutbound(), request }
  app = await createTestApp({ outbound, worker: false })
  node = await createTestApp({ databaseUrl: app.databaseUrl, worker: false })
  admin = await app.person('admin')
  other = await app.person('admin', 2)
})
afterAll(async () => {
  await node.close()
  await app.close()
})

const idle = { idleMinutesStaff: 5, idleMinutesClient: 10 }
const texts = { de: richTextFromPlain('Angaben gemäß § 5 DDG'), en: richTextFromPlain('Provider identification') }
const save = (change: Parameters<Person['api']['administration']['saveSettings']>[0], by = admin) =>
  by.api.administration.saveSettings(change)
const infoOf = async (server: TestApp) =>
  (await openTestBrowser(server.address, server.site.key).api.product.info({})).settings
const publish = (language: 'de' | 'en', text: RichText | null) =>
  admin.api.legalText.publish({ page: 'imprint', language, text, isChecked: true })
const lastChange = async () => (await admin.api.administration.auditLog({ action: 'change' })).items[0]

test('a change reaches another node within 15 seconds, its pages too, without a restart [2.04]', async () => {
  const before = await infoOf(node)
  await save({ languages: ['de', 'fr'], defaultLanguage: 'de', retentionYears: 12, ...idle })
  await admin.api.administration.saveSafetyNumbers({
    country: 'SE',
    numbers: { emergency: '112', lines: [{ name: 'Mind', phone: '90101', always: true }] },
    before: null,
  })
  const expected = {
    languages: ['de', 'fr'],
    defaultLanguage: 'de',
    retentionYears: 12,
    idleMinutes: { therapist: 5, admin: 5, client: 10 },
    safetyNumbers: { SE: { emergency: '112' } },
  }
  expect(await infoOf(app)).toMatchObject(expected)
  await vi.waitFor(async () => expect(await infoOf(node)).toMatchObject(expected), { timeout: 15_000, interval: 50 })
  expect((await infoOf(node)).revision).toBeGreaterThan(before.revision)
  const page = await (await fetch(`${node.address}/`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('&quot;retentionYears&quot;:12')
})

test('an open page at another node is told of a change once the node has it, and the change has no content [2.04]', async () => {
  const client = await app.person('client')
  const socket = openTestSocket(node.address, client)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 's', table: 'product_settings', event: '*', behind: 0 })
  await socket.frame('subscribed')
  const retentionYears = 30
  await save({ retentionYears })
  expect(await socket.frame('change')).toMatchObject({ table: 'product_settings', event: 'UPDATE', keys: {} })
  expect((await infoOf(node)).retentionYears).toBe(retentionYears)
  socket.close()
})

test('the audit log shows who changed a setting, from what, to what [2.04]', async () => {
  await save({ retentionYears: 10 })
  await save({ retentionYears: 15, languages: ['en', 'es', 'fr', 'de'] }, other)
  expect(await lastChange()).toMatchObject({
    actorId: other.accountId,
    thing: 'product-settings',
    before: { retention_years: 10 },
    after: { retention_years: 15, languages: 'en, es, fr, de' },
  })
  const text = 'x'.repeat(textLengths.supportText)
  await save({ supportText: text })
  expect((await lastChange())?.after).toEqual({ support_text: `${'x'.repeat(200)}… (2000)` })
})

test('the word for clients reaches pages and documents, and the audit log shows the change [2.04]', async () => {
  await save({ clientWord: 'patients' })
  expect(await infoOf(app)).toMatchObject({ clientWord: 'patients' })
  expect(translate('fr', 'form.pdf.client')).toBe('Patient')
  expect(await lastChange()).toMatchObject({ before: { client_word: 'clients' }, after: { client_word: 'patients' } })
  await save({ clientWord: 'clients' })
  expect(translate('fr', 'form.pdf.client')).toBe('Personne suivie')
})

test('of two admins who change one setting at once, the second is refused with the current value [2.04]', async () => {
  const { practiceAddress, retentionYears } = (await admin.api.administration.settings({})).settings
  await save({ practiceAddress: 'Main Street 1', before: { practiceAddress } })
  await expect(save({ practiceAddress: 'Side Street 2', before: { practiceAddress } }, other)).rejects.toMatchObject({
    code: 'CHANGED',
    status: 409,
    data: { practiceAddress: 'Main Street 1' },
  })
  expect(await save({ retentionYears: 20, before: { retentionYears } }, other)).toMatchObject({
    practiceAddress: 'Main Street 1',
    retentionYears: 20,
  })
  // A repeated call whose response was lost changes nothing and is not refused.
  await save({ practiceAddress: 'Main Street 1', before: { practiceAddress } })
  const hours = { firstDay: 1, lastDay: 5, from: '09:00', to: '17:00', zone: 'America/New_York' }
  await admin.api.administration.saveSupportHours({ ...hours, to: '16:00', before: hours })
  await expect(
    other.api.administration.saveSupportHours({ ...hours, to: '18:00', before: hours }),
  ).rejects.toMatchObject({ code: 'CHANGED', data: { to: '16:00' } })
})

test('of many admins who save one setting at once, exactly one succeeds [2.04]', async () => {
  const { emailName } = (await admin.api.administration.settings({})).settings
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eva', 'Finn']
  const saves = names.map((name, at) => save({ emailName: name, before: { emailName } }, at % 2 ? admin : other))
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('settings out of bounds, without a language or of 1 MB are refused and nothing changes [2.04]', async () => {
  const before = (await admin.api.administration.settings({})).settings
  const wrong = [
    { retentionYears: 0 },
    { retentionYears: 51 },
    { retentionYears: 1.5 },
    { idleMinutesStaff: 0 },
    { idleMinutesClient: 61 },
    { languages: [] },
    { languages: ['en', 'it'] },
    { languages: ['en', 'en'] },
    { supportText: 'x'.repeat(textLengths.supportText + 1) },
  ]
  for (const part of wrong)
    expect((await admin.send('administration/saveSettings', part)).status, JSON.stringify(part).slice(0, 60)).toBe(400)
  expect((await admin.send('administration/saveSettings', { supportText: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  const place = { page: 'terms', language: 'en', before: null }
  const long = { ...place, text: richTextFromPlain('x'.repeat(60_001)) }
  expect((await admin.send('administration/saveLegalText', long)).status).toBe(400)
  await expect(save({ languages: ['fr'] })).rejects.toMatchObject({ code: 'DEFAULT_NOT_OFFERED', status: 409 })
  expect((await admin.api.administration.settings({})).settings).toEqual(before)
})

test('a legal page is read without signing in, in its language or the default one, and is not offered when it is empty [2.04]', async () => {
  const visitor = app.anonymous().api.product
  expect((await infoOf(app)).legalPages).toEqual([])
  await admin.api.administration.saveLegalText({ page: 'imprint', language: 'de', text: texts.de, before: null })
  expect((await infoOf(app)).legalPages).toEqual([])
  await publish('de', texts.de)
  expect((await infoOf(app)).legalPages).toEqual(['imprint'])
  expect(await visitor.legalPage({ page: 'imprint', language: 'fr' })).toMatchObject({ language: 'de', text: texts.de })
  await admin.api.administration.saveLegalText({ page: 'imprint', language: 'en', text: texts.en, before: null })
  await publish('en', texts.en)
  expect(await visitor.legalPage({ page: 'imprint', language: 'en' })).toMatchObject({ language: 'en', text: texts.en })
  expect(await lastChange()).toMatchObject({
    thing: 'legal-page',
    before: { text: null },
    after: { page: 'imprint', language: 'en', text: 'Provider identification' },
  })
  await expect(
    other.api.administration.saveLegalText({ page: 'imprint', language: 'en', text: null, before: texts.de }),
  ).rejects.toMatchObject({ code: 'CHANGED', data: { text: texts.en } })
  for (const language of ['de', 'en'] as const) {
    await admin.api.administration.saveLegalText({
      page: 'imprint',
      language,
      text: richTextFromPlain('  '),
      before: texts[language],
    })
    await publish(language, null)
  }
  expect((await infoOf(app)).legalPages).toEqual([])
  expect(await visitor.legalPage({ page: 'imprint', language: 'de' })).toMatchObject({ text: null })
})

test('safety numbers are checked, audited and refused if another admin changed them [2.04]', async () => {
  const line = { name: 'Mind', phone: '90101', always: true }
  for (const numbers of [
    { emergency: '', lines: [] },
    { emergency: 'call me', lines: [] },
    { emergency: '112', lines: [{ ...line, phone: '12 <b>' }] },
    { emergency: '112', lines: [{ ...line, name: ' ' }] },
    { emergency: '112', lines: Array.from({ length: 11 }, () => line) },
  ]) {
    const change = { country: 'NO', numbers, before: null }
    expect((await admin.send('administration/saveSafetyNumbers', change)).status).toBe(400)
  }
  expect(
    (await admin.send('administration/saveSafetyNumbers', { country: 'XX', numbers: null, before: null })).status,
  ).toBe(400)
  const first = { emergency: '112', lines: [line] }
  await admin.api.administration.saveSafetyNumbers({ country: 'NO', numbers: first, before: null })
  const second = { emergency: '113', lines: [] }
  await expect(
    other.api.administration.saveSafetyNumbers({ country: 'NO', numbers: second, before: null }),
  ).rejects.toMatchObject({ code: 'CHANGED', data: { numbers: first } })
  await other.api.administration.saveSafetyNumbers({ country: 'NO', numbers: second, before: first })
  expect(await lastChange()).toMatchObject({
    thing: 'safety-numbers',
    before: { country: 'NO', numbers: '112 · Mind 90101' },
    after: { country: 'NO', numbers: '113' },
  })
  await admin.api.administration.saveSafetyNumbers({ country: 'NO', numbers: null, before: second })
  expect((await infoOf(app)).safetyNumbers).not.toHaveProperty('NO')
})

test('the check of the public address says what answered, and requests nothing but this address [2.04]', async () => {
  const check = async () => (await admin.api.administration.checkPublicAddress({})).outcome
  const answer = (status: number, body: string): OutboundResponse => ({ status, headers: {}, body: Buffer.from(body) })
  expect(await check()).toBe('none')
  expect(request).not.toHaveBeenCalled()
  // The outbound client refuses such addresses; the check translates its reason.
  const refuse = (reason: NotFetchedError['reason']) =>
    request.mockRejectedValueOnce(new NotFetchedError('refused', reason))
  await save({ publicUrl: 'https://localhost' })
  expect(await check()).toBe('not-public')
  expect(request).not.toHaveBeenCalled()
  request.mockResolvedValueOnce(answer(200, 'someone else'))
  await save({ publicUrl: 'https://practice.example' })
  expect(await check()).toBe('other-server')
  expect(request.mock.calls[0]?.[0]).toMatch(/^https:\/\/practice\.example\/health\/installation\/[\w-]{32}$/)
  request.mockImplementationOnce(async (address) => {
    const reply = await fetch(address.replace('https://practice.example', `http://localhost:${node.port}`))
    return answer(reply.status, await reply.text())
  })
  expect(await check()).toBe('reached')
  request.mockRejectedValueOnce(new NotFetchedError('ENOTFOUND'))
  expect(await check()).toBe('no-answer')
  refuse('not-public')
  expect(await check()).toBe('not-public')
  refuse('not-https')
  expect(await check()).toBe('not-https')
  await save({ publicUrl: null })
})
