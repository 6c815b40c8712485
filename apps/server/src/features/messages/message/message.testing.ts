import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

/** A connected therapist and client. The conversation has the id of the client record. */
export type TestConversation = { therapist: Person; client: Person; id: string }

/** Connects the nth therapist with the nth client. */
export async function createTestConversation(app: TestApp, n = 1): Promise<TestConversation> {
  const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  return { therapist, client, id: await connectClient(app, therapist, client) }
}

/** Sends a message with a new id, or with the given one. */
export const sendText = (person: Person, conversationId: string, text: string, id: string = randomUUID()) =>
  person.api.message.send({ id, conversationId, text })

/** Returns the conversation as it appears in a person’s list. */
export async function listedConversation(person: Person, id: string) {
  const found = (await person.api.message.list({})).items.find((item) => item.id === id)
  if (!found) throw new Error('the conversation is not in the list')
  return found
}

/** Returns a person’s unread count of a conversation, as the call of row 7.03 reports it. */
export const unreadOf = async (person: Person, id: string) =>
  (await person.api.message.unreadCounts({})).items.find(({ conversationId }) => conversationId === id)?.unread ?? 0

/** Sends the due emails about messages to a person, as a worker would. Returns the number of due jobs. */
export async function sendDueMails(app: TestApp, { accountId }: Person): Promise<number> {
  const due = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(
      `select m.id from app.mail m join jobs.job_common j on j.data->>'mailId' = m.id::text
       where m.account_id = $1 and m.kind = 'message-received' and m.state = 'waiting'
         and j.start_after - now() <= $2::timestamptz - now() order by m.created_at`,
      [accountId, app.clock.now()],
    ),
  )
  for (const { id } of due.rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return due.rows.length
}
