import type {
  AssistantAnswer,
  AssistantPreview,
  OfferedSource,
} from '@attune/contract/features/assistant/assistant/assistant'
import { vi } from 'vitest'
import { mockServer } from '../../../testing/render-page.tsx'

export const clientId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const sessionId = '6b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const draftId = '7c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const sha256 = 'a'.repeat(64)

export const offered = {
  provider: 'Example AI',
  providerCountry: 'FR',
  region: 'Paris only',
  contractText: 'Data processing agreement of 3 March',
  model: 'test-model',
  host: 'ai.example.com',
  isOwnHost: false,
  termsVersion: 3,
}
export const statusOn = { offered, switchedOnAt: '2026-11-20T10:00:00.000Z', pausedUntil: null, wordsLeft: 900 }

const source = (part: Partial<OfferedSource>): OfferedSource => ({
  kind: 'entry',
  id: crypto.randomUUID(),
  title: '',
  at: '2026-11-18T10:00:00.000Z',
  words: 20,
  sinceLastSession: true,
  ...part,
})
export const entry = source({ title: 'A hard week', words: 120 })
export const oldNote = source({ kind: 'note', id: sessionId, words: 80, sinceLastSession: false })
export const entryText = 'On Monday I could not sleep at all. My sister called me twice.'

export const preview: AssistantPreview = {
  system: 'You help a therapist to write.',
  prompt: 'BEGIN S1 x7\n[CLIENT] could not sleep at all.\nEND x7',
  body: '{"model":"test-model"}',
  sha256,
  words: 12,
  hidden: [{ placeholder: '[CLIENT]', kind: 'client' }],
  broughtBack: [],
  fixedAnswer: null,
  history: { included: 0, leftOut: 0 },
}

const text = 'Ana could not sleep. She has quit her job.'
export const answer: AssistantAnswer = {
  draftId,
  text,
  sentences: [
    { from: 0, to: 20, places: [{ source: { kind: 'entry', id: entry.id }, from: 12, to: 34 }] },
    { from: 21, to: text.length, places: [] },
  ],
  words: 8,
  isComplete: true,
}

/** A streamed answer to which a test adds words. */
export function streamedAnswer() {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const state = { isStopped: false }
  const body = new ReadableStream<Uint8Array>({
    start: (started) => void (controller = started),
    cancel: () => void (state.isStopped = true),
  })
  const send = (event: string, data: unknown) =>
    controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return {
    state,
    /** The server's response. Aborting the request stops the stream, as in a browser. */
    response: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    say: (text: string) => send('message', { text }),
    end: (value: AssistantAnswer = answer) => send('done', value),
    refuse: (code: string, data?: unknown) => send('error', { code, status: 409, message: code, data, defined: true }),
    abort: () => controller.error(new DOMException('aborted', 'AbortError')),
  }
}

/** Mocks a server with the assistant switched on and a client who has consented. */
export function mockAssistant(more: Record<string, (input: never) => unknown> = {}) {
  const { calls, inputsOf, fetched } = mockServer({
    'login/session': () => ({ login: { userId: clientId, role: 'therapist', need: null } }),
    'account/me': () => ({ id: clientId, role: 'therapist', firstName: 'Nora', lastName: 'L', zone: 'Europe/Berlin' }),
    'assistant/status': () => statusOn,
    'assistant/sources': () => ({ name: 'Ana', items: [entry, oldNote], mayAsk: 'yes' }),
    'assistant/preview': () => preview,
    'assistant/drafts': () => ({ items: [] }),
    'assistant/conversations': () => ({ items: [], next: null }),
    'assistant/deleteDraft': () => ({}),
    'assistant/source': () => ({ kind: 'entry', id: entry.id, title: entry.title, at: entry.at, text: entryText }),
    ...more,
  })
  const signals: (AbortSignal | undefined)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('assistant/ask')) signals.push(init.signal ?? undefined)
    return fetched(url, init)
  })
  return { calls, inputsOf, signals }
}
