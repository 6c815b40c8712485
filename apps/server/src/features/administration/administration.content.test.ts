import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { foreignCanaries } from '../../testing/expected-access.ts'
import { sampleInputsOf } from '../../testing/sample-input.ts'
import { testedProcedures } from '../../testing/sample-input-registry.ts'
import { createTestPractice, type PolicyViewer, type TestPractice } from '../../testing/viewers.ts'

let app: TestApp
let practice: TestPractice
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  practice = await createTestPractice(app)
})
afterAll(() => app.close())

const viewer = (name: string) => practice.viewers.find((one) => one.name === name) as PolicyViewer

test('no procedure that is open to an admin answers with content of a client or therapist', async () => {
  const admin = viewer('A')
  const testContext = await practice.freshContextOf(admin)
  const open = testedProcedures.filter(({ policy: { who } }) =>
    who.some((kind) => kind === 'admin' || kind === 'signed-in' || kind === 'anyone'),
  )
  expect(open.map(({ name }) => name)).toContain('administration.accounts')
  const found: string[] = []
  let answered = 0
  for (const { name, path, sample } of open) {
    const browser = await app.secondBrowser(admin.person as NonNullable<typeof admin.person>, 2)
    for (const whose of ['own', 'other'] as const) {
      for (const { field = '', input } of sampleInputsOf(sample, testContext, whose)) {
        const answer = await browser.send(path, await input)
        const body = await answer.text()
        if (answer.status === 200) answered += 1
        if (foreignCanaries(admin, body).length > 0) found.push(`${name} ${field} ${whose}: ${body.slice(0, 200)}`)
      }
    }
  }
  expect(found).toEqual([])
  expect(answered).toBeGreaterThan(40)

  // The same content reaches its therapist, so the test would find it.
  const therapist = viewer('T1')
  const clients = await therapist.person?.send('client/list', {})
  expect(await clients?.text()).toContain('canary-')
})
