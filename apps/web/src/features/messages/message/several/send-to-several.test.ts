import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { sendToSeveral, type SeveralOutcome } from './send-to-several.ts'

const ids = { ana: 'message-1', samuel: 'message-2', ingrid: 'message-3' }

/** Sends to three clients. `answer` throws to refuse a message. */
async function run(answer: (id: string) => void, controller = new AbortController()) {
  const requested: string[] = []
  const outcomes: Record<string, SeveralOutcome> = {}
  const waits: (number | null)[] = []
  await sendToSeveral({
    text: 'Hello',
    ids,
    send: async ({ id }) => {
      requested.push(id)
      answer(id)
    },
    onOutcome: (clientId, outcome) => {
      outcomes[clientId] = outcome
    },
    onWait: (seconds) => {
      waits.push(seconds)
      if (seconds !== null && seconds > 1) controller.abort()
    },
    signal: controller.signal,
  })
  return { requested, outcomes, waits }
}
const tooMany = (retryAfterSeconds: number) => new ORPCError('TOO_MANY', { status: 429, data: { retryAfterSeconds } })

test('a client whose conversation became read-only and a failed request do not stop the others', async () => {
  const { outcomes } = await run((id) => {
    if (id === 'message-1') throw new ORPCError('READ_ONLY', { status: 409, data: { reason: 'disconnected' } })
    if (id === 'message-2') throw new Error('offline')
  })
  expect(outcomes).toEqual({ ana: 'disconnected', samuel: 'failed', ingrid: 'sent' })
})

test('after a 429, the same message is sent again with the same id', async () => {
  let refusals = 0
  const { requested, outcomes, waits } = await run((id) => {
    if (id === 'message-2' && refusals++ < 2) throw tooMany(0)
  })
  expect(requested).toEqual(['message-1', 'message-2', 'message-2', 'message-2', 'message-3'])
  expect(outcomes).toEqual({ ana: 'sent', samuel: 'sent', ingrid: 'sent' })
  expect(waits).toEqual([0, null, 0, null])
})

test('stopping ends the wait and sends nothing more', async () => {
  const { requested, outcomes } = await run((id) => {
    if (id === 'message-2') throw tooMany(3600)
  })
  expect(requested).toEqual(['message-1', 'message-2'])
  expect(outcomes).toEqual({ ana: 'sent' })
})
