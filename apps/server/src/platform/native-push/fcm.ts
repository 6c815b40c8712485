import { pushPayloadKey } from '@attune/contract/features/people/native-app/native-app.rules'
import { createPrivateKey } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Outbound } from '../outbound/outbound.ts'
import {
  atMostBytes,
  type DeviceMessage,
  type DeviceOutcome,
  type DeviceSender,
  type FcmAccount,
  type NativePushOrigins,
  secondsToLive,
  waitOf,
} from './device-message.ts'
import { parseProviderAnswer } from '../outbound/provider-answer.ts'
import { signToken } from './provider-token.ts'

const googleOrigins = { fcm: 'https://fcm.googleapis.com', fcmTokens: 'https://oauth2.googleapis.com' }
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
/** The lifetime of an access token in seconds, and the time before its end at which the server requests a new one. */
const [accessSeconds, renewSeconds] = [3600, 300]

type Deps = { outbound: Outbound; clock: Clock; origins?: NativePushOrigins | undefined }

/** Sends messages to Android devices through Firebase Cloud Messaging, HTTP v1. */
export function openFcm({ projectId, email, privateKey }: FcmAccount, deps: Deps): DeviceSender {
  const { outbound, clock } = deps
  const origins = deps.origins ?? googleOrigins
  const key = createPrivateKey(privateKey)
  const audience = `${origins.fcmTokens}/token`
  let access: { token: string; until: number } | null = null
  const now = () => Math.floor(clock.now().getTime() / 1000)

  /**
   * Returns the current access token, or a new one shortly before its end, in exchange for a signed assertion of the service account (RFC 7523).
   * Throws if the provider grants none.
   */
  async function readAccess(): Promise<string> {
    if (access && access.until > now()) return access.token
    const claims = { iss: email, scope, aud: audience, iat: now(), exp: now() + accessSeconds }
    const assertion = signToken({ algorithm: 'RS256', key, claims })
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
    const answer = await outbound.request(audience, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
      atMostBytes,
    })
    const { access_token: token, expires_in: seconds } = parseProviderAnswer(answer.body)
    if (answer.status !== 200 || typeof token !== 'string') {
      throw new Error(`the push provider granted no access, with status ${answer.status}`)
    }
    access = { token, until: now() + (typeof seconds === 'number' ? seconds : accessSeconds) - renewSeconds }
    return token
  }

  return async (message) => {
    const authorization = `Bearer ${await readAccess()}`
    const answer = await outbound.request(`${origins.fcm}/v1/projects/${projectId}/messages:send`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ message: messageOf(message) }),
      atMostBytes,
    })
    if (answer.status === 401) access = null
    return outcomeOf(answer.status, parseProviderAnswer(answer.body), answer.headers['retry-after'])
  }
}

const messageOf = ({ token, title, payload, topic }: DeviceMessage) => ({
  token,
  notification: { title },
  data: { [pushPayloadKey]: payload },
  android: {
    priority: 'HIGH',
    ttl: `${secondsToLive}s`,
    collapse_key: topic,
    // The notification channel that the app creates; the channel defines importance and sound.
    notification: { channel_id: 'notifications', tag: topic },
  },
})

function outcomeOf(status: number, answer: Record<string, unknown>, retryAfter: string | undefined): DeviceOutcome {
  if (status === 200) return { kind: 'sent' }
  const { details = [], status: reason = '' } = (answer.error ?? {}) as { details?: unknown; status?: unknown }
  const codes = (Array.isArray(details) ? details : []).map(
    (detail: { errorCode?: unknown } | null) => detail?.errorCode,
  )
  // The app was uninstalled, or belongs to another Firebase project.
  if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH')) return { kind: 'gone' }
  if (status === 429) return waitOf(retryAfter)
  if (status === 503 && retryAfter !== undefined) return waitOf(retryAfter)
  if (status === 401 || status >= 500) throw new Error(`the push provider answered ${status}`)
  return { kind: 'refused', status, reason: String(codes.find((code) => typeof code === 'string') ?? reason) }
}
