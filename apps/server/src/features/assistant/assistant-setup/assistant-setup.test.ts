import { afterAll, beforeEach, expect, test } from 'vitest'
import { neverPaused } from '../../../testing/assistant/pause.ts'
import { openAssistant } from '../../../platform/assistant/endpoint.client.ts'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { askedText, openAssistantEndpoint } from '../../../testing/assistant/endpoint.ts'
import { assistantSettings, switchOnAssistant } from '../../../testing/assistant/setup.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { readAssistantSettings } from './assistant-setup.ts'

afterAll(() => double.close())
const double = await openAssistantEndpoint()
const app = await startSharedApp({
  config: { assistantLocalHosts: [double.host, `localhost:${new URL(double.origin).port}`] },
})
const admin = await app.person('admin')
const api = admin.api.assistantSetup
beforeEach(async () => {
  double.mode = 'ok'
  double.key = null
  double.requests.length = 0
  await reset()
})

/** Empties the setup. The version continues to increase, as in production. */
const reset = () =>
  app.db.asActor({ role: 'admin', id: admin.accountId }, (tx) =>
    tx.run(
      `update app.assistant_setting set is_on = false, kind = 'openai', address = null, model = null, key_origin = null, region = '',
         contract_text = '', provider = '', provider_country = null, agreement_type = null, agreement_date = null, agreement_name = null,
         agreement_stated_at = null, checked_at = null, check_result = null, check_milliseconds = null, version = version + 1`,
    ),
  )
const version = async () => (await api.get({})).version
type Settings = Parameters<typeof api.save>[0]
const save = async (changes: Partial<Settings> = {}) =>
  api.save({ version: await version(), ...assistantSettings(double), ...changes })
const statement = { own: false, country: 'DE', name: 'Ada Admin', date: '2026-01-05' }
const state = async (changes: Partial<typeof statement> = {}) =>
  api.recordAgreement({ version: await version(), ...statement, ...changes })
const switchOn = async () => api.switchOn({ version: await version() })
const settings = () => readAssistantSettings(app)
/** Resolves to the refusal of a call; null if the call succeeds. */
const codeOf = async (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; data?: unknown }) => error,
  )

test('the assistant is off at first and cannot be switched on before each part is there [4.10] @slow', async () => {
  const first = await api.get({})
  expect(first).toMatchObject({ isOn: false, address: null, model: null, agreement: null, check: null })
  expect(first.missing).toEqual(['address', 'model', 'key', 'provider', 'country', 'region', 'contract', 'agreement'])
  await save()
  await state()
  const parts: [Partial<Settings>, string[]][] = [
    [{ address: null }, ['address', 'key', 'agreement']],
    [{ model: null }, ['model']],
    [{ provider: ' ' }, ['provider', 'agreement']],
    [{ providerCountry: null }, ['country', 'agreement']],
    [{ region: '' }, ['region']],
    [{ contractText: '' }, ['contract']],
    [{ kind: 'anthropic', address: double.address.anthropic }, ['key']],
    [{ address: 'https://models.example/v1' }, ['key', 'agreement']],
  ]
  for (const [change, missing] of parts) {
    await save()
    await state()
    await save(change)
    expect(await codeOf(switchOn())).toMatchObject({ code: 'NOT_SET_UP', data: { missing } })
    expect(await settings()).toBeNull()
  }
  await save()
  await state()
  expect(await switchOn()).toMatchObject({ isOn: true, missing: [] })
  expect(await settings()).toMatchObject({
    endpoint: { kind: 'openai', address: double.address.openai, model: 'test-model', key: null },
    wordsPerDay: 20_000,
    provider: 'Models Ltd',
    providerCountry: 'IE',
    isOwnHost: false,
  })
  expect(await api.switchOff({})).toMatchObject({ isOn: false })
  expect(await settings()).toBeNull()
  expect(double.connections).toBe(0)
})

test('an agreement names its form by the country of the practice, and an own endpoint needs no contract @slow', async () => {
  expect(await codeOf(state())).toMatchObject({
    code: 'NOT_SET_UP',
    data: { missing: ['address', 'provider', 'country'] },
  })
  await save({ contractText: '' })
  expect(await codeOf(state({ date: '2199-01-01' }))).toMatchObject({ code: 'IN_THE_FUTURE' })
  expect((await state()).agreement).toMatchObject({ type: 'processing', name: 'Ada Admin', date: '2026-01-05' })
  expect((await state({ country: 'US' })).agreement?.type).toBe('baa')
  expect(await codeOf(switchOn())).toMatchObject({ data: { missing: ['contract'] } })
  expect((await state({ own: true })).missing).toEqual([])
  await switchOn()
  expect(await settings()).toMatchObject({ isOwnHost: true })
  // An agreement with a provider needs a contract text, unlike the statement that the practice runs the endpoint itself.
  expect(await state()).toMatchObject({ isOn: false, missing: ['contract'] })
})

test('another host, provider or country ends the statement, switches off and needs new agreements of therapists @slow', async () => {
  await switchOnAssistant(admin, double)
  const elsewhere = `http://localhost:${new URL(double.origin).port}/v1`
  let terms = (await settings())?.termsVersion ?? 0
  for (const change of [{ model: 'other-test-model' }, { region: 'Dublin' }, { contractText: 'Another' }] as const) {
    expect((await save(change)).isOn).toBe(true)
    expect((await settings())?.termsVersion).toBe(terms)
  }
  const others: Partial<Settings>[] = [{ provider: 'Other Models' }, { providerCountry: 'US' }, { address: elsewhere }]
  for (const change of others) {
    expect(await save(change)).toMatchObject({ isOn: false, agreement: null })
    await state()
    await switchOn()
    const next = (await settings())?.termsVersion ?? 0
    expect(next).toBeGreaterThan(terms)
    terms = next
  }
  expect(await save({ address: elsewhere, model: null })).toMatchObject({ isOn: false, missing: ['model'] })
})

test('an address with a password, another scheme or a host that the environment does not name is refused @slow', async () => {
  const refusals: [string, string | number][] = [
    ['https://user:password@models.example/v1', 400],
    ['ftp://models.example/v1', 400],
    ['https://models.example/v1?key=1', 400],
    ['models.example', 400],
    [`https://models.example/${'x'.repeat(300)}`, 400],
    ['http://models.example/v1', 'ADDRESS_NOT_ALLOWED'],
    ['http://127.0.0.1:1/v1', 'ADDRESS_NOT_ALLOWED'],
    ['https://127.0.0.1/v1', 'ADDRESS_NOT_ALLOWED'],
    ['https://10.1.2.3/v1', 'ADDRESS_NOT_ALLOWED'],
    ['https://[::1]/v1', 'ADDRESS_NOT_ALLOWED'],
  ]
  for (const [address, refusal] of refusals) {
    const answer = await admin.send('assistantSetup/save', {
      version: await version(),
      ...assistantSettings(double),
      address,
    })
    const { code } = (await answer.json()) as { code: string }
    expect([address, typeof refusal === 'number' ? answer.status : code]).toEqual([address, refusal])
  }
  expect((await api.get({})).address).toBeNull()
  // Simulates a restart after which the environment lists no local host.
  await switchOnAssistant(admin, double)
  const assistant = openAssistant({ outbound: openOutbound(), pause: neverPaused })
  const strict = { ...app, assistant, config: { ...app.config, assistantLocalHosts: [] } }
  expect([await settings(), await readAssistantSettings(strict)]).toEqual([expect.anything(), null])
})

test('the key is written and never shown, is of no use at another host, and has no line break', async () => {
  const key = 'sk-a-very-secret-key'
  expect(await codeOf(api.saveKey({ version: await version(), key }))).toMatchObject({ data: { missing: ['address'] } })
  await save({ kind: 'anthropic', address: double.address.anthropic })
  for (const wrong of ['two\nlines', 'tab\t', 'spa ce', '', 'ключ', 'x'.repeat(501)]) {
    const answer = await admin.send('assistantSetup/saveKey', { version: await version(), key: wrong })
    expect([wrong, answer.status]).toEqual([wrong, 400])
  }
  expect((await api.saveKey({ version: await version(), key })).keySavedAt).not.toBeNull()
  const answer = await (await admin.send('assistantSetup/get', {})).text()
  expect(answer).not.toContain(key)
  expect(app.logged.join('\n')).not.toContain(key)
  double.key = key
  expect((await api.test({})).setup.check?.result).toBe('ok')
  expect(double.requests[0]?.headers['x-api-key']).toBe(key)
  const away = await save({ kind: 'anthropic', address: 'https://models.example' })
  expect([away.keySavedAt, away.missing.includes('key')]).toEqual([null, true])
  expect((await api.models({})).missing).toEqual(['key'])
  const rows = await queryAsRole<{ values: string }>(
    'backup',
    app.databaseUrl,
    `select concat(before::text, after::text) as values from app.audit where thing like 'assistant%'`,
  )
  expect(rows.map(({ values }) => values).join()).not.toContain(key)
})

test('a check sends one sentence and says how long it took, once key and model are entered @slow', async () => {
  expect((await api.test({})).missing).toEqual(['address', 'model', 'key'])
  await save({ model: null })
  expect(await api.test({})).toMatchObject({ missing: ['model'], setup: { check: null } })
  await save({ kind: 'anthropic', address: double.address.anthropic })
  expect((await api.test({})).missing).toEqual(['key'])
  expect((await api.models({})).missing).toEqual(['key'])
  expect(double.requests).toHaveLength(0)
  await save()
  const { check } = (await api.test({})).setup
  expect(check).toMatchObject({ result: 'ok' })
  expect(check?.milliseconds).toBeLessThan(15_000)
  expect(askedText(double.requests[0]?.body ?? '')).toMatchObject({ prompt: 'Say that the connection works.' })
  const failures = {
    html: 'wrong-answer',
    401: 'refused-key',
    404: 'unknown-model',
    429: 'too-many-requests',
    limit: 'truncated',
  }
  for (const [mode, result] of Object.entries(failures)) {
    double.mode = (Number(mode) || mode) as typeof double.mode
    expect((await api.test({})).setup.check?.result).toBe(result)
  }
  for (let n = 0; n < 5; n++) await api.test({})
  expect(await app.assistant.pausedUntil()).toBeNull()
  expect((await save({ model: 'other-test-model' })).check).toBeNull()
})

test('the models are those of the endpoint’s own list', async () => {
  await save({ model: null })
  expect(await api.models({})).toEqual({ models: ['other-test-model', 'test-model'], failure: null, missing: [] })
  double.mode = 401
  expect(await api.models({})).toEqual({ models: [], failure: 'refused-key', missing: [] })
})

test('of two admins who save at once, the second gets the current setup, and off works always', async () => {
  const seen = await version()
  const second = (await app.person('admin', 2)).api.assistantSetup
  const at = (provider: string) => ({ version: seen, ...assistantSettings(double), provider })
  const both = [api.save(at('Models Ltd')), second.save(at('Someone else'))].map((call) => codeOf(call))
  const [won, lost] = (await Promise.all(both)).toSorted((a) => (a === null ? -1 : 1))
  const { provider } = await api.get({})
  expect([won, lost]).toMatchObject([null, { code: 'CHANGED', data: { current: { provider } } }])
  const late = [
    () => second.saveKey({ version: seen, key: 'a-key' }),
    () => second.recordAgreement({ version: seen, ...statement }),
    () => second.switchOn({ version: seen }),
  ]
  for (const call of late) expect(await codeOf(call())).toMatchObject({ code: 'CHANGED' })
  await state()
  await switchOn()
  expect((await second.switchOff({})).isOn).toBe(false)
})

test('another node uses a change at once @slow', async () => {
  const other = await createTestApp({
    databaseUrl: app.databaseUrl,
    config: { assistantLocalHosts: [double.host] },
    worker: false,
  })
  expect(await readAssistantSettings(other)).toBeNull()
  await switchOnAssistant(admin, double, { wordsPerDay: 500 })
  expect(await readAssistantSettings(other)).toMatchObject({ wordsPerDay: 500 })
  await api.switchOff({})
  expect(await readAssistantSettings(other)).toBeNull()
  await other.close()
})

test('the audit log shows who changed what, from what, to what [6.08]', async () => {
  await save()
  await save({ wordsPerDay: 500 })
  await state()
  await switchOn()
  const { items } = await admin.api.administration.auditLog({ limit: 4 })
  expect(items.map(({ action, thing, before, after }) => ({ action, thing, before, after }))).toMatchObject([
    { action: 'switch', thing: 'assistant', before: { on: false }, after: { on: true } },
    {
      action: 'state',
      thing: 'assistant-agreement',
      before: { agreement: null },
      after: { agreement: 'processing', agreement_date: '2026-01-05', agreement_name: 'Ada Admin' },
    },
    { action: 'change', thing: 'assistant', before: { words_per_day: 20_000 }, after: { words_per_day: 500 } },
    { action: 'change', thing: 'assistant', after: { provider: 'Models Ltd', provider_country: 'IE' } },
  ])
  expect(items.every(({ actorId }) => actorId === admin.accountId)).toBe(true)
})

test('an address that ends in the path of a request is saved as the base of the endpoint', async () => {
  const { address } = await save({ address: `${double.address.openai}/chat/completions` })
  expect(address).toBe(double.address.openai)
})
