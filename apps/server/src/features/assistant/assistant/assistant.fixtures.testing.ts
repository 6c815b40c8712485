import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const assistantFixtures = [
  /** A complete draft of the assistant about the client, and an assistant conversation about the client. */
  fixture(['assistantDraftId', 'assistantConversationId'], createAssistantTexts),
]

/** Inserts a complete draft of the assistant, and a conversation with an answered question, about the client of a pair. */
async function createAssistantTexts(order: FixtureOrder) {
  const { app, pair } = order
  const assistantDraftId = randomUUID()
  const assistantConversationId = await createConversation(order)
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('assistant_draft')
      .values({
        id: assistantDraftId,
        therapist_id,
        client_id: pair.recordId,
        purpose: 'note',
        form: 'free',
        language: 'en',
        question: '',
        keywords: canary(pair.name, 'keywords'),
        text: canary(pair.name, 'draft'),
        sentences: '[]',
        model: 'test-model',
        is_complete: true,
        at: new Date(),
      })
      .execute(),
  )
  return { assistantDraftId, assistantConversationId }
}

async function createConversation({ app, pair: { name, therapist, recordId } }: FixtureOrder): Promise<string> {
  const id = randomUUID()
  const therapist_id = therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('assistant_conversation')
      .values({ id, therapist_id, client_id: recordId, created_at: new Date(), last_at: new Date() })
      .execute()
    await kysely
      .insertInto('assistant_turn')
      .values({
        id: randomUUID(),
        therapist_id,
        conversation_id: id,
        question: canary(name, 'question'),
        language: 'en',
        sources: '[]',
        is_edited: false,
        state: 'answered',
        model: 'test-model',
        asked_at: new Date(),
      })
      .execute()
  })
  return id
}
