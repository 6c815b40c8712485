import { secondsAsked } from '../outbound/provider-answer.ts'

/** The host's service account for Firebase Cloud Messaging. */
export type FcmAccount = {
  projectId: string
  /** The email address of the service account. */
  email: string
  /** As PEM. */
  privateKey: string
}
/** The host's key for Apple's push service. */
export type ApnsAccount = {
  /** As PEM. */
  privateKey: string
  keyId: string
  teamId: string
  /** The id of the app. */
  bundleId: string
  /** Whether Apple's sandbox delivers the notifications. It serves apps that were not built for a store. */
  isSandbox: boolean
}

/** A push notification to a device. */
export type DeviceMessage = {
  /** The token of the installation at the provider. */
  token: string
  /** The title, which the provider can read. It is the same for all notifications in one language. */
  title: string
  /** The encrypted content. */
  payload: string
  /** An offline device later receives only the latest notification of each topic. */
  topic: string
}

/**
 * The outcome of a message. `gone`: the provider no longer knows the token. `wait`: the provider asks for a retry after this number of seconds.
 * `refused`: the provider refuses the message permanently.
 */
export type DeviceOutcome = { kind: 'sent' } | { kind: 'gone' } | { kind: 'wait'; seconds: number } | Refused
type Refused = { kind: 'refused'; status: number; reason: string }

/** Sends messages to the devices of one platform. Throws if a retry might succeed. */
export type DeviceSender = (message: DeviceMessage) => Promise<DeviceOutcome>

/** The origins of the providers. Tests replace them. */
export type NativePushOrigins = { fcm: string; fcmTokens: string; apns: string }

/** The time in seconds for which the provider keeps a notification for an offline device. */
export const secondsToLive = 24 * 60 * 60
/** The maximum size of a provider's response, in bytes. */
export const atMostBytes = 20_000

/** Returns the wait that a provider requests in Retry-After (see `secondsAsked`). */
export const waitOf = (retryAfter: string | undefined): DeviceOutcome => ({
  kind: 'wait',
  seconds: secondsAsked(retryAfter),
})
