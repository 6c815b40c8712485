import { secondsAsked } from '../outbound/provider-answer.ts'

/** The service account of the host at Firebase Cloud Messaging. `privateKey` is a PEM. */
export type FcmAccount = { projectId: string; email: string; privateKey: string }
/** The key of the host at Apple's push service. `privateKey` is a PEM. The sandbox serves apps that were not built for a store. */
export type ApnsAccount = { privateKey: string; keyId: string; teamId: string; bundleId: string; isSandbox: boolean }

/**
 * A push notification to a device. The provider reads the title, which is the same for all notifications of one language. `payload` is
 * encrypted. Of the notifications with one topic, a device that is offline gets the latest.
 */
export type DeviceMessage = { token: string; title: string; payload: string; topic: string }

/**
 * The outcome of a message. `gone`: the provider no longer knows the token. `wait`: it asks for another attempt after this number of
 * seconds. `refused`: it does not accept the message, for a reason that another attempt does not change.
 */
export type DeviceOutcome = { kind: 'sent' } | { kind: 'gone' } | { kind: 'wait'; seconds: number } | Refused
type Refused = { kind: 'refused'; status: number; reason: string }

/** Sends messages to the devices of one platform. Throws if another attempt might succeed. */
export type DeviceSender = (message: DeviceMessage) => Promise<DeviceOutcome>

/** The origins of the providers, which a test replaces. */
export type NativePushOrigins = { fcm: string; fcmTokens: string; apns: string }

/** A device that is offline gets a notification for this number of seconds. */
export const secondsToLive = 24 * 60 * 60
/** The maximum size of the answer of a provider, in bytes. */
export const atMostBytes = 20_000

/** Returns the wait that a provider asks for (`secondsAsked`). */
export const waitOf = (retryAfter: string | undefined): DeviceOutcome => ({
  kind: 'wait',
  seconds: secondsAsked(retryAfter),
})
