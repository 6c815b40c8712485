import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const messageFixtures = [
  /**
   * The latest message in the conversation of the pair, sent by the caller, and an earlier message from the other side. The conversation has the id
   * of the client record.
   */
  fixture(['messageId', 'receivedMessageId'], createMessages),
]

/**
 * Inserts one message from each side into the conversation of a pair. The later message, `messageId`, is from the client if the caller is a client,
 * and the earlier message, `receivedMessageId`, is from the other side.
 */
async function createMessages({ app, pair, forClient }: FixtureOrder) {
  const { therapist, client, recordId } = pair
  const [messageId, receivedMessageId] = [randomUUID(), randomUUID()]
  const [first, last] = forClient ? [therapist, client] : [client, therapist]
  // Therapist and client may read this text, because the matrix test lets clients see canaries of the field 'name'.
  const content = [recordId, canary(pair.name, 'name'), ['monday'], app.clock.now()]
  const insert = 'select def.insert_message($1, $2, $3, $4, $5)'
  await app.db.asActor({ role: first.role, id: first.accountId }, ({ run }) =>
    run(insert, [receivedMessageId, ...content]),
  )
  await app.db.asActor({ role: last.role, id: last.accountId }, ({ run }) => run(insert, [messageId, ...content]))
  return { messageId, receivedMessageId }
}
