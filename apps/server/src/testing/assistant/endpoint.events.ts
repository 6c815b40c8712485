import type { EndpointKind } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import type { EndpointMode } from './endpoint.ts'

type SentEvent = { data: string; isWord: boolean }

/** Yields the events of an answer in the endpoint's format, one for each word, with the fault that `mode` names. */
export function* answerEvents(
  kind: EndpointKind,
  model: string,
  answer: string,
  mode: EndpointMode,
): Generator<SentEvent> {
  const events = kind === 'anthropic' ? messageEvents : chunks
  yield* events.start(model)
  if (mode === 'tool-call') return yield* events.tool(model)
  if (mode === 'error') return yield* [events.word(model, 'Part '), events.error()]
  for (const word of wordsOf(answer, mode)) yield events.word(model, word)
  if (mode !== 'no-end') yield* events.end(model, mode === 'limit')
}

function* wordsOf(answer: string, mode: EndpointMode): Generator<string> {
  if (mode === 'endless') while (true) yield 'on '
  if (mode === 'huge') for (let n = 0; n < 160; n++) yield 'a'.repeat(64 * 1024)
  else yield* answer.match(/\S+\s*|\s+/g) ?? []
}

const plain = (event: object) => ({ data: `data: ${JSON.stringify(event)}\n\n`, isWord: false })
const named = (event: { type: string } & Record<string, unknown>) => ({
  data: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  isWord: false,
})

/** The events of an OpenAI-compatible endpoint. */
const chunks = {
  start: (model: string) => [chunk(model, { role: 'assistant', content: '' })],
  word: (model: string, content: string) => ({ ...chunk(model, { content }), isWord: true }),
  tool: (model: string) => [
    chunk(model, { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'open_address', arguments: '{}' } }] }),
    chunk(model, {}, 'tool_calls'),
    { data: 'data: [DONE]\n\n', isWord: false },
  ],
  error: () => plain({ error: { message: 'overloaded' } }),
  end: (model: string, isCut: boolean) => [
    chunk(model, {}, isCut ? 'length' : 'stop'),
    plain({ object: 'chat.completion.chunk', model, choices: [], usage: { prompt_tokens: 20, completion_tokens: 5 } }),
    { data: 'data: [DONE]\n\n', isWord: false },
  ],
}

const chunk = (model: string, delta: object, finish_reason: string | null = null) =>
  plain({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model, choices: [{ index: 0, delta, finish_reason }] })

/** The stream events of Anthropic's API. */
const messageEvents = {
  start: (model: string) => [
    named({
      type: 'message_start',
      message: { id: 'msg_1', role: 'assistant', model, usage: { input_tokens: 20 } },
    }),
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    named({ type: 'ping' }),
  ],
  word: (_model: string, text: string) => ({
    ...named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    isWord: true,
  }),
  tool: (_model: string) => [
    named({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'open_address', input: {} },
    }),
    named({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
    named({ type: 'message_stop' }),
  ],
  error: () => named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  end: (_model: string, isCut: boolean) => [
    named({ type: 'content_block_stop', index: 0 }),
    named({
      type: 'message_delta',
      delta: { stop_reason: isCut ? 'max_tokens' : 'end_turn' },
      usage: { output_tokens: 5 },
    }),
    named({ type: 'message_stop' }),
  ],
}
