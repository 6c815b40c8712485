/** The API formats that an endpoint can have: OpenAI's, which many local servers also use, or Anthropic's. */
export const endpointKinds = ['openai', 'anthropic'] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** The reasons why a request to an endpoint can fail. */
export const endpointFailureCodes = [
  'unreachable',
  'refused-key',
  'no-credit',
  'too-long',
  'unknown-model',
  'too-many-requests',
  'server-error',
  'wrong-answer',
  'too-large',
  'timeout',
  'not-allowed',
  'wrong-certificate',
  'other-model',
] as const
export type EndpointFailureCode = (typeof endpointFailureCodes)[number]

/** The reasons why a therapist gets no complete answer. */
export const answerFailureReasons = [...endpointFailureCodes, 'truncated', 'unknown'] as const
export type AnswerFailureReason = (typeof answerFailureReasons)[number]

/**
 * The parts of the setup that can be missing before the assistant can be switched on. An endpoint that the practice operates itself needs no
 * contract.
 */
export const assistantParts = [
  'address',
  'model',
  'key',
  'provider',
  'country',
  'region',
  'contract',
  'agreement',
] as const
export type AssistantPart = (typeof assistantParts)[number]

/**
 * The declaration of an admin about the provider: a data processing agreement, a business associate agreement (US), or that the practice operates
 * the endpoint itself.
 */
export const assistantAgreementTypes = ['processing', 'baa', 'own'] as const
export type AssistantAgreementType = (typeof assistantAgreementTypes)[number]

/** The result of a connection test: success, a truncated answer, or the reason why the request failed. */
export const assistantCheckResults = ['ok', 'truncated', ...endpointFailureCodes] as const
export type AssistantCheckResult = (typeof assistantCheckResults)[number]

/**
 * The maximum lengths in characters, equal to those in the database, and the ranges of the numbers. The maximum number of models equals that of the
 * endpoint client.
 */
export const assistantLimits = {
  address: 300,
  model: 200,
  models: 1000,
  key: 500,
  region: 200,
  contractText: 2000,
  provider: 120,
  agreementName: 120,
  timeoutSeconds: { min: 5, max: 300 },
  wordsPerDay: { min: 100, max: 1_000_000 },
} as const

/** Returns the problem with the format of an endpoint's address; null if there is none. Only the server knows whether the host is allowed. */
export function endpointAddressProblem(address: string): 'not-an-address' | 'with-credentials' | null {
  const trimmed = address.trim()
  if (!/^https?:\/\/[^\s/]/i.test(trimmed) || !URL.canParse(trimmed)) return 'not-an-address'
  const { username, password, search, hash } = new URL(trimmed)
  if (username || password) return 'with-credentials'
  return search || hash || /[?#]/.test(trimmed) ? 'not-an-address' : null
}

/** Returns the base of an endpoint's address. Removes the path of a request, which providers include in the addresses of their guides. */
export const endpointBase = (address: string): string =>
  address.trim().replace(/\/+(chat\/completions|messages)\/*$/i, '')

/** Whether a text can be an API key: printable characters without spaces or line breaks, because the key is sent in a header. */
export const isEndpointKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key)

/** Whether a text can be the name of a model. */
export const isModelName = (name: string): boolean =>
  name.length <= assistantLimits.model && /^[\x21-\x7e]+$/.test(name)
