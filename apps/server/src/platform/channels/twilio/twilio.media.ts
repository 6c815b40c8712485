import { NotFetchedError, type Outbound } from '../../outbound/outbound.ts'
import type { MediaOutcome } from '../text-provider.ts'

type MediaRequest = {
  outbound: Pick<Outbound, 'request'>
  apiOrigin: string
  accountSid: string
  /** The authorization header, which is sent only to Twilio's API, not to the file server. */
  authorization: string
}

/** The largest file that is fetched, in bytes. WhatsApp and carriers allow at most 16 MB. */
const mediaLimit = 20 * 1024 * 1024
const timeoutMilliseconds = 30_000
/** The maximum number of redirects from the API to the file. */
const mostRedirects = 2

/**
 * Fetches a file of a received text. The address must belong to this account at Twilio's API, which redirects to a file server. The file server
 * receives no authorization. Refuses any other address or server.
 */
export async function fetchTwilioMedia(address: string, request: MediaRequest): Promise<MediaOutcome> {
  const { outbound, apiOrigin, accountSid, authorization } = request
  if (!isMediaAddress(address, apiOrigin, accountSid)) return unavailable
  let headers: Record<string, string> = { authorization }
  let from = address
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await outbound.request(from, {
        method: 'GET',
        headers,
        atMostBytes: mediaLimit,
        timeoutMilliseconds,
      })
      if (response.status === 200) return { state: 'fetched', bytes: response.body }
      if (response.status === 410) return unavailable
      if (response.status < 300 || response.status > 399) return { state: 'failed' }
      const next = targetOf(response.headers.location, from, apiOrigin)
      if (next === null) return unavailable
      from = next
      headers = {}
    }
    return unavailable
  } catch (error) {
    const isTooLarge = error instanceof NotFetchedError && error.isTooLarge
    return isTooLarge ? { state: 'refused', reason: 'too-large' } : { state: 'failed' }
  }
}

const unavailable: MediaOutcome = { state: 'refused', reason: 'unavailable' }

function isMediaAddress(address: string, apiOrigin: string, accountSid: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, pathname, search, hash, username } = new URL(address)
  const path = new RegExp(`^/2010-04-01/Accounts/${accountSid}/Messages/\\w{1,60}/Media/\\w{1,60}$`)
  return origin === apiOrigin && path.test(pathname) && search + hash + username === ''
}

/** Returns the target of a redirect; null if the target is not one of Twilio's file servers. */
function targetOf(location: string | undefined, from: string, apiOrigin: string): string | null {
  if (location === undefined || !URL.canParse(location, from)) return null
  const url = new URL(location, from)
  const { origin, protocol, hostname, pathname } = url
  const isOfTwilio =
    hostname.endsWith('.twiliocdn.com') ||
    hostname.endsWith('.twilio.com') ||
    (hostname === 's3-external-1.amazonaws.com' && pathname.startsWith('/media.twiliocdn.com/'))
  return origin === apiOrigin || (protocol === 'https:' && isOfTwilio) ? url.href : null
}
