import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { foreignCanaries } from '../../../testing/samples/expected-access.ts'
import { sampleInputsOf } from '../../../testing/samples/sample-input.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'
import { saveKey, saveSecret } from '../../billing/online-payment/online-payment.setup.ts'
import { createTestPractice, type PolicyViewer } from '../../../testing/samples/viewers.ts'

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)

const viewer = (name: string) => practice.viewers.find((one) => one.name === name) as PolicyViewer

const newKey = () => randomBytes(18).toString('hex')
const keys = { twilio: newKey(), assistant: newKey(), stripe: newKey(), stripeSecret: newKey() }

/** Saves the keys again, because a call with a sample input may replace or remove them. */
async function saveKeys() {
  const now = app.clock.now()
  await app.db.asActor({ role: 'admin', id: viewer('A').person?.accountId ?? '' }, async (tx) => {
    await app.providerKeys.save(tx, 'twilio', keys.twilio, now)
    await app.providerKeys.save(tx, 'assistant', keys.assistant, now)
  })
  await app.db.asActor({ role: 'therapist', id: viewer('T1').person?.accountId ?? '' }, async (tx) => {
    await saveKey(tx, app, keys.stripe, now)
    await saveSecret(tx, app, keys.stripeSecret, now)
  })
}

/** Calls every procedure that is open to an admin, as an admin, for own and other resources. */
async function answersToAdmin() {
  const admin = viewer('A')
  const testContext = await practice.freshContextOf(admin)
  const open = testedProcedures.filter(({ policy: { who } }) =>
    who.some((kind) => kind === 'admin' || kind === 'signed-in' || kind === 'anyone'),
  )
  const made: { name: string; status: number; body: string }[] = []
  for (const { name, path, sample } of open) {
    const browser = await app.secondBrowser(admin.person as NonNullable<typeof admin.person>, 2)
    for (const whose of ['own', 'other'] as const) {
      for (const { field = '', input } of sampleInputsOf(sample, testContext, whose)) {
        await saveKeys()
        const answer = await browser.send(path, await input)
        made.push({ name: `${name} ${field} ${whose}`, status: answer.status, body: await answer.text() })
      }
    }
  }
  return made
}

const answers = await answersToAdmin()

test('no procedure that is open to an admin answers with content of a client or therapist', async () => {
  expect(answers.map(({ name }) => name)).toContain('administration.accounts  own')
  const found = answers.filter(({ body }) => foreignCanaries(viewer('A'), body).length > 0)
  expect(found.map(({ name, body }) => `${name}: ${body.slice(0, 200)}`)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40)

  // The therapist can read the same content, so the test would detect a leak.
  const therapist = viewer('T1')
  const clients = await therapist.person?.send('client/list', {})
  expect(await clients?.text()).toContain('canary-')
})

test('no procedure that is open to an admin answers with a saved key of a provider', async () => {
  await saveKeys()
  expect(await app.providerKeys.read('twilio')).toBe(keys.twilio)
  expect(await app.providerKeys.read('assistant')).toBe(keys.assistant)
  const forms = Object.values(keys).flatMap((key) => [key, key.slice(-8), Buffer.from(key).toString('base64url')])
  const found = answers.filter(({ body }) => forms.some((form) => body.includes(form)))
  expect(found.map(({ name }) => name)).toEqual([])
  expect(answers.find(({ name }) => name === 'channelSetup.get  own')?.body).toMatch(/"keySavedAt":"/)
})
