import type { AssistantAnswer, AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { randomUUID } from 'node:crypto'
import type { TestBrowser } from '../browser.ts'

/** Returns a request about a client, with these changes. */
export const assistantRequest = (
  clientId: string | null,
  changes: Partial<AssistantRequest> = {},
): AssistantRequest => ({
  id: randomUUID(),
  clientId,
  sessionId: null,
  purpose: 'question',
  form: null,
  language: 'en',
  keywords: '',
  question: 'What did the client say about sleep?',
  text: '',
  sources: [],
  edited: null,
  ...changes,
})

/** Switches the assistant on for a therapist and records the consent of clients, as stated by the therapist. */
export async function permitAssistant(therapist: TestBrowser, ...clientIds: string[]): Promise<void> {
  const { offered } = await therapist.api.assistant.status({})
  if (!offered) throw new Error('the assistant is off')
  const { termsVersion } = offered
  await therapist.api.assistant.switchOn({ termsVersion, command: randomUUID() })
  for (const id of clientIds) await giveAssistantConsentOf(therapist, id)
}

/** Records the consent of a client, as the client or the therapist. */
export async function giveAssistantConsentOf(person: TestBrowser, id: string): Promise<void> {
  const { offered } = await person.api.assistantConsent.get({ id })
  if (!offered) throw new Error('the assistant is off')
  const { version, termsVersion } = offered
  await person.api.assistantConsent.give({ id, command: randomUUID(), language: 'en', version, termsVersion })
}

export type StreamedAnswer = {
  status: number
  /** The words of the answer in the order of arrival. */
  parts: string[]
  /** The code of the refusal, before or in the middle of the stream; null for a complete answer. */
  code: string | null
  data: unknown
  answer: AssistantAnswer | null
}

export type OpenAnswer = {
  response: Response
  /** Resolves to the next word once it has arrived, or to null at the end of the stream. */
  next(): Promise<string | null>
  end(): Promise<StreamedAnswer>
  /** Cancels the stream, as a browser does when its page is closed. */
  leave(): Promise<void>
}

/** Previews a request, then sends the previewed content. */
export async function askPreviewed(person: TestBrowser, request: AssistantRequest): Promise<OpenAnswer> {
  const { sha256 } = await person.api.assistant.preview(request)
  return openAnswer(person, { ...request, sha256, acceptsNames: false })
}

/** Sends a request and reads its answer as it arrives. */
export async function openAnswer(
  person: TestBrowser,
  input: AssistantRequest & { sha256: string; acceptsNames: boolean },
): Promise<OpenAnswer> {
  const response = await person.send('assistant/ask', input)
  const result: StreamedAnswer = { status: response.status, parts: [], code: null, data: null, answer: null }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const refusal = (await response.json()) as { code: string; data: unknown }
    Object.assign(result, { code: refusal.code, data: refusal.data })
    return { response, next: async () => null, end: async () => result, leave: async () => {} }
  }
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const events = eventsOf(reader)
  const next = async (): Promise<string | null> => {
    for (;;) {
      const { done, value } = await events.next()
      if (done) return null
      const data = JSON.parse(value.data) as { text: string; code: string; data: unknown }
      if (value.event === 'done') result.answer = data as unknown as AssistantAnswer
      else if (value.event === 'error') Object.assign(result, { code: data.code, data: data.data })
      else {
        result.parts.push(data.text)
        return data.text
      }
    }
  }
  return {
    response,
    next,
    async end() {
      while ((await next()) !== null);
      return result
    },
    leave: () => reader.cancel(),
  }
}

async function* eventsOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += decoder.decode(part.value, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const match = /^event: (\w+)\ndata: (.*)$/s.exec(block)
      if (match) yield { event: match[1] ?? '', data: match[2] ?? '' }
    }
  }
}
