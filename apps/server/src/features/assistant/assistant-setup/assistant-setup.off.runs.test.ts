import { runs } from '@attune/contract/common/runs.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { type AssistantEndpointDouble, openAssistantEndpoint } from '../../../testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../../../testing/assistant/setup.ts'
import { type ConnectCount, countConnects } from '../../../testing/database/connects.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'
import { createTestPractice, type PolicyViewer, type TestPractice } from '../../../testing/samples/viewers.ts'

let double: AssistantEndpointDouble
let app: TestApp
let practice: TestPractice
let connects: ConnectCount
beforeAll(async () => {
  double = await openAssistantEndpoint()
  app = await createTestApp({ config: { assistantLocalHosts: [double.host] } })
  practice = await createTestPractice(app)
  connects = countConnects()
})
afterAll(async () => {
  connects.stop()
  await Promise.all([app.close(), double.close()])
})

/** The procedures of an admin that connect to the endpoint. */
const checks = ['assistantSetup.models', 'assistantSetup.test']

/** The features with which the assistant works, and those that administer the server. The drill `assistant-off` covers more of the product. */
const used = /^(administration|assistant\w*|brief|client|journal|message|note|notification|product|session|task)\./

/** Calls each procedure of these features that a person may call, with the sample input of the procedure. Returns the number of answered calls. */
async function useProduct(viewer: PolicyViewer): Promise<number> {
  const { person } = viewer
  if (!person) return 0
  const context = await practice.contextOf(viewer)
  let answered = 0
  for (const { name, path, policy, sample } of testedProcedures) {
    const isOpen = policy.who.some((kind) => kind === person.role || kind === 'signed-in')
    if (!isOpen || !used.test(name) || policy.audited?.change === 'auth' || checks.includes(name)) continue
    const answer = await person.send(path, await sample.input(context, 'own'))
    await answer.arrayBuffer()
    if (answer.status === 200) answered++
  }
  return answered
}

test('while the assistant is off, the product opens no connection for it [4.10] @slow', async () => {
  const admin = practice.viewers.find(({ name }) => name === 'A')?.person
  if (!admin) throw new Error('no admin')
  await switchOnAssistant(admin, double)
  await admin.api.assistantSetup.switchOff({})
  // Begins with the therapist, who uses the assistant, because a short run covers only one person.
  for (const name of ['T1', 'C1a', 'A'].slice(0, runs(1, 3)))
    expect(await useProduct(practice.viewers.find((one) => one.name === name) as PolicyViewer), name).toBeGreaterThan(
      20,
    )

  const database = new URL(app.databaseUrl).port
  const known = new Set([database, new URL(app.inbox.url).port, String(app.port)])
  const others = () => connects.targets().filter((target) => !known.has(target))
  expect([double.connections, others()]).toEqual([0, []])

  // Checks that the count includes the connections of the assistant.
  const announced = connects.announced()
  expect((await admin.api.assistantSetup.test({})).setup.check?.result).toBe('ok')
  expect([double.connections, others()]).toEqual([1, [new URL(double.origin).port]])
  expect(connects.announced()).toBeGreaterThan(announced)
})
