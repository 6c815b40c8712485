import { runs } from '@attune/contract/common/runs.testing'
import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { ConversationModel, conversationSteps, type Answer, type ConversationStep } from './model.testing.ts'
import {
  createTestConversation,
  listedConversation,
  sendText,
  unreadOf,
  type TestConversation,
} from '../message.testing.ts'

const app = await startSharedApp({ worker: false })

/** Executes a step on the server. `ids` are the ids of the messages sent so far; a new id is added. */
async function make(made: ConversationStep, { id, ...people }: TestConversation, ids: string[]): Promise<void> {
  if (made.act === 'wait') return app.clock.advance(made.minutes * 60_000)
  if (made.act === 'set') {
    await app.privileged.definer.query('update app.client set status = $2 where id = $1', [id, made.status])
    return
  }
  const { api } = people[made.by]
  if (made.act === 'send') ids.push((await sendText(people[made.by], id, made.text)).id)
  else if (made.act === 'read') await api.message.markRead({ id, upTo: made.upTo })
  else if (ids.length > 0) {
    const message = ids[made.nth % ids.length] ?? ''
    if (made.act === 'repeat') await sendText(people[made.by], id, made.text, message)
    else if (made.act === 'edit') await api.message.edit({ id: message, text: made.text })
    else await api.message.delete({ id: message })
  }
}

const answerOf = (step: Promise<void>): Promise<Answer> =>
  step.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof ORPCError)) throw error
      const { reason } = (error.data ?? {}) as { reason?: string }
      return (reason === undefined ? error.code : `${error.code} ${reason}`) as Answer
    },
  )

/** Compares everything that both participants see with the model. */
async function expectSame(model: ConversationModel, conversation: TestConversation, ids: string[]): Promise<void> {
  for (const side of ['therapist', 'client'] as const) {
    const person = conversation[side]
    const { items } = await person.api.message.messages({ id: conversation.id, limit: 100 })
    expect(items.map((item) => item.id)).toEqual(ids)
    expect(items).toMatchObject(model.seenBy(side))
    expect(items.map(({ readAt }) => readAt !== null)).toEqual(model.messages.map(({ isRead }) => isRead))
    const listed = await listedConversation(person, conversation.id)
    expect(listed).toMatchObject({
      lastSeq: ids.length,
      readSeq: model.read[side],
      unread: model.unreadOf(side),
      readOnly: model.isInactive ? 'inactive' : null,
    })
    const last = model.messages.at(-1)
    expect(listed.latest && { text: listed.latest.text, status: listed.latest.status }).toEqual(
      last ? { text: last.text, status: last.isRead ? 'read' : 'sent' } : null,
    )
    expect(await unreadOf(person, conversation.id)).toBe(model.unreadOf(side))
  }
}

let pairs = 0

test(
  'any order of sending, repeating, editing, deleting and reading gives what a simple model gives, for both sides @slow',
  async () => {
    await fc.assert(
      fc.asyncProperty(conversationSteps, async (steps) => {
        const conversation = await createTestConversation(app, ++pairs)
        const model = new ConversationModel()
        const ids: string[] = []
        for (const made of steps) {
          const expected = model.apply(made)
          expect({ made, answer: await answerOf(make(made, conversation, ids)) }).toEqual({ made, answer: expected })
        }
        await expectSame(model, conversation, ids)
      }),
      { numRuns: runs(6, 100, 300) },
    )
  },
  runs(60_000, 600_000),
)
