import type { MessageId } from '@attune/contract/common/ids'
import { createHmac } from 'node:crypto'
import type { OutboundRequest } from '../../../platform/outbound/outbound.ts'
import { publicPushKey } from '../../../platform/secrets/secrets.ts'

/** The name of the type in the payload of a test. */
export const testType = 'test'

/** The length of every payload before encryption, so that the encrypted length does not reveal the type to a push service. */
const payloadLength = 128
/** The time in seconds for which a push service keeps a notification for an offline browser. */
const secondsToLive = 24 * 60 * 60

/** The maximum size of a push service's response, in bytes. Its content is ignored. */
const atMostBytes = 10_000

/** Whether a push service refuses the key of this host. Other refusals concern one subscription. */
export const isKeyRefused = (status: number) => status === 401 || status === 403

export type PushTarget = { endpoint: string; p256dh: string; auth: string }
type PushSender = { pushKey: string; origin: string; mailFrom: string | null }

export type PushContent = {
  type: string
  /** The message that the browser acknowledges; null if the notification is not about a message. */
  messageId: MessageId | null
}

/** Returns the payload of a push notification: its type and, if there is one, the id of the message, padded to `payloadLength`. */
export const pushPayload = ({ type, messageId }: PushContent) =>
  JSON.stringify({ type, ...(messageId && { message: messageId }) }).padEnd(payloadLength)

/**
 * Returns the topic of the notifications about one subject. A push service keeps only the latest notification of a topic. The topic reveals nothing
 * about the subject and differs per account.
 */
export const pushTopic = (pushKey: string, ...about: string[]) =>
  createHmac('sha256', pushKey).update(about.join(' ')).digest('base64url').slice(0, 32)

/** Returns the encrypted and signed request that delivers a push notification (RFC 8291, RFC 8292). */
export async function pushRequest(
  { endpoint, p256dh, auth }: PushTarget,
  { topic, ...content }: PushContent & { topic: string },
  sender: PushSender,
): Promise<OutboundRequest> {
  // Loaded with the first push, because most processes that import this file never send one.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, pushPayload(content), {
    vapidDetails: {
      subject: contactOf(sender),
      publicKey: publicPushKey(sender.pushKey),
      privateKey: sender.pushKey,
    },
    TTL: secondsToLive,
    urgency: 'normal',
    topic,
    contentEncoding: 'aes128gcm',
  })
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { method: 'POST', headers: Object.fromEntries(texts) as Record<string, string>, body, atMostBytes }
}

/** Returns the contact URL for push services (RFC 8292, section 2.1): the sender address of emails, the https origin, or else a placeholder. */
function contactOf({ origin, mailFrom }: PushSender): string {
  if (mailFrom) return `mailto:${mailFrom}`
  return origin.startsWith('https:') ? origin : 'mailto:attune@example.invalid'
}
