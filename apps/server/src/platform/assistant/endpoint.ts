import type {
  EndpointFailureCode,
  EndpointKind,
} from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'

/** A model's API, with the settings for requests to it. */
export type Endpoint = {
  kind: EndpointKind
  /** The URL before `/chat/completions` or `/messages`. For Anthropic, `/v1` may be missing. */
  address: string
  model: string
  /** The API key; null for an endpoint that needs none. */
  key: string | null
  /** The time limit of the whole answer. */
  timeoutMilliseconds: number
}

/** A request to an endpoint that failed. The message contains neither address nor content. */
export class EndpointFailed extends Error {
  override name = 'EndpointFailed'
  readonly code: EndpointFailureCode
  constructor(code: EndpointFailureCode) {
    super(`The endpoint failed: ${code}`)
    this.code = code
  }
}

/** An answer that was cut off or that the model did not finish. The text that arrived until then is incomplete and must not be used as the answer. */
export class Truncated extends Error {
  override name = 'Truncated'
}

/** Thrown instead of sending a request: the endpoint has failed too often, so `AssistantClient` sends it nothing until `until`. */
export class AssistantPaused extends Error {
  override name = 'AssistantPaused'
  readonly until: Date
  constructor(until: Date) {
    super('The assistant pauses')
    this.until = until
  }
}

export type AskOptions = {
  /** Aborts the request. `ask` then throws the reason of the signal. */
  signal: AbortSignal
  /** Runs when the connection is open, just before anything is sent. If it throws, nothing is sent, and `ask` throws its error. */
  beforeSend?: () => Promise<void>
  /** Marks a test of the settings. A test is sent even during a pause, and its failure does not count towards a pause. */
  isTest?: boolean
}

/** Counts the failures of the endpoint for all servers together and decides when to pause. */
export type AssistantPause = {
  /** Returns the end of the current pause; null if there is none. */
  until(): Promise<Date | null>
  failed(): Promise<void>
  succeeded(): Promise<void>
}

export type AssistantClient = {
  /**
   * Sends the bytes of `body` (see `requestBody`) and yields the text of the answer as it arrives. Throws AssistantPaused before anything is sent, or
   * EndpointFailed or Truncated. Rethrows the error of `beforeSend` and the reason of an aborted `signal`. The answer is complete only if the
   * generator returns. `tokens` is the number of tokens read and written together, null if the endpoint does not report them.
   */
  ask(endpoint: Endpoint, body: string, options: AskOptions): AsyncGenerator<string, { tokens: number | null }>
  /** Returns the names of the models that the endpoint offers, sorted. Throws EndpointFailed. */
  models(endpoint: Omit<Endpoint, 'model'>): Promise<string[]>
  /** Whether an endpoint may have this address. Makes no connection. */
  isAllowed(address: string): boolean
  /** Returns the end of the current pause, which applies to all servers; null if there is none. */
  pausedUntil(): Promise<Date | null>
}

/** The maximum length of an answer in tokens. Anthropic's API requires this value and has no default. */
const maxTokens = 4096

/** Returns the JSON body of a request. `ask` sends exactly this text, so a preview shows exactly the sent data. */
export function requestBody(
  { kind, model }: Pick<Endpoint, 'kind' | 'model'>,
  { system, prompt }: { system: string; prompt: string },
): string {
  const user = { role: 'user', content: prompt }
  return JSON.stringify(
    kind === 'anthropic'
      ? { model, max_tokens: maxTokens, stream: true, system, messages: [user] }
      : {
          model,
          stream: true,
          stream_options: { include_usage: true },
          messages: [{ role: 'system', content: system }, user],
        },
  )
}
