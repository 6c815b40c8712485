import type { LoginId } from '@attune/contract/common/ids'
import { addressPassSeconds } from '@attune/contract/features/people/native-app/native-app.rules'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { isSealOf, sealOf } from '../../secrets/seal.ts'
import { isUuid } from '../../text/uuid.ts'

type Deps = Pick<AppContext, 'secrets' | 'clock'>

/**
 * Returns an address with a pass. For one minute, a request to exactly this address acts as the login without a cookie or a bearer token, because
 * an HTML element in the native app can send neither. The route itself checks what the login may read.
 */
export function addressWithPass(app: Deps, address: string, loginId: LoginId): { url: string; expiresAt: string } {
  const until = Math.floor(app.clock.now().getTime() / 1000) + addressPassSeconds
  const seal = sealOf(app, sealedText(address, loginId, until))
  const url = `${address}${address.includes('?') ? '&' : '?'}pass=${loginId}.${until}.${seal}`
  return { url, expiresAt: new Date(until * 1000).toISOString() }
}

const passed = /^(.+)[?&]pass=([^&]*)$/
const parts = /^([0-9a-f-]{36})\.(\d{10})\.([\w-]{43})$/

/** Returns the login id of the pass in an address; undefined if there is no pass, null if the pass is wrong or has expired. */
function readPass(app: Deps, url: string): string | null | undefined {
  const [, address = '', pass] = passed.exec(url) ?? []
  if (pass === undefined) return undefined
  const [, loginId = '', until = '', seal = ''] = parts.exec(pass) ?? []
  if (!isUuid(loginId) || !isSealOf(app, sealedText(address, loginId, Number(until)), seal)) return null
  return Number(until) * 1000 >= app.clock.now().getTime() ? loginId : null
}

const sealedText = (address: string, loginId: LoginId, until: number) => `pass ${address} ${loginId} ${until}`

const loginOfRequest = new WeakMap<FastifyRequest, string>()

/**
 * Reads the pass in the address of a GET or HEAD request. Returns `accepted` for a valid pass, `refused` for an invalid one and `none` if there is no
 * pass. A request with a valid pass loses its cookie and bearer token, so that it acts only as the login of the pass.
 */
export function acceptPass(app: Deps, request: FastifyRequest): 'none' | 'accepted' | 'refused' {
  if (request.method !== 'GET' && request.method !== 'HEAD') return 'none'
  const loginId = readPass(app, request.url)
  if (loginId === undefined) return 'none'
  if (loginId === null) return 'refused'
  delete request.headers.cookie
  delete request.headers.authorization
  loginOfRequest.set(request, loginId)
  return 'accepted'
}

/** Returns the id of the login whose pass a request has; undefined if it has none. */
export const passedLoginId = (request: FastifyRequest): string | undefined => loginOfRequest.get(request)
