/** The interfaces that an endpoint of the assistant can speak: that of OpenAI, as many local servers do, or that of Anthropic. */
export const endpointKinds = ['openai', 'anthropic'] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** Why a request to an endpoint failed. */
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
