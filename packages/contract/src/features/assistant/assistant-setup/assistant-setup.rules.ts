/** The interfaces that an endpoint of the assistant can speak: that of OpenAI, as many local servers do, or that of Anthropic. */
export const endpointKinds = ['openai', 'anthropic'] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** The reasons for which a request to an endpoint can fail. */
export const endpointFailureCodes = [
  'unreachable',
  'refused-key',
  'unknown-model',
  'too-many-requests',
  'wrong-answer',
  'too-large',
  'timeout',
  'not-allowed',
  'wrong-certificate',
  'other-model',
] as const
export type EndpointFailureCode = (typeof endpointFailureCodes)[number]

/**
 * The requirements that the assistant lacks before it can be switched on. A contract is not needed with an endpoint that the practice runs
 * itself.
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

/** The statement of an admin: an agreement with the provider as the country of the practice needs it, or that the practice runs the endpoint. */
export const assistantAgreementTypes = ['processing', 'baa', 'own'] as const
export type AssistantAgreementType = (typeof assistantAgreementTypes)[number]

/** The outcome of a check of the connection: it works, the answer broke off, or the request failed for a reason. */
export const assistantCheckResults = ['ok', 'truncated', ...endpointFailureCodes] as const
export type AssistantCheckResult = (typeof assistantCheckResults)[number]

/** Lengths in characters as in the database, and ranges of the numbers. Models are at most as many as the client of endpoints returns. */
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

/** The problem of the address of an endpoint; null if its form is right. Whether the host is allowed, only the server knows. */
export function endpointAddressProblem(address: string): 'not-an-address' | 'with-credentials' | null {
  const trimmed = address.trim()
  if (!/^https?:\/\/[^\s/]/i.test(trimmed) || !URL.canParse(trimmed)) return 'not-an-address'
  const { username, password, search, hash } = new URL(trimmed)
  if (username || password) return 'with-credentials'
  return search || hash || /[?#]/.test(trimmed) ? 'not-an-address' : null
}

/** Whether a text can be a key: printable characters without a space or a line break, because a key is sent in a header. */
export const isEndpointKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key)

/** Whether a text can be the name of a model. */
export const isModelName = (name: string): boolean =>
  name.length <= assistantLimits.model && /^[\x21-\x7e]+$/.test(name)
