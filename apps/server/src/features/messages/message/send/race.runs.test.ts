import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { repeatingBusyCalls } from '../../../../testing/browser.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { createTestConversation, sendText } from '../message.testing.ts'

const app = await startSharedApp({ worker: false })

test('ids that are sent three times each, from both sides at once, are one message each, with numbers without a gap', async () => {
  const people = await createTestConversation(app)
  const { id } = people
  // A busy server refuses some of eighteen calls at once, which are then repeated.
  const [therapist, client] = [repeatingBusyCalls(people.therapist), repeatingBusyCalls(people.client)]
  const ids = Array.from({ length: runs(24, 300) }, () => randomUUID())
  const sendAll = async (offset: number) => {
    for (let n = offset; n < ids.length; n += 6) {
      const send = () => sendText(n % 2 ? therapist : client, id, `Message ${n}`, ids[n])
      await Promise.all([send(), send(), send()])
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(sendAll))
  const seen = []
  for (let after = 0, more = true; more;) {
    const page = await therapist.api.message.messages({ id, after, limit: 100 })
    seen.push(...page.items)
    after = page.items.at(-1)?.seq ?? after
    more = page.hasNewer
  }
  expect(seen.map(({ seq }) => seq)).toEqual(ids.map((_, n) => n + 1))
  expect(seen.map((message) => message.id).toSorted()).toEqual(ids.toSorted())
})
