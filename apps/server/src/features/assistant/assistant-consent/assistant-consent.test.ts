import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import {
  askPreviewed,
  assistantRequest,
  giveAssistantConsentOf,
  permitAssistant,
} from '../../../testing/assistant/assistant.ts'
import { openAssistantEndpoint } from '../../../testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../../../testing/assistant/setup.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

let client: Person
let clientId: string
let people = 0

afterAll(() => double.close())
const double = await openAssistantEndpoint()
const app = await startSharedApp({ worker: false, config: { assistantLocalHosts: [double.host] } })
const [admin, therapist] = await Promise.all([app.person('admin'), app.person('therapist')])
beforeEach(async () => {
  client = await app.person('client', ++people)
  clientId = await connectClient(app, therapist, client)
})

const refusal = (code: string) => expect.objectContaining({ code })
const consentFor = (person: Person) => person.api.assistantConsent.get({ id: clientId })
const withdraw = (person: Person) => person.api.assistantConsent.withdraw({ id: clientId, command: randomUUID() })

test('while the assistant is off, a client sees nothing of it and nobody can agree to it', async () => {
  expect((await client.api.assistantConsent.list({})).items).toEqual([])
  expect(await consentFor(therapist)).toMatchObject({ offered: null, isGiven: false, mayGive: false, history: [] })
  const given = { id: clientId, command: randomUUID(), language: 'en', version: 1, termsVersion: 1 } as const
  await expect(client.api.assistantConsent.give(given)).rejects.toEqual(refusal('TERMS_CHANGED'))
  await switchOnAssistant(admin, double)
})

test('the ledger keeps who agreed to which text, in which language, with provider and country, and who withdrew', async () => {
  await giveAssistantConsentOf(therapist, clientId)
  await withdraw(client)
  const { offered } = await consentFor(client)
  const command = randomUUID()
  const given = {
    id: clientId,
    command,
    language: 'de',
    version: offered?.version,
    termsVersion: offered?.termsVersion,
  }
  const after = await client.api.assistantConsent.give(given as never)
  expect(await client.api.assistantConsent.give(given as never)).toEqual(after)
  expect(after).toMatchObject({ isGiven: true, latest: { source: 'client', language: 'de', byReader: true } })
  const named = { version: 1, provider: 'Models Ltd', providerCountry: 'IE' }
  expect(after.history).toMatchObject([
    { action: 'given', source: 'client', byReader: true, ...named, language: 'de' },
    { action: 'withdrawn', source: 'client', byReader: true, ...named, language: 'en' },
    { action: 'given', source: 'therapist', byReader: false, ...named, language: 'en' },
  ])
  expect((await consentFor(therapist)).history.map(({ byReader }) => byReader)).toEqual([false, false, true])
  expect((await client.api.assistantConsent.list({})).items.map((one) => one.clientId)).toContain(clientId)
})

test('another text or other terms than the page showed are refused, and other people reach no consent', async () => {
  const { offered } = await consentFor(client)
  const given = { id: clientId, command: randomUUID(), language: 'en', version: 1, termsVersion: 1 } as const
  const changed = { ...given, termsVersion: (offered?.termsVersion ?? 0) + 1 }
  await expect(client.api.assistantConsent.give(changed)).rejects.toEqual(refusal('TERMS_CHANGED'))
  await expect(client.api.assistantConsent.give({ ...given, version: 2 })).rejects.toEqual(refusal('TERMS_CHANGED'))
  for (const stranger of [await app.person('therapist', 2), await app.person('client', ++people)]) {
    await expect(consentFor(stranger)).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(withdraw(stranger)).rejects.toEqual(refusal('NOT_FOUND'))
  }
})

test('another provider ends what was agreed to until the client agrees again', async () => {
  await permitAssistant(therapist, clientId)
  const { termsVersion } = (await consentFor(client)).offered ?? { termsVersion: 0 }
  await switchOnAssistant(admin, double, { provider: 'Other Models Ltd' })
  const consent = await consentFor(client)
  expect(consent.offered?.termsVersion).toBeGreaterThan(termsVersion)
  expect(consent).toMatchObject({ isGiven: false, latest: { provider: 'Models Ltd' }, mayGive: true })
  await permitAssistant(therapist)
  await expect(therapist.api.assistant.preview(assistantRequest(clientId))).rejects.toEqual(refusal('NO_CONSENT'))
})

test('a withdrawal ends an answer in progress, also on another node, and deletes the drafts that were not accepted', async () => {
  await permitAssistant(therapist, clientId)
  double.answer = () => 'One two three four five six.'
  await (await askPreviewed(therapist, assistantRequest(clientId))).end()
  expect((await therapist.api.assistant.drafts({ clientId })).items).toHaveLength(1)

  double.requests.length = 0
  double.holds = true
  const open = await askPreviewed(therapist, assistantRequest(clientId))
  await double.received(1)
  // Withdraws the consent directly in the database, as if another node had received the call.
  await app.db.asActor({ role: 'client', id: client.accountId }, (tx) =>
    tx.run('select def.withdraw_assistant_consent($1, $2, $3)', [clientId, randomUUID(), app.clock.now()]),
  )
  const withdrawnAt = Date.now()
  expect((await open.end()).code).toBe('WITHDRAWN')
  await expect.poll(() => double.requests[0]?.closedAt ?? null).not.toBeNull()
  expect(Number(double.requests[0]?.closedAt) - withdrawnAt).toBeLessThan(1_000)
  double.holds = false
  expect((await therapist.api.assistant.drafts({ clientId })).items).toEqual([])
})

test('the end of the connection and the erasure of the account withdraw the consent and delete the drafts', async () => {
  await permitAssistant(therapist, clientId)
  await (await askPreviewed(therapist, assistantRequest(clientId))).end()
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await consentFor(therapist)).toMatchObject({ isGiven: false, latest: null, mayGive: false })
  expect((await therapist.api.assistant.drafts({ clientId })).items).toEqual([])

  const other = await app.person('client', ++people)
  const record = await connectClient(app, therapist, other)
  await permitAssistant(therapist, record)
  await (await askPreviewed(therapist, assistantRequest(record))).end()
  await app.privileged.definer.query('select def.erase_account($1)', [other.accountId])
  expect(await therapist.api.assistantConsent.get({ id: record })).toMatchObject({ isGiven: false })
  expect((await therapist.api.assistant.drafts({ clientId: record })).items).toEqual([])
})
