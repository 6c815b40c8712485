import { pushPayloadKey } from '@attune/contract/features/people/native-app/native-app.rules'
import { createPrivateKey } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Outbound } from '../outbound/outbound.ts'
import {
  type ApnsAccount,
  atMostBytes,
  type DeviceMessage,
  type DeviceOutcome,
  type DeviceSender,
  type NativePushOrigins,
  secondsToLive,
  waitOf,
} from './device-message.ts'
import { parseProviderAnswer } from '../outbound/provider-answer.ts'
import { signToken } from './provider-token.ts'

const appleOrigin = (isSandbox: boolean) => `https://api.${isSandbox ? 'sandbox.' : ''}push.apple.com`
/** The age in seconds at which a token is replaced. Apple accepts a token for an hour, and a new one at most every 20 minutes. */
const renewSeconds = 50 * 60
/** The reasons with which Apple reports that a token is invalid, or no longer valid, for this app. */
const goneReasons = new Set(['Unregistered', 'ExpiredToken', 'BadDeviceToken', 'DeviceTokenNotForTopic'])

type Deps = { outbound: Outbound; clock: Clock; origins?: NativePushOrigins | undefined }

/** Sends messages to iOS devices through Apple's push service (HTTP/2, with tokens signed by the host's key). */
export function openApns(account: ApnsAccount, { outbound, clock, origins }: Deps): DeviceSender {
  const { keyId, teamId, bundleId } = account
  const origin = origins?.apns ?? appleOrigin(account.isSandbox)
  const key = createPrivateKey(account.privateKey)
  let access: { token: string; at: number } | null = null
  const now = () => Math.floor(clock.now().getTime() / 1000)

  function currentAccess(): string {
    if (!access || access.at + renewSeconds < now()) {
      const claims = { iss: teamId, iat: now() }
      access = { token: signToken({ algorithm: 'ES256', key, header: { kid: keyId }, claims }), at: now() }
    }
    return access.token
  }

  return async (message) => {
    const answer = await outbound.request(`${origin}/3/device/${encodeURIComponent(message.token)}`, {
      isHttp2: true,
      method: 'POST',
      headers: {
        authorization: `bearer ${currentAccess()}`,
        'apns-topic': bundleId,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(now() + secondsToLive),
        'apns-collapse-id': message.topic,
        'content-type': 'application/json',
      },
      body: JSON.stringify(contentOf(message)),
      atMostBytes,
    })
    const { reason } = parseProviderAnswer(answer.body)
    if (reason === 'ExpiredProviderToken') access = null
    return outcomeOf(answer.status, typeof reason === 'string' ? reason : '', answer.headers['retry-after'])
  }
}

const contentOf = ({ title, payload, topic }: DeviceMessage) => ({
  aps: { alert: { title }, sound: 'default', 'thread-id': topic },
  [pushPayloadKey]: payload,
})

function outcomeOf(status: number, reason: string, retryAfter: string | undefined): DeviceOutcome {
  if (status === 200) return { kind: 'sent' }
  if (status === 410 || goneReasons.has(reason)) return { kind: 'gone' }
  if (status === 429) return waitOf(retryAfter)
  if (reason === 'ExpiredProviderToken' || status >= 500) throw new Error(`the push provider answered ${status}`)
  return { kind: 'refused', status, reason }
}
