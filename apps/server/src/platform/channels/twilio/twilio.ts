import type { DeliveryId } from '@attune/contract/common/ids'
import type { IncomingHttpHeaders } from 'node:http'
import { NotFetchedError, type Outbound, type OutboundResponse } from '../../outbound/outbound.ts'
import { parseProviderAnswer } from '../../outbound/provider-answer.ts'
import type {
  HookEvent,
  HookRequest,
  MediaOutcome,
  OutgoingText,
  ProviderReport,
  SendOutcome,
  TextProvider,
} from '../text-provider.ts'
import { fetchTwilioMedia } from './twilio.media.ts'
import { refusalOfTwilioCode } from './twilio.refusals.ts'
import { isTwilioSignature, twilioSignature } from './twilio.signature.ts'

/** A Twilio account. The token authorizes requests to Twilio and verifies the signatures of requests from Twilio. */
export type TwilioAccount = { sid: string; token: string }

export type TwilioOptions = {
  outbound: Pick<Outbound, 'request'>
  /** Returns the public origin of this server, to which Twilio sends its webhooks. */
  publicOrigin: () => string
  /** The origin of Twilio's API, which a test replaces. */
  apiOrigin?: string
  /** The time limit of a request, in milliseconds. */
  timeoutMilliseconds?: number
}

const twilioApi = 'https://api.twilio.com'
const hookFolder = '/hooks/twilio'
const incomingName = 'incoming'
export const twilioHook = { report: `${hookFolder}/:deliveryId`, incoming: `${hookFolder}/${incomingName}` } as const
const usualLimits = { bytes: 64 * 1024, milliseconds: 10_000 }
/** The wait in seconds after a rate limit if Twilio specifies none. */
const usualWaitSeconds = 60

/** Sends SMS and WhatsApp messages through Twilio. */
export function openTwilio(
  account: TwilioAccount,
  { outbound, publicOrigin, apiOrigin = twilioApi, timeoutMilliseconds = usualLimits.milliseconds }: TwilioOptions,
) {
  return {
    async send(text: OutgoingText): Promise<SendOutcome> {
      try {
        const response = await outbound.request(`${apiOrigin}/2010-04-01/Accounts/${account.sid}/Messages.json`, {
          method: 'POST',
          headers: {
            authorization: authorizationOf(account),
            'content-type': 'application/x-www-form-urlencoded',
            accept: 'application/json',
          },
          body: formOf(text, publicOrigin()).toString(),
          atMostBytes: usualLimits.bytes,
          timeoutMilliseconds,
        })
        return outcomeOf(response)
      } catch (error) {
        const isLost = !(error instanceof NotFetchedError) || error.mayHaveArrived
        return isLost
          ? { state: 'uncertain' }
          : { state: 'refused', reason: 'limited', retryAfterSeconds: usualWaitSeconds }
      }
    },

    evaluate({ url, signature, form }: HookRequest): HookEvent | null {
      if (!isTwilioSignature(twilioSignature(account.token, url, form), signature)) return null
      if (form.get('AccountSid') !== account.sid) return null
      const last = new URL(url).pathname.split('/').at(-1) ?? ''
      return last === incomingName ? incomingOf(form) : reportOf(last, form)
    },

    fetchMedia: (address: string): Promise<MediaOutcome> =>
      fetchTwilioMedia(address, {
        outbound,
        apiOrigin,
        accountSid: account.sid,
        authorization: authorizationOf(account),
      }),
  } satisfies TextProvider
}

const authorizationOf = ({ sid, token }: TwilioAccount) => `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`

const prefixOf = { sms: '', whatsapp: 'whatsapp:' } as const

/** Returns the form data of a request that sends a text. Exported for a test that compares it with Twilio's own library. */
export function formOf({ deliveryId, channel, from, to, body, template }: OutgoingText, origin: string) {
  const prefix = prefixOf[channel]
  return new URLSearchParams({
    To: prefix + to,
    From: prefix + from,
    ...(template ? { ContentSid: template.id, ContentVariables: JSON.stringify(template.variables) } : { Body: body }),
    ContentRetention: 'discard',
    ...(deliveryId !== null && { StatusCallback: `${origin}${hookFolder}/${deliveryId}` }),
  })
}

/**
 * Interprets Twilio's response to a sent text. The text counts as refused only if Twilio itself says so, or if the status is one that Twilio
 * returns before it processes a message.
 */
function outcomeOf({ status, headers, body }: OutboundResponse): SendOutcome {
  const answer = parseProviderAnswer(body)
  if (status === 200 || status === 201) {
    if (typeof answer.sid !== 'string' || !/^(SM|MM)\w{1,60}$/.test(answer.sid)) return { state: 'uncertain' }
    return { state: 'accepted', providerId: answer.sid, segments: segmentsOf(answer.num_segments) }
  }
  if (status === 429) return limitedUntil(headers)
  if (status === 401 || status === 403 || status === 404) {
    const reason = typeof answer.code === 'number' ? refusalOfTwilioCode(answer.code) : 'misconfigured'
    return { state: 'refused', reason: reason === 'other' ? 'misconfigured' : reason }
  }
  if (status < 400 || status >= 500 || typeof answer.code !== 'number') return { state: 'uncertain' }
  const reason = refusalOfTwilioCode(answer.code)
  return reason === 'limited' ? limitedUntil(headers) : { state: 'refused', reason }
}

function limitedUntil(headers: IncomingHttpHeaders): SendOutcome {
  const seconds = Number(headers['retry-after'])
  const isGiven = Number.isFinite(seconds) && seconds > 0
  return {
    state: 'refused',
    reason: 'limited',
    retryAfterSeconds: isGiven ? Math.ceil(seconds) : usualWaitSeconds,
  }
}

/** Parses a number of segments; returns null if `value` is not one. Texts that are sent through a messaging service report 0 at first. */
function segmentsOf(value: unknown): number | null {
  const count = Number(value)
  return Number.isInteger(count) && count > 0 && count <= 100 ? count : null
}

const statuses: Record<string, ProviderReport['status']> = {
  queued: 'queued',
  accepted: 'queued',
  scheduled: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  partially_delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
}

function reportOf(deliveryId: DeliveryId, form: URLSearchParams): HookEvent | null {
  const providerId = form.get('MessageSid')
  const status = statuses[form.get('MessageStatus') ?? '']
  if (!providerId || !status) return null
  const code = Number(form.get('ErrorCode') ?? 0)
  const segments = segmentsOf(form.get('NumSegments'))
  return {
    type: 'report',
    deliveryId,
    report: {
      providerId,
      status,
      ...(status === 'failed' && { reason: refusalOfTwilioCode(code) }),
      ...(segments !== null && { segments }),
    },
  }
}

/** The maximum length of a file's address, in characters. */
const longestAddress = 1_000
const number = /^(whatsapp:)?(\+[1-9]\d{6,14})$/

function incomingOf(form: URLSearchParams): HookEvent | null {
  const providerId = form.get('MessageSid')
  const [from, to] = [number.exec(form.get('From') ?? ''), number.exec(form.get('To') ?? '')]
  // A sender that is not an E.164 number, such as a short code or an alphanumeric sender id, cannot belong to a client.
  if (!providerId || !from?.[2] || !to?.[2]) return null
  const count = Math.min(Number(form.get('NumMedia') ?? 0) || 0, 10)
  const media = Array.from({ length: count }, (_, n) => ({
    address: form.get(`MediaUrl${n}`) ?? '',
    mediaType: form.get(`MediaContentType${n}`) ?? '',
  })).filter(({ address }) => address !== '' && address.length <= longestAddress)
  const channel = from[1] ? 'whatsapp' : 'sms'
  return {
    type: 'incoming',
    text: { providerId, channel, from: from[2], to: to[2], body: form.get('Body') ?? '', media },
  }
}
