import { queuedChanges } from '@attune/contract/queued-changes.testing'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Fixtures, TestContext } from '../../../testing/fixtures/test-context.ts'
import { createTestPractice } from '../../../testing/samples/viewers.ts'

type Change = { path: [feature: string, procedure: string]; input: { id: string } }
const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)

/** Replaces each `<name>` by an id. The same name gets the same id. */
function withIds(stored: string, context: TestContext): Change {
  const newId = context.newId()
  const idOf = (name: string) => (name === 'newId' ? newId : context.fixturesOf('own')[name as keyof Fixtures])
  return JSON.parse(stored.replace(/<(\w+)>/g, (_, name: string) => String(idOf(name)))) as Change
}

test.each(queuedChanges)('a device sends what it has stored, and it arrives: $stored @slow', async ({ by, stored }) => {
  const viewer = practice.viewers.find(({ person }) => person?.role === by)
  if (!viewer?.person) throw new Error(`the practice has no ${by}`)
  const context = await practice.freshContextOf(viewer, (asked) => withIds(stored, asked))
  const { path, input } = withIds(stored, context)
  const answer = await viewer.person.send(path.join('/'), input)
  const body = await answer.text()
  expect(answer.status, body).toBe(200)
  expect(body).toContain(input.id)
  // A device that received no response sends the change again.
  expect((await viewer.person.send(path.join('/'), input)).status).toBe(200)
})
