import {
  endpointBase,
  type EndpointFailureCode,
} from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { NotFetchedError, type Outbound, type OutboundStream } from '../outbound/outbound.ts'
import { parseListAnswer } from '../outbound/provider-answer.ts'
import { type AnswerEvent, readAnswerEvent } from './answer-events.ts'
import {
  type AssistantClient,
  type AssistantPause,
  AssistantPaused,
  type Endpoint,
  EndpointFailed,
  Truncated,
} from './endpoint.ts'
import { createEventStreamParser } from './event-stream.ts'

/**
 * The maximum size of an answer and of a list of models, in bytes; the maximum number of models that are sorted and that are returned; the maximum
 * length of a model's name; and the number of bytes that are read of an answer that refuses a request.
 */
const limits = {
  answerBytes: 4 * 1024 * 1024,
  listBytes: 4 * 1024 * 1024,
  sortedModels: 4000,
  models: 1000,
  modelName: 200,
  refusalBytes: 8 * 1024,
}
const anthropicVersion = '2023-06-01'

/** Opens the client for the assistant's endpoint. Connects only when one of its functions is called. */
export function openAssistant({ outbound, pause }: { outbound: Outbound; pause: AssistantPause }): AssistantClient {
  return {
    pausedUntil: pause.until,
    isAllowed(address) {
      try {
        outbound.check(address)
        return true
      } catch {
        return false
      }
    },
    async *ask(endpoint, body, { signal, beforeSend, isTest = false }) {
      const until = isTest ? null : await pause.until()
      if (until) throw new AssistantPaused(until)
      let stoppedBy: unknown
      const stop = async () => {
        await beforeSend?.().catch((error: unknown) => {
          stoppedBy = { error }
          throw error
        })
      }
      const timeout = AbortSignal.timeout(endpoint.timeoutMilliseconds)
      try {
        const tokens = yield* readAnswer(outbound, endpoint, body, AbortSignal.any([signal, timeout]), stop)
        if (!isTest) await pause.succeeded()
        return { tokens }
      } catch (error) {
        if (stoppedBy !== undefined) throw (stoppedBy as { error: unknown }).error
        if (signal.aborted) throw signal.reason
        const failure = timeout.aborted ? new EndpointFailed('timeout') : failureOf(error)
        // A request that was too long does not count towards a pause, because the next request may succeed.
        const isTooLong = failure instanceof EndpointFailed && failure.code === 'too-long'
        if (!isTest && !isTooLong) await pause.failed()
        throw failure
      }
    },
    models: (endpoint) => readModels(outbound, endpoint),
  }
}

async function* readAnswer(
  outbound: Outbound,
  endpoint: Endpoint,
  body: string,
  signal: AbortSignal,
  beforeSend: () => Promise<void>,
): AsyncGenerator<string, number | null> {
  const path = endpoint.kind === 'anthropic' ? 'messages' : 'chat/completions'
  const response = await outbound.stream(`${baseOf(endpoint)}/${path}`, {
    method: 'POST',
    headers: { ...headersOf(endpoint), 'content-type': 'application/json', accept: 'text/event-stream' },
    body,
    atMostBytes: limits.answerBytes,
    signal,
    beforeSend,
  })
  try {
    await requireStream(response)
    return yield* readEvents(endpoint, response)
  } finally {
    response.close()
  }
}

async function* readEvents({ kind, model }: Endpoint, { body }: OutboundStream): AsyncGenerator<string, number | null> {
  const [decoder, parser] = [new TextDecoder(), createEventStreamParser()]
  let tokens: NonNullable<AnswerEvent['tokens']> = {}
  let [hasText, isCut] = [false, false]
  for await (const part of body) {
    for (const data of parser.push(decoder.decode(part, { stream: true }))) {
      const event = readAnswerEvent(kind, data)
      if (event.isError) throw new EndpointFailed('server-error')
      if (event.isFailure) throw new EndpointFailed('wrong-answer')
      if (event.model !== undefined && !isSameModel(model, event.model)) throw new EndpointFailed('other-model')
      tokens = { ...tokens, ...event.tokens }
      isCut ||= event.isCut ?? false
      if (event.text !== undefined) {
        hasText = true
        yield event.text
      }
      if (!event.isEnd) continue
      if (isCut) throw new Truncated()
      if (!hasText) throw new EndpointFailed('wrong-answer')
      return totalOf(tokens)
    }
  }
  throw new Truncated()
}

const totalOf = ({ read, written }: NonNullable<AnswerEvent['tokens']>) =>
  read === undefined && written === undefined ? null : (read ?? 0) + (written ?? 0)

async function readModels(outbound: Outbound, endpoint: Omit<Endpoint, 'model'>): Promise<string[]> {
  try {
    const query = endpoint.kind === 'anthropic' ? '?limit=1000' : ''
    const { status, body } = await outbound.request(`${baseOf(endpoint)}/models${query}`, {
      method: 'GET',
      headers: { ...headersOf(endpoint), accept: 'application/json' },
      atMostBytes: limits.listBytes,
      timeoutMilliseconds: endpoint.timeoutMilliseconds,
    })
    if (status !== 200) throw new EndpointFailed(codeOfStatus(status, 'wrong-answer'))
    const { data } = (await parseListAnswer(body, 'data')) ?? {}
    if (!Array.isArray(data)) throw new EndpointFailed('wrong-answer')
    const names = data.map((model: { id?: unknown } | null) => model?.id).filter((id) => isModelName(id))
    const sorted = [...new Set(names)].slice(0, limits.sortedModels).toSorted((a, b) => a.localeCompare(b, 'en'))
    return sorted.slice(0, limits.models)
  } catch (error) {
    throw failureOf(error)
  }
}

const isModelName = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= limits.modelName && /^[\x21-\x7e]+$/.test(id)

/** Returns the base URL of an endpoint; for Anthropic, adds `/v1` if it is missing. */
function baseOf({ kind, address }: Pick<Endpoint, 'kind' | 'address'>): string {
  const base = endpointBase(address).replace(/\/+$/, '')
  return kind === 'anthropic' && !base.endsWith('/v1') ? `${base}/v1` : base
}

function headersOf({ kind, key }: Pick<Endpoint, 'kind' | 'key'>): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': anthropicVersion, ...(key !== null && { 'x-api-key': key }) }
  return key === null ? {} : { authorization: `Bearer ${key}` }
}

/**
 * Whether the answering model is the requested one. Endpoints replace an alias by a version, such as `gpt-4o` by `gpt-4o-2024-11-20`, and may omit
 * the vendor's name before a slash.
 */
function isSameModel(asked: string, answered: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/^.*\/|[-:]latest$/g, '')
  const [wanted, given] = [plain(asked), plain(answered)]
  return given.startsWith(wanted) && /^$|^[:@]|^-\d[\d-]*$/.test(given.slice(wanted.length))
}

async function requireStream({ status, headers, body }: OutboundStream): Promise<void> {
  if (status !== 200) throw new EndpointFailed(await codeOfRefusal(status, body))
  const isStream = /^text\/event-stream(;|$)/i.test(headers['content-type']?.trim() ?? '')
  if (!isStream || (headers['content-encoding'] ?? 'identity') !== 'identity') throw new EndpointFailed('wrong-answer')
}

/** The words with which providers and local servers refuse a request without credit, or one that is longer than the model can read. */
const noCreditWords = /insufficient_quota|credit balance is too low|insufficient[ _](?:balance|credit|fund)/i
const tooLongWords = /context_length_exceeded|exceed_context_size|prompt is too long|context (?:length|window|size)/i

/** Returns the reason for a refusal. Several reasons can have the same status, so the text of the refusal is checked too. */
async function codeOfRefusal(status: number, body: OutboundStream['body']): Promise<EndpointFailureCode> {
  if (status === 402) return 'no-credit'
  if (status === 413) return 'too-long'
  if (status === 400 || status === 429) {
    const words = await readRefusal(body)
    if (noCreditWords.test(words)) return 'no-credit'
    if (tooLongWords.test(words)) return 'too-long'
  }
  return codeOfStatus(status, 'unknown-model')
}

/** Returns the beginning of a refusal as text. If the connection breaks off, returns the part that has arrived. */
async function readRefusal(body: OutboundStream['body']): Promise<string> {
  let text = ''
  try {
    for await (const part of body) {
      text += Buffer.from(part).toString('latin1')
      if (text.length >= limits.refusalBytes) break
    }
  } catch {
    // The error is ignored, because the status is enough to identify the refusal.
  }
  return text.slice(0, limits.refusalBytes)
}

function codeOfStatus(status: number, notFound: EndpointFailureCode): EndpointFailureCode {
  if (status === 401 || status === 403) return 'refused-key'
  if (status === 404) return notFound
  if (status === 429 || status === 529) return 'too-many-requests'
  return status >= 500 ? 'server-error' : 'wrong-answer'
}

function failureOf(error: unknown): Error {
  if (error instanceof EndpointFailed || error instanceof Truncated) return error
  if (!(error instanceof NotFetchedError)) return new EndpointFailed('wrong-answer')
  switch (error.reason) {
    case 'not-https':
    case 'not-public':
      return new EndpointFailed('not-allowed')
    case 'not-allowed':
    case 'too-large':
    case 'timeout':
    case 'wrong-certificate':
      return new EndpointFailed(error.reason)
    case 'redirect':
      return new EndpointFailed('wrong-answer')
    case 'broken-off':
      return new Truncated()
    default:
      return new EndpointFailed('unreachable')
  }
}
