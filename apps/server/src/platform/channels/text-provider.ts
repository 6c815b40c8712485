export type TextChannel = 'sms' | 'whatsapp'

export type OutgoingText = {
  /** The id with which the provider's reports name this text. Null asks for no reports. */
  deliveryId: string | null
  channel: TextChannel
  /** The number of the practice or of the therapist that the recipient sees, in E.164. */
  from: string
  /** The recipient's number, in E.164. */
  to: string
  body: string
  /** An approved template, which is sent instead of the body. */
  template?: { id: string; variables: Record<string, string> }
}

/** The reason why a provider does not deliver a text. */
export type TextRefusal =
  | 'stopped'
  | 'window-closed'
  | 'not-reachable'
  | 'not-mobile'
  | 'country'
  | 'limited'
  | 'misconfigured'
  | 'other'

/**
 * The result of a request. `uncertain`: the provider may have accepted the text, so that it must not be sent again. Only a text that was
 * refused as `limited` may be sent again, after `retryAfterSeconds`; the provider did not take it.
 */
export type SendOutcome =
  | { state: 'accepted'; providerId: string; segments: number | null }
  | { state: 'refused'; reason: TextRefusal; retryAfterSeconds?: number }
  | { state: 'uncertain' }

/** A later report of the provider about a text that it has accepted. */
export type ProviderReport = {
  providerId: string
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  reason?: TextRefusal
  segments?: number
}

export type IncomingText = {
  providerId: string
  channel: TextChannel
  /** The sender's number and our number, in E.164. */
  from: string
  to: string
  body: string
  media: { address: string; mediaType: string }[]
}

/** The result of fetching a file from the provider. Only after `failed` can another attempt succeed. */
export type MediaOutcome =
  | { state: 'fetched'; bytes: Buffer }
  | { state: 'refused'; reason: 'too-large' | 'unavailable' }
  | { state: 'failed' }

/** A request of the provider to a hook: the public URL that it called, its signature, and the form that it sent. */
export type HookRequest = { url: string; signature: string; form: URLSearchParams }

export type HookEvent =
  | { type: 'report'; deliveryId: string; report: ProviderReport }
  | { type: 'incoming'; text: IncomingText }

/** A provider of SMS and WhatsApp. */
export type TextProvider = {
  /** Asks the provider to send a text. Never throws, and never asks twice. */
  send(text: OutgoingText): Promise<SendOutcome>
  /** Returns the event in a request to a hook; null if the provider did not sign it, or if it is about another account. */
  evaluate(request: HookRequest): HookEvent | null
  /** Fetches a file that came with a text, from the address that the hook named. Never throws. */
  fetchMedia(address: string): Promise<MediaOutcome>
}
