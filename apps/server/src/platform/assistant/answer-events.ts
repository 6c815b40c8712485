import { isDeeperThan } from '../outbound/json-depth.ts'
import { answerLimits } from '../outbound/provider-answer.ts'
import type { EndpointKind } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'

export type AnswerEvent = {
  /** The next piece of the answer. */
  text?: string
  /** The name of the model that answers. */
  model?: string
  /** The tokens that were read or written so far. Later events replace the number of the same direction. */
  tokens?: { read?: number; written?: number }
  /** Whether the model stopped before the answer was complete, for example at its limit of tokens. */
  isCut?: boolean
  /**
   * Whether the answer cannot be used, because the model requests a tool call although no tool was offered, or because the event does not belong in
   * the stream of this kind of endpoint.
   */
  isFailure?: boolean
  /** Whether the endpoint reports an error, for example because it is overloaded. */
  isError?: boolean
  /** Whether nothing follows this event. */
  isEnd?: boolean
}

type Read = Record<string, unknown>

const objectOf = (value: unknown): Read => (typeof value === 'object' && value !== null ? (value as Read) : {})
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const countOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Parses one event of an endpoint's stream. Throws an error if the data is not JSON or is nested too deeply. */
export function readAnswerEvent(kind: EndpointKind, data: string): AnswerEvent {
  if (data === '[DONE]') return kind === 'openai' ? { isEnd: true } : { isFailure: true }
  if (isDeeperThan(answerLimits.depth, Buffer.from(data))) throw new SyntaxError('too deep')
  const event = objectOf(JSON.parse(data))
  if (event.error) return { isError: true }
  return compact(kind === 'openai' ? readChunk(event) : readMessageEvent(event))
}

/** The stop reasons after which an answer of a model is complete. */
const completeEnds = new Set(['stop', 'end_turn', 'stop_sequence', 'eos'])

function readChunk(event: Read): Optional<AnswerEvent> {
  const choice = objectOf(Array.isArray(event.choices) ? event.choices[0] : null)
  const [delta, usage, end] = [objectOf(choice.delta), objectOf(event.usage), textOf(choice.finish_reason)]
  const asksForTool = hasItems(delta.tool_calls) || Boolean(delta.function_call)
  return {
    text: textOf(delta.content),
    model: textOf(event.model),
    tokens: compact({ read: countOf(usage.prompt_tokens), written: countOf(usage.completion_tokens) }),
    isFailure: asksForTool || end === 'tool_calls' || end === 'function_call' || undefined,
    isCut: end === undefined ? undefined : !completeEnds.has(end) || undefined,
  }
}

function readMessageEvent(event: Read): Optional<AnswerEvent> {
  const [delta, message, block] = [objectOf(event.delta), objectOf(event.message), objectOf(event.content_block)]
  const end = textOf(delta.stop_reason)
  const [start, usage] = [objectOf(message.usage), objectOf(event.usage)]
  switch (event.type) {
    case 'message_start':
      return {
        model: textOf(message.model),
        tokens: compact({ read: countOf(start.input_tokens), written: countOf(start.output_tokens) }),
      }
    case 'content_block_start':
      return { text: textOf(block.text), isFailure: String(block.type).includes('tool') || undefined }
    case 'content_block_delta':
      return { text: textOf(delta.text) }
    case 'message_delta':
      return {
        tokens: compact({ written: countOf(usage.output_tokens) }),
        isFailure: end === 'tool_use' || undefined,
        isCut: end === undefined ? undefined : !completeEnds.has(end) || undefined,
      }
    case 'message_stop':
      return { isEnd: true }
    case 'error':
      return { isError: true }
    default:
      return {}
  }
}

const hasItems = (value: unknown) => Array.isArray(value) && value.length > 0

type Optional<T> = { [name in keyof T]?: T[name] | undefined }

/** Returns a copy of an object without the properties that are undefined. */
const compact = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [name in keyof T]?: Exclude<T[name], undefined>
  }
