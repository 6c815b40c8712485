import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { askPreviewed, assistantRequest, openAnswer, permitAssistant } from '../../../testing/assistant/assistant.ts'
import { openAssistantEndpoint } from '../../../testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../../../testing/assistant/setup.ts'
import { createSharedEntry, newJournalEntry } from '../../../testing/records/journal.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession, insertJointSession } from '../../../testing/records/sessions.ts'
import { insertTask } from '../../../testing/records/tasks.ts'

let client: Person
let clientId: string
let people = 0
const hour = 60 * 60_000

afterAll(() => double.close())
const double = await openAssistantEndpoint()
const app = await startSharedApp({ worker: false, config: { assistantLocalHosts: [double.host] } })
const [admin, therapist] = await Promise.all([app.person('admin'), app.person('therapist')])
await switchOnAssistant(admin, double)
await permitAssistant(therapist)
beforeEach(async () => {
  client = await app.person('client', ++people)
  clientId = await connectClient(app, therapist, client)
  await permitAssistant(therapist, clientId)
})
const usual = { mode: 'ok', holds: false, cutAfterBytes: null } as const
afterEach(() => {
  Object.assign(double, usual)
  double.requests.length = 0
})

/** Inserts a completed session, an hour ago, with a note, and returns the id of the session. */
async function insertNote(text: string): Promise<string> {
  const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(app.clock.now().getTime() - hour))
  await therapist.api.note.save({ sessionId, text, version: 0 })
  return sessionId
}
const refusal = (code: string) => expect.objectContaining({ code })
const sent = () => double.requests.map(({ body }) => body.toString())
const auditRows = async (action: string) => {
  const rows = await app.privileged.definer.query<{
    actor_id: string
    thing_id: string
    after: Record<string, unknown>
  }>('select actor_id, thing_id, after from app.audit where action = $1 and thing_id = $2 order by id', [
    action,
    clientId,
  ])
  return rows.rows
}

test('the status shows what is set up and what a therapist has switched on, and a change of the provider asks again @slow', async () => {
  const other = await app.person('therapist', 2)
  expect(await other.api.assistant.status({})).toMatchObject({
    offered: { provider: 'Models Ltd', providerCountry: 'IE', model: 'test-model', host: double.host },
    switchedOnAt: null,
    wordsLeft: 20_000,
  })
  await expect(other.api.assistant.switchOn({ termsVersion: 999, command: randomUUID() })).rejects.toEqual(
    refusal('TERMS_CHANGED'),
  )
  await expect(
    other.api.assistant.preview(assistantRequest(null, { purpose: 'shorter', question: '', text: 'Hello.' })),
  ).rejects.toEqual(refusal('NOT_SWITCHED_ON'))
  await permitAssistant(other)
  expect((await other.api.assistant.status({})).switchedOnAt).not.toBeNull()
  await other.api.assistant.switchOff({ command: randomUUID() })
  expect((await other.api.assistant.status({})).switchedOnAt).toBeNull()
})

test('the sources are the client’s own texts that are not private, each with the number of its words @slow', async () => {
  const noteId = await insertNote('She slept for six hours.')
  const entryId = await createSharedEntry(client, therapist, 'A walk in the rain.', { title: 'Tuesday' })
  const hidden = newJournalEntry('Only for me.')
  await client.api.journal.save(hidden)
  const taskId = await insertTask(app, therapist, clientId, { text: 'Write a diary', status: 'completed' })
  const form = { kind: 'check-in', question: 'How calm', low: '', high: '' } as const
  const checkInId = await insertTask(app, therapist, clientId, { form, text: 'Calm', status: 'in-progress' })
  await client.api.task.complete({
    id: checkInId,
    command: randomUUID(),
    answer: { kind: 'check-in', value: 3, note: 'A bit tired' },
  })
  const messageId = randomUUID()
  await client.api.message.send({ id: messageId, conversationId: clientId, text: 'See you on Monday' })

  const { items, mayAsk } = await therapist.api.assistant.sources({ clientId })
  expect(mayAsk).toBe('yes')
  expect(new Map(items.map(({ kind, id, words }) => [`${kind} ${id}`, words]))).toEqual(
    new Map([
      [`note ${noteId}`, 5],
      [`entry ${entryId}`, 6],
      [`task ${taskId}`, expect.any(Number)],
      [`check-in ${checkInId}`, expect.any(Number)],
      [`message ${messageId}`, 4],
    ]),
  )
  const source = { kind: 'check-in', id: checkInId } as const
  expect(await therapist.api.assistant.source({ clientId, source })).toMatchObject({
    text: expect.stringContaining('3/10\nA bit tired'),
  })
  const secret = { kind: 'entry', id: hidden.id } as const
  await expect(therapist.api.assistant.source({ clientId, source: secret })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(therapist.api.assistant.preview(assistantRequest(clientId, { sources: [secret] }))).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
})

test('a source of another client or of another therapist is refused as an unknown one is @slow', async () => {
  const noteId = await insertNote('About this client.')
  const otherClient = await app.person('client', ++people)
  const otherId = await connectClient(app, therapist, otherClient)
  await permitAssistant(therapist, otherId)
  const other = await app.person('therapist', 2)
  await permitAssistant(other)
  const sources = [{ kind: 'note', id: noteId }] as const
  for (const [person, id] of [
    [therapist, otherId],
    [other, clientId],
    [therapist, randomUUID()],
  ] as const) {
    const request = assistantRequest(id, { sources: [...sources] })
    await expect(person.api.assistant.preview(request)).rejects.toEqual(refusal('NOT_FOUND'))
  }
})

test('of a note on a session with two clients, only the part about the client is a source @slow', async () => {
  const otherId = await connectClient(app, therapist, await app.person('client', ++people))
  const earlier = new Date(app.clock.now().getTime() - hour)
  const sessionId = await insertJointSession(app, therapist, [clientId, otherId], earlier)
  const sources = async () => (await therapist.api.assistant.sources({ clientId })).items
  await therapist.api.note.save({ sessionId, text: 'They argued.', version: 0 })
  await therapist.api.note.save({ sessionId, clientId: otherId, text: 'He wept.', version: 0 })
  expect(await sources()).toEqual([])
  const request = assistantRequest(clientId, { sources: [{ kind: 'note', id: sessionId }] })
  await expect(therapist.api.assistant.preview(request)).rejects.toEqual(refusal('NOT_FOUND'))
  await therapist.api.note.save({ sessionId, clientId, text: 'She was calm.', version: 0 })
  expect(await sources()).toMatchObject([{ kind: 'note', id: sessionId }])
  const { body } = await therapist.api.assistant.preview(request)
  expect(body).toContain('She was calm.')
  expect(body).not.toMatch(/argued|wept/)
})

test('the preview hides names, addresses and numbers, and the endpoint gets its very bytes @slow', async () => {
  const noteId = await insertNote(`${client.firstName} called from +49 151 2345678 and wrote to ${client.email}.`)
  const request = assistantRequest(clientId, { sources: [{ kind: 'note', id: noteId }] })
  const preview = await therapist.api.assistant.preview(request)
  for (const word of [client.firstName, client.lastName, client.email, '2345678'])
    expect(preview.body).not.toContain(word)
  expect(preview.hidden.map(({ kind }) => kind).toSorted()).toEqual(['client', 'email', 'number'])
  expect(createHash('sha256').update(preview.body).digest('hex')).toBe(preview.sha256)
  expect(await therapist.api.assistant.preview(request)).toEqual(preview)

  double.answer = () => '[CLIENT] called. {{S1: called from [NUMBER 1] and wrote}}'
  const { answer, parts } = await (await askPreviewed(therapist, request)).end()
  expect(sent()).toEqual([preview.body])
  expect(answer).toMatchObject({ text: `${client.firstName} called.`, isComplete: true })
  expect(parts.join('')).toBe(answer?.text)
  const [place] = answer?.sentences?.[0]?.places ?? []
  const { text } = await therapist.api.assistant.source({ clientId, source: { kind: 'note', id: noteId } })
  expect(text.slice(place?.from, place?.to)).toBe('called from +49 151 2345678 and wrote')
  expect(place?.source).toEqual({ kind: 'note', id: noteId })
})

test('a request that changed after the preview, and names that the edit brought back, are not sent without a yes @slow', async () => {
  const noteId = await insertNote('She slept badly.')
  const request = assistantRequest(clientId, { sources: [{ kind: 'note', id: noteId }] })
  const { sha256, prompt } = await therapist.api.assistant.preview(request)
  const changed = { ...request, question: 'What else?', sha256, acceptsNames: false }
  expect(await (await openAnswer(therapist, changed)).end()).toMatchObject({ status: 409, code: 'CHANGED' })

  const edited = { ...request, edited: `${prompt}\nAsk about ${client.firstName}.` }
  const preview = await therapist.api.assistant.preview(edited)
  expect(preview.broughtBack).toEqual([client.firstName])
  const named = { ...edited, sha256: preview.sha256, acceptsNames: false }
  expect(await (await openAnswer(therapist, named)).end()).toMatchObject({
    code: 'NAMES',
    data: { names: [client.firstName] },
  })
  expect(sent()).toEqual([])
  const { code } = await (await openAnswer(therapist, { ...named, acceptsNames: true })).end()
  expect([code, sent()]).toEqual([null, [preview.body]])
})

test('a question for a diagnosis or a risk estimate gets the fixed answer without being sent @slow', async () => {
  for (const [question, topic] of [
    ['Which diagnosis does she have?', 'diagnosis'],
    ['Wie hoch ist das Suizidrisiko?', 'risk'],
  ] as const) {
    const request = assistantRequest(clientId, { question })
    expect(await therapist.api.assistant.preview(request)).toMatchObject({ fixedAnswer: topic })
    expect(await (await askPreviewed(therapist, request)).end()).toMatchObject({
      code: 'FIXED_ANSWER',
      data: { question: topic },
    })
  }
  const request = assistantRequest(clientId)
  const { prompt } = await therapist.api.assistant.preview(request)
  const edited = { ...request, edited: `${prompt}\nWhich diagnosis does she have?` }
  expect(await (await askPreviewed(therapist, edited)).end()).toMatchObject({ code: 'FIXED_ANSWER' })
  expect(double.requests).toEqual([])
})

test('without consent, for an inactive record, and while it is off, nothing leaves @slow', async () => {
  const request = assistantRequest(clientId)
  const { sha256 } = await therapist.api.assistant.preview(request)
  const ask = async () => (await (await openAnswer(therapist, { ...request, sha256, acceptsNames: false })).end()).code
  await therapist.api.assistantConsent.withdraw({ id: clientId, command: randomUUID() })
  expect([await ask(), (await therapist.api.assistant.sources({ clientId })).mayAsk]).toEqual([
    'NO_CONSENT',
    'no-consent',
  ])
  await permitAssistant(therapist, clientId)
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  expect([await ask(), (await therapist.api.assistant.sources({ clientId })).mayAsk]).toEqual([
    'RECORD_INACTIVE',
    'inactive',
  ])
  expect(double.requests).toEqual([])
})

test('only a request that rewrites typed text needs no client', async () => {
  const request = assistantRequest(null, { purpose: 'friendlier', question: '', text: 'Pay now.' })
  double.answer = () => 'Could you please pay?'
  const { answer } = await (await askPreviewed(therapist, request)).end()
  expect(answer).toEqual({ draftId: null, text: 'Could you please pay?', sentences: null, words: 4, isComplete: true })
  const about = { ...request, purpose: 'summary' as const }
  await expect(therapist.api.assistant.preview(about)).rejects.toEqual(refusal('BAD_REQUEST'))
})

test('the audit log has who, client, sources, model, hash and counts, never text, and the client reads of it @slow', async () => {
  const noteId = await insertNote('canary-note-7')
  const request = assistantRequest(clientId, { sources: [{ kind: 'note', id: noteId }], keywords: 'canary-keywords-7' })
  const { sha256 } = await therapist.api.assistant.preview(request)
  double.answer = () => 'canary-answer-7 is here.'
  await (await askPreviewed(therapist, request)).end()
  const [row] = await auditRows('ask-assistant')
  expect(row).toMatchObject({
    actor_id: therapist.accountId,
    thing_id: clientId,
    after: { purpose: 'question', model: 'test-model', sha256, sources: `note:${noteId}`, words: expect.any(Number) },
  })
  const { rows } = await app.privileged.definer.query<{ found: number }>(
    `select count(*)::int as found from app.audit a where to_jsonb(a)::text like '%canary-%-7%'`,
  )
  expect(rows[0]?.found).toBe(0)
  const { items } = await client.api.access.mine({})
  expect(items.filter(({ thing }) => thing === 'assistant')).toMatchObject([{ reader: { id: therapist.accountId } }])
})

test('leaving the page ends the request to the endpoint within a second and keeps an incomplete draft @slow', async () => {
  double.answer = () => 'One two three four five six.'
  double.holds = true
  const open = await askPreviewed(therapist, assistantRequest(clientId))
  await double.received(1)
  await waitFor(() => (double.release(3), double.requests.length === 1))
  expect(await open.next()).toBeTruthy()
  const leftAt = Date.now()
  await open.leave()
  await waitFor(() => double.requests[0]?.closedAt !== null)
  expect(Number(double.requests[0]?.closedAt) - leftAt).toBeLessThan(1_000)
  const draft = () => therapist.api.assistant.drafts({ clientId })
  await waitFor(async () => (await draft()).items.length === 1)
  const [stored] = (await draft()).items
  expect(stored).toMatchObject({ isComplete: false, text: expect.stringMatching(/^One/) })
  const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(app.clock.now().getTime() - hour))
  await expect(
    therapist.api.assistant.accept({
      draftId: stored?.id ?? '',
      sessionId,
      text: 'One two.',
      noteVersion: 0,
      command: randomUUID(),
    }),
  ).rejects.toEqual(refusal('INCOMPLETE'))
})

test.each([
  [401, 'refused-key'],
  [429, 'too-many-requests'],
  [500, 'server-error'],
] as const)('a failure with the status %d names its reason @slow', async (mode, reason) => {
  Object.assign(double, usual, { mode })
  const ended = await (await askPreviewed(therapist, assistantRequest(clientId))).end()
  expect(ended).toMatchObject({ code: 'FAILED', data: { reason } })
  Object.assign(double, usual)
  expect((await (await askPreviewed(therapist, assistantRequest(clientId))).end()).code).toBeNull()
})

test('a failure of the endpoint is FAILED, an answer that breaks off stays incomplete, and five failures pause @slow', async () => {
  double.answer = () => 'One two three four five six seven eight.'
  for (const change of [
    { mode: 'no-end' },
    { mode: 'html' },
    { mode: 429 },
    { cutAfterBytes: 400 },
    { mode: 'tool-call' },
  ] as const) {
    Object.assign(double, usual, change)
    const { code } = await (await askPreviewed(therapist, assistantRequest(clientId))).end()
    expect(code, JSON.stringify(change)).toBe('FAILED')
  }
  const { items } = await therapist.api.assistant.drafts({ clientId })
  expect(items.length).toBeGreaterThan(0)
  expect(items.every(({ isComplete }) => !isComplete)).toBe(true)
  Object.assign(double, usual)
  const { pausedUntil } = await therapist.api.assistant.status({})
  expect(await (await askPreviewed(therapist, assistantRequest(clientId))).end()).toMatchObject({
    code: 'PAUSED',
    data: { until: pausedUntil },
  })
  app.clock.advance(61_000)
  expect((await (await askPreviewed(therapist, assistantRequest(clientId))).end()).code).toBeNull()
})

test('an accepted draft becomes part of a note unless the note was changed or signed @slow', async () => {
  double.answer = () => 'Slept badly. {{S1: slept badly this week}}'
  const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(app.clock.now().getTime() - hour))
  const request = assistantRequest(clientId, {
    purpose: 'note',
    form: 'free',
    question: '',
    sessionId,
    keywords: 'slept badly this week',
  })
  const { answer } = await (await askPreviewed(therapist, request)).end()
  expect(answer?.sentences?.[0]?.places).toEqual([{ source: null, from: 0, to: 21 }])
  expect(await therapist.api.note.open({ sessionId })).toMatchObject({ text: '', assistance: null })
  const command = randomUUID()
  const acceptance = { draftId: answer?.draftId ?? '', sessionId, text: 'Slept very badly.', noteVersion: 0, command }
  await expect(therapist.api.assistant.accept({ ...acceptance, noteVersion: 3 })).rejects.toEqual(
    refusal('NOTE_CHANGED'),
  )
  const note = await therapist.api.assistant.accept(acceptance)
  expect(note).toMatchObject({
    text: 'Slept very badly.',
    version: 1,
    assistance: { draftedText: 'Slept badly.', model: 'test-model' },
  })
  expect(await therapist.api.assistant.accept(acceptance)).toEqual(note)
  expect((await therapist.api.assistant.drafts({ clientId })).items).toEqual([])

  const again = await (await askPreviewed(therapist, request)).end()
  await therapist.api.note.sign({ sessionId, command: randomUUID(), version: 1 })
  await expect(
    therapist.api.assistant.accept({
      ...acceptance,
      draftId: again.answer?.draftId ?? '',
      noteVersion: 1,
      command: randomUUID(),
    }),
  ).rejects.toEqual(refusal('NOTE_SIGNED'))
})

test('an answer in progress ends when the therapist is signed out @slow', async () => {
  const other = await app.person('therapist', 4)
  const record = await connectClient(app, other, await app.person('client', ++people))
  await permitAssistant(other, record)
  double.holds = true
  const open = await askPreviewed(other, assistantRequest(record))
  await double.received(1)
  await admin.api.administration.signOutAccount({ accountId: other.accountId })
  expect((await open.end()).code).toBe('NO_LOGIN')
  await waitFor(() => double.requests[0]?.closedAt !== null)
})

test('the words of a day are limited for each therapist @slow', async () => {
  const other = await app.person('therapist', 3)
  const record = await connectClient(app, other, await app.person('client', ++people))
  await permitAssistant(other, record)
  const left = async () => (await other.api.assistant.status({})).wordsLeft
  const before = await left()
  await (await askPreviewed(other, assistantRequest(record))).end()
  expect(await left()).toBeLessThan(before)
  await app.db.asActor({ role: 'therapist', id: other.accountId }, ({ kysely }) =>
    kysely.updateTable('assistant_day').set({ words: 20_000 }).execute(),
  )
  double.requests.length = 0
  expect((await (await askPreviewed(other, assistantRequest(record))).end()).code).toBe('DAILY_LIMIT')
  expect(double.requests).toEqual([])
  app.clock.advance(25 * hour)
  const tomorrow = await app.secondBrowser(other, 2)
  expect((await (await askPreviewed(tomorrow, assistantRequest(record))).end()).code).toBeNull()
})

async function waitFor(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { timeout: 5_000, interval: 10 }).toBe(true)
}
