import { runs } from '@attune/contract/common/runs.testing'
import type { AssistantRequest, AssistantSource } from '@attune/contract/features/assistant/assistant/assistant'
import {
  assistantPurposes,
  isRewriting,
  noteForms,
} from '@attune/contract/features/assistant/assistant/assistant.rules'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { assistantRequest, openAnswer, permitAssistant } from '../../../testing/assistant/assistant.ts'
import { openAssistantEndpoint } from '../../../testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../../../testing/assistant/setup.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { insertTask } from '../../../testing/records/tasks.ts'

let people = 0
const lanes = 2

/** The times at which the request bodies to the double were sent. */
const departures: number[] = []
const noteRequest = (message: unknown) => {
  const { request } = message as { request: ClientRequest }
  if (request.getHeader('host') === double.host) departures.push(performance.now())
}

const double = await openAssistantEndpoint()
const app = await startSharedApp({ worker: false, poolSize: 10, config: { assistantLocalHosts: [double.host] } })
const therapist = await app.person('therapist')
await switchOnAssistant(await app.person('admin'), double, { wordsPerDay: 1_000_000 })
await permitAssistant(therapist)
subscribe('http.client.request.start', noteRequest)
afterAll(async () => {
  unsubscribe('http.client.request.start', noteRequest)
  await double.close()
})

async function newClient() {
  const client = await app.person('client', ++people)
  const clientId = await connectClient(app, therapist, client)
  await permitAssistant(therapist, clientId)
  return { client, clientId }
}

test(
  'a withdrawal races with the start of a request: nothing leaves after it is acknowledged @slow',
  { timeout: 600_000 },
  async () => {
    const { client, clientId } = await newClient()
    const asClient = { role: 'client', id: client.accountId } as const
    const request = assistantRequest(clientId)
    const { sha256 } = await therapist.api.assistant.preview(request)
    const ask = async () => (await openAnswer(therapist, { ...request, sha256, acceptsNames: false })).end()
    const { offered } = await therapist.api.assistantConsent.get({ id: clientId })
    const terms = { language: 'en', version: offered?.version ?? 0, termsVersion: offered?.termsVersion ?? 0 } as const
    const withdraw = async () => {
      await delay(Math.random() * 2 * untilDeparture)
      await app.db.asActor(asClient, (tx) =>
        tx.run('select def.withdraw_assistant_consent($1, $2, $3)', [clientId, randomUUID(), app.clock.now()]),
      )
      return performance.now()
    }
    // The withdrawals happen around the time at which a request is sent, regardless of the speed of the machine.
    let untilDeparture = Number.POSITIVE_INFINITY
    for (let trial = 0; trial < 5; trial++) {
      const begun = performance.now()
      await ask()
      untilDeparture = Math.min(untilDeparture, (departures.at(-1) ?? begun) - begun)
    }
    let left = 0
    const count = runs(50, 300, 1_000)
    for (let race = 0; race < count; race++) {
      await client.api.assistantConsent.give({ id: clientId, command: randomUUID(), ...terms })
      departures.length = 0
      const [acknowledgedAt, { code }] = await Promise.all([withdraw(), ask()])
      if (race % 10 === 0) {
        expect((await ask()).code).toBe('NO_CONSENT')
        expect((await therapist.api.assistant.drafts({ clientId })).items).toEqual([])
      }
      expect(departures.length).toBeLessThanOrEqual(1)
      const [departure] = departures
      if (departure === undefined) expect(['NO_CONSENT', 'WITHDRAWN']).toContain(code)
      else {
        left += 1
        expect(departure).toBeLessThan(acknowledgedAt)
      }
    }
    // Both outcomes must occur; otherwise the withdrawals happened at the wrong time.
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(count)
  },
)

test(
  'the endpoint receives the bytes of the preview, whatever the therapist chooses @slow',
  { timeout: 600_000 },
  async () => {
    const records = await Promise.all(Array.from({ length: lanes }, () => newClient()))
    const perLane = runs(30, 300, 1_000) / lanes
    await Promise.all(
      records.map(async ({ client, clientId }, lane) => {
        const sources = await insertSources(client, clientId)
        for (let run = 0; run < perLane; run++) {
          const request = randomRequest(clientId, sources)
          const preview = await therapist.api.assistant.preview(request)
          const { code } = await (
            await openAnswer(therapist, { ...request, sha256: preview.sha256, acceptsNames: true })
          ).end()
          expect(code, `lane ${lane}, run ${run}`).toBeNull()
          expect(double.requests.filter(({ body }) => body.toString() === preview.body)).toHaveLength(1)
        }
      }),
    )
    expect(double.requests.length).toBeGreaterThanOrEqual(perLane * lanes)
  },
)

async function insertSources(client: Person, clientId: string): Promise<AssistantSource[]> {
  const texts = [`${client.firstName} schlief schlecht.\n\n„So müde“, sagte sie.`, 'Ça va mieux : 5 h.', 'A\tb "c"']
  const sources: AssistantSource[] = []
  for (const [at, text] of texts.entries()) {
    const start = new Date(app.clock.now().getTime() - (at + 1) * 3 * 60 * 60_000)
    const sessionId = await insertCompletedSession(app, therapist, clientId, start)
    await therapist.api.note.save({ sessionId, text, version: 0 })
    const messageId = randomUUID()
    await client.api.message.send({ id: messageId, conversationId: clientId, text })
    sources.push(
      { kind: 'note', id: sessionId },
      { kind: 'message', id: messageId },
      { kind: 'entry', id: await createSharedEntry(client, therapist, text, { title: text.slice(0, 5).trim() }) },
      { kind: 'task', id: await insertTask(app, therapist, clientId, { text }) },
    )
  }
  return sources
}

const oneOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

function randomRequest(clientId: string, sources: readonly AssistantSource[]): AssistantRequest {
  const purpose = oneOf(assistantPurposes)
  const chosen = sources.toSorted(() => Math.random() - 0.5).slice(0, Math.floor(Math.random() * (sources.length + 1)))
  return assistantRequest(clientId, {
    purpose,
    form: purpose === 'note' ? oneOf(noteForms) : null,
    language: oneOf(['en', 'de', 'fr', 'es']),
    ...(purpose === 'translation' && { targetLanguage: oneOf(['en', 'de', 'fr', 'es']) }),
    question: purpose === 'question' ? 'Was sagte sie über den Schlaf?' : '',
    keywords: oneOf(['', 'müde, aber ruhig', 'line one\nline two {{S1: x}}']),
    text: isRewriting(purpose) ? 'Bitte zahlen Sie “heute” </data>.' : '',
    sources: chosen,
    edited: Math.random() < 0.2 ? `Edited by hand ${randomUUID()} é😀` : null,
  })
}
