import type { DeliveryId } from '@attune/contract/common/ids'

export type TextChannel = 'sms' | 'whatsapp'

/** A text to be sent by SMS or WhatsApp. */
export type OutgoingText = {
  /** The id that the provider's delivery reports contain. With null, the provider sends no reports. */
  deliveryId: DeliveryId | null
  channel: TextChannel
  /** The number of the practice or of the therapist that the recipient sees, in E.164. */
  from: string
  /** The recipient's number, in E.164. */
  to: string
  /** The text of the message. Not sent if there is a template. */
  body: string
  /** An approved template, which is sent instead of the body. */
  template?: { id: string; variables: Record<string, string> }
}

/**
 * The reason why a provider does not deliver a text. `stopped`: the recipient sent STOP. `window-closed`: WhatsApp accepts only templates now.
 * `country`: texts to the country are not allowed. `limited`: too many texts. `misconfigured`: the account or the sender is not set up for it.
 */
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
 * The result of sending a text. `uncertain`: the provider may have accepted the text, so it must not be sent again. Only a text that was refused as
 * `limited` may be sent again, after `retryAfterSeconds`, because the provider did not accept it. `segments` is the number of SMS segments; null
 * until the provider reports it.
 */
export type SendOutcome =
  | { state: 'accepted'; providerId: string; segments: number | null }
  | { state: 'refused'; reason: TextRefusal; retryAfterSeconds?: number }
  | { state: 'uncertain' }

/** A later report from the provider about a text that it accepted. */
export type ProviderReport = {
  providerId: string
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  reason?: TextRefusal
  segments?: number
}

/** A text that a client sent to a number of the practice. */
export type IncomingText = {
  /** The provider's id of the text. */
  providerId: string
  channel: TextChannel
  /** The sender's number in E.164. */
  from: string
  /** The number to which the text was sent, in E.164. */
  to: string
  /** The text; empty if the message consists of files only. */
  body: string
  /** The files of the message, with the addresses at the provider and the media types that it names. */
  media: { address: string; mediaType: string }[]
}

/** The result of fetching a file from the provider. Only after `failed` may another attempt succeed. */
export type MediaOutcome =
  | { state: 'fetched'; bytes: Buffer }
  /** `unavailable`: the provider does not give the file. */
  | { state: 'refused'; reason: 'too-large' | 'unavailable' }
  | { state: 'failed' }

/** A request that the provider sent to a webhook. */
export type HookRequest = {
  /** The public URL that was called. */
  url: string
  /** The provider's signature of URL and form. */
  signature: string
  form: URLSearchParams
}

/** The verified content of a webhook request: a delivery report or a received text. */
export type HookEvent =
  | { type: 'report'; deliveryId: DeliveryId; report: ProviderReport }
  | { type: 'incoming'; text: IncomingText }

/** A provider of SMS and WhatsApp. */
export type TextProvider = {
  /** Sends a text through the provider, with a single attempt. Never throws. */
  send(text: OutgoingText): Promise<SendOutcome>
  /**
   * Verifies a webhook request and returns its event. Returns null if the signature is missing or wrong, if the event belongs to another account, or
   * if it is malformed.
   */
  evaluate(request: HookRequest): HookEvent | null
  /** Fetches a file of a received text from the address in the webhook event. Never throws. */
  fetchMedia(address: string): Promise<MediaOutcome>
}
