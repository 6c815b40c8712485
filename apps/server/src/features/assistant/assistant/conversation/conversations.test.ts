import {
  assistantHistoryLimits,
  maxConversationQuestions,
} from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { askPreviewed, assistantRequest, openAnswer, permitAssistant } from '../../../../testing/assistant/assistant.ts'
import { openAssistantEndpoint } from '../../../../testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../../../../testing/assistant/setup.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

let client: Person
let clientId: string
let conversationId: string
let people = 0

afterAll(() => double.close())
const double = await openAssistantEndpoint()
const app = await startSharedApp({ worker: false, config: { assistantLocalHosts: [double.host] } })
const [admin, therapist, other] = await Promise.all([
  app.person('admin'),
  app.person('therapist'),
  app.person('therapist', 2),
])
await switchOnAssistant(admin, double, { wordsPerDay: 1_000_000 })
await permitAssistant(therapist)
await permitAssistant(other)
beforeEach(async () => {
  client = await app.person('client', ++people)
  clientId = await connectClient(app, therapist, client)
  conversationId = randomUUID()
  await permitAssistant(therapist, clientId)
  double.answer = () => '[CLIENT] slept badly.'
})
afterEach(() => {
  Object.assign(double, { mode: 'ok', holds: false })
  double.requests.length = 0
})

const refusal = (code: string) => expect.objectContaining({ code })
const question = (text: string, isNew = false, changes: Parameters<typeof assistantRequest>[1] = {}) =>
  assistantRequest(clientId, { question: text, conversation: { id: conversationId, isNew }, ...changes })
const ask = async (...input: Parameters<typeof question>) => (await askPreviewed(therapist, question(...input))).end()
const read = (person = therapist) => person.api.assistant.conversation({ id: conversationId })
const lastSent = () =>
  JSON.parse(double.requests.at(-1)?.body.toString() ?? '{}') as { messages: { content: string }[] }

test('a follow-up takes the earlier question and answer along, with names hidden, exactly as its preview shows [1.13] @slow', async () => {
  await ask(`Did ${client.firstName} sleep?`, true)
  double.answer = () => 'Since Monday.'
  const followUp = question('Since when?')
  const preview = await therapist.api.assistant.preview(followUp)
  expect(preview.history).toEqual({ included: 1, leftOut: 0 })
  expect(preview.prompt).toContain('Did [CLIENT] sleep?')
  expect(preview.prompt).toContain('[CLIENT] slept badly.')
  expect(preview.body).not.toContain(client.firstName)
  await (await askPreviewed(therapist, followUp)).end()
  expect(double.requests.map(({ body }) => body.toString()).at(-1)).toBe(preview.body)
  expect((await read()).turns).toMatchObject([
    { question: `Did ${client.firstName} sleep?`, text: `${client.firstName} slept badly.`, state: 'answered' },
    { question: 'Since when?', text: 'Since Monday.', state: 'answered' },
  ])
  expect((await therapist.api.assistant.drafts({ clientId })).items).toEqual([])
  const { items } = await therapist.api.assistant.conversations({ clientId, limit: 50 })
  expect(items).toMatchObject([{ id: conversationId, questions: 2, question: `Did ${client.firstName} sleep?` }])
})

test('the oldest questions are left out when the conversation is too long, and the preview says how many [1.13] @slow', async () => {
  double.answer = () => 'word '.repeat(1_800)
  for (const text of ['First?', 'Second?', 'Third?']) await ask(text, true)
  const preview = await therapist.api.assistant.preview(question('Fourth?'))
  expect(preview.history).toEqual({ included: 2, leftOut: 1 })
  expect(preview.prompt).not.toContain('First?')
  expect(preview.prompt.indexOf('Second?')).toBeLessThan(preview.prompt.indexOf('Third?'))
  expect(preview.prompt.length).toBeLessThan(assistantHistoryLimits.characters + 2_000)
})

test('a question that is sent again by a retry is answered once [1.13] @slow', async () => {
  const request = question('Did she sleep?', true)
  const { sha256 } = await therapist.api.assistant.preview(request)
  const send = () => openAnswer(therapist, { ...request, sha256, acceptsNames: false })
  double.holds = true
  const first = await send()
  await double.received(1)
  expect((await (await send()).end()).code).toBe('ALREADY_ASKED')
  double.holds = false
  double.release()
  const { answer } = await first.end()
  expect((await (await send()).end()).answer).toEqual(answer)
  expect(double.requests).toHaveLength(1)
  expect((await read()).turns).toHaveLength(1)
})

test('a question that the endpoint does not answer stays, and asking it again answers it in its place [1.13] @slow', async () => {
  double.mode = 500
  const request = question('Did she sleep?', true)
  expect((await (await askPreviewed(therapist, request)).end()).code).toBe('FAILED')
  expect((await read()).turns).toMatchObject([
    { id: request.id, question: 'Did she sleep?', state: 'failed', text: '' },
  ])
  double.mode = 'ok'
  expect((await therapist.api.assistant.preview(question('And now?'))).history.included).toBe(0)
  expect((await (await askPreviewed(therapist, request)).end()).code).toBeNull()
  expect((await read()).turns).toMatchObject([{ id: request.id, state: 'answered' }])
  app.clock.advance(61_000)
})

test('a question whose request was cut off by the end of the server can be asked again [1.13] @slow', async () => {
  const request = question('Did she sleep?', true)
  await (await askPreviewed(therapist, request)).end()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('assistant_turn').set({ state: 'waiting' }).where('id', '=', request.id).execute(),
  )
  expect((await read()).turns).toMatchObject([{ state: 'waiting' }])
  app.clock.advance(400_000)
  expect((await read()).turns).toMatchObject([{ state: 'failed' }])
  expect((await (await askPreviewed(therapist, request)).end()).code).toBeNull()
})

test('another therapist gets the same refusal for a conversation as for one that does not exist [1.13] @slow', async () => {
  await ask('Did she sleep?', true)
  const unknown = randomUUID()
  for (const id of [conversationId, unknown]) {
    await expect(other.api.assistant.conversation({ id })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(other.api.assistant.deleteConversation({ id })).rejects.toEqual(refusal('NOT_FOUND'))
    const request = assistantRequest(null, { conversation: { id, isNew: false } })
    await expect(other.api.assistant.preview(request)).rejects.toEqual(refusal('NOT_FOUND'))
  }
  await expect(other.api.assistant.conversations({ clientId, limit: 50 })).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await other.api.assistant.conversations({ limit: 50 })).items).toEqual([])
  expect((await read()).turns).toHaveLength(1)
})

test('a deleted conversation is gone, and a follow-up to it is refused [1.13] @slow', async () => {
  await ask('Did she sleep?', true)
  await therapist.api.assistant.deleteConversation({ id: conversationId })
  await expect(read()).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(therapist.api.assistant.preview(question('Since when?'))).rejects.toEqual(refusal('NOT_FOUND'))
  const { rows } = await app.privileged.definer.query<{ action: string }>(
    `select action from app.audit where thing_id = $1 and action = 'delete-assistant-conversation'`,
    [conversationId],
  )
  expect(rows).toHaveLength(1)
})

test('an answer that comes after its conversation was deleted is not stored [1.13] @slow', async () => {
  double.holds = true
  const open = await askPreviewed(therapist, question('Did she sleep?', true))
  await double.received(1)
  await therapist.api.assistant.deleteConversation({ id: conversationId })
  double.holds = false
  double.release()
  expect((await open.end()).code).toBe('NOT_FOUND')
  await expect(read()).rejects.toEqual(refusal('NOT_FOUND'))
})

test('withdrawn consent stops follow-ups about the client and deletes the conversations about them, not the others [1.13] @slow', async () => {
  await ask('Did she sleep?', true)
  const general = randomUUID()
  double.answer = () => 'Keep a sleep diary.'
  await (
    await askPreviewed(
      therapist,
      assistantRequest(null, { question: 'What helps?', conversation: { id: general, isNew: true } }),
    )
  ).end()
  const followUp = question('Since when?')
  const { sha256 } = await therapist.api.assistant.preview(followUp)
  const sent = double.requests.length
  await client.api.assistantConsent.withdraw({ id: clientId, command: randomUUID() })
  await expect(therapist.api.assistant.preview(followUp)).rejects.toEqual(refusal('NO_CONSENT'))
  const { code } = await (await openAnswer(therapist, { ...followUp, sha256, acceptsNames: false })).end()
  expect([code, double.requests.length]).toEqual(['NO_CONSENT', sent])
  await expect(read()).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await therapist.api.assistant.conversation({ id: general })).turns).toMatchObject([
    { question: 'What helps?', text: 'Keep a sleep diary.', sentences: null },
  ])
})

test('a conversation that is about no client hides the names of all clients, and takes no source [1.13]', async () => {
  const request = assistantRequest(null, {
    question: `What helps ${client.firstName} ${client.lastName}?`,
    conversation: { id: conversationId, isNew: true },
  })
  const preview = await therapist.api.assistant.preview(request)
  expect(preview.body).not.toContain(client.lastName)
  expect(preview.system).toContain('in general terms')
  const withSource = { ...request, sources: [{ kind: 'note' as const, id: randomUUID() }] }
  await expect(therapist.api.assistant.preview(withSource)).rejects.toEqual(refusal('BAD_REQUEST'))
  await ask('Did she sleep?', true)
  const crossed = { ...request, id: randomUUID() }
  await expect(therapist.api.assistant.preview(crossed)).rejects.toEqual(refusal('BAD_REQUEST'))
  expect(lastSent().messages.at(-1)?.content).toContain('Did she sleep?')
})

test('a conversation that has as many questions as it can have takes no further one [1.13] @slow', async () => {
  await ask('Did she sleep?', true)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('assistant_turn')
      .values(
        Array.from({ length: maxConversationQuestions - 1 }, () => ({
          id: randomUUID(),
          therapist_id: therapist.accountId,
          conversation_id: conversationId,
          question: 'And?',
          language: 'en',
          sources: '[]',
          is_edited: false,
          state: 'failed',
          model: 'test-model',
          asked_at: app.clock.now(),
        })),
      )
      .execute(),
  )
  const sent = double.requests.length
  expect((await ask('One more?')).code).toBe('CONVERSATION_FULL')
  expect(double.requests).toHaveLength(sent)
})

test('the list begins with the conversation that was used last, page by page [1.13] @slow', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  for (const [id, text] of [
    [first, 'First?'],
    [second, 'Second?'],
    [first, 'First again?'],
  ] as const) {
    app.clock.advance(1_000)
    await ask(text, true, { conversation: { id, isNew: true } })
  }
  const page = (after?: string) => therapist.api.assistant.conversations({ clientId, limit: 1, after })
  const { items, next } = await page()
  expect(items).toMatchObject([{ id: first, question: 'First?', questions: 2 }])
  const rest = await page(next ?? undefined)
  expect([rest.items.map(({ id }) => id), rest.next]).toEqual([[second], null])
})

test('the erasure of the therapist’s account deletes the conversations that are about no client [1.13] @slow', async () => {
  const leaving = await app.person('therapist', 3)
  await permitAssistant(leaving)
  const request = assistantRequest(null, { conversation: { id: conversationId, isNew: true } })
  await (await askPreviewed(leaving, request)).end()
  await app.privileged.definer.query('select def.end_assistant_of_account($1)', [leaving.accountId])
  await expect(leaving.api.assistant.conversation({ id: conversationId })).rejects.toEqual(refusal('NOT_FOUND'))
})
