import { setTimeout as sleep } from 'node:timers/promises'
import type { Outbound } from '../../../../platform/outbound/outbound.ts'
import { parseListAnswer } from '../../../../platform/outbound/provider-answer.ts'
import { problemOfStatus, throwFailure } from '../external-calendar.failures.ts'
import type { GoogleAccess } from './access.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'

export type GoogleRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  /** The etag that the event must still have; without it, the write has no condition. */
  etag?: string
}
export type GoogleAnswer = {
  status: number
  /** Null if the response is not a JSON object or exceeds a limit. */
  content: Record<string, unknown> | null
  reason: string
}

export type GoogleOptions = {
  /** The root URL of Google's APIs. */
  apiRoot?: string
  /** Waits for the given number of milliseconds before a rate-limited request is repeated. */
  wait?: (milliseconds: number) => Promise<unknown>
}
export const googleApi = 'https://www.googleapis.com/'

/** The maximum size of a response, in bytes. A page of 2,500 events takes about 3 MB. */
const maxBytes = 16 * 1024 * 1024
const timeoutMilliseconds = 20_000
/** The pauses before a rate-limited request is repeated, in milliseconds. Google counts requests per minute. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000]
/** The maximum random share that is added to a pause, so that two processes do not retry at the same time. */
const randomPart = 0.25
const limitReasons = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']

/**
 * Returns a function that sends a request to Google Calendar. Repeats a rate-limited request with increasing pauses, and renews a refused token
 * once. Throws CalendarFailure if there is no response, or if Google responds with a server error, limits the request for too long, redirects it or
 * refuses a new token.
 */
export function googleRequests(
  outbound: Outbound,
  access: GoogleAccess,
  { apiRoot = googleApi, wait = sleep }: GoogleOptions,
) {
  const sendOnce = async ({ method, url, query, body, etag }: GoogleRequest, token: string) => {
    // The token must never be sent to any other URL.
    if (!url.startsWith(apiRoot)) throw new CalendarFailure('gone')
    const answer = await outbound
      .request(`${url}${queryText(query)}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': 'Attune',
          ...(body && { 'content-type': 'application/json' }),
          ...(etag && { 'if-match': etag }),
        },
        ...(body && { body: JSON.stringify(body) }),
        atMostBytes: maxBytes,
        timeoutMilliseconds,
      })
      .catch(throwFailure)
    const content = await parseListAnswer(answer.body, 'items')
    return { status: answer.status, content, reason: reasonIn(content ?? {}) }
  }
  return async (request: GoogleRequest): Promise<GoogleAnswer> => {
    let token = await access.token()
    let isRenewed = false
    for (let attempt = 0; ;) {
      const answer = await sendOnce(request, token)
      if (answer.status === 401) {
        if (isRenewed) throw new CalendarFailure('unauthorized')
        isRenewed = true
        token = await access.renew()
      } else if (isLimited(answer)) {
        const pause = pauses[attempt++]
        if (pause === undefined) throw new CalendarFailure('server')
        await wait(Math.round(pause * (1 + randomPart * Math.random())))
      } else if (answer.status >= 300 && answer.status < 400) throw new CalendarFailure('redirect')
      else if (answer.status >= 500) throw new CalendarFailure('server')
      else return answer
    }
  }
}
export type SendGoogle = ReturnType<typeof googleRequests>

const isLimited = ({ status, reason }: GoogleAnswer) =>
  status === 429 || (status === 403 && limitReasons.includes(reason))

/** Returns Google's reason for an error; an empty text if there is none. */
function reasonIn(content: Record<string, unknown>): string {
  const { errors } = (content.error ?? {}) as { errors?: { reason?: unknown }[] }
  const reason = Array.isArray(errors) ? errors[0]?.reason : undefined
  return typeof reason === 'string' ? reason : ''
}

function queryText(query: GoogleRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''
}

/** Returns the content of a successful response. Throws CalendarFailure for any other or invalid response. */
export function googleContent({ status, content }: GoogleAnswer): Record<string, unknown> {
  if (status >= 300) throw new CalendarFailure(problemOfStatus(status))
  if (content === null) throw new CalendarFailure('server')
  return content
}
