import type { AddressCheck } from '@attune/contract/features/practice/administration/administration.rules'
import { randomBytes } from 'node:crypto'
import { isLoopback } from '@attune/contract/common/text/public-address'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addressProof, addressProofPath } from '../../../../platform/http/site/address-proof.ts'
import { NotFetchedError } from '../../../../platform/outbound/outbound.ts'

const atMostBytes = 1_000

/**
 * Requests the saved public address of this installation and compares the response with the proof that only a server with this installation's
 * secrets can give. The outbound client refuses addresses that are not public.
 */
export async function checkPublicAddress({
  site,
  outbound,
  secrets,
}: Pick<AppContext, 'site' | 'outbound' | 'secrets'>): Promise<AddressCheck> {
  const origin = site.publicOrigin()
  if (origin === null) return 'none'
  if (isLoopback(new URL(origin).hostname)) return 'not-public'
  const nonce = randomBytes(24).toString('base64url')
  try {
    const { status, body } = await outbound.request(`${origin}${addressProofPath}${nonce}`, {
      method: 'GET',
      atMostBytes,
    })
    return status === 200 && body.toString() === addressProof(secrets, nonce) ? 'reached' : 'other-server'
  } catch (error) {
    if (!(error instanceof NotFetchedError)) throw error
    if (error.reason === 'not-public' || error.reason === 'not-https') return error.reason
    return error.isTooLarge ? 'other-server' : 'no-answer'
  }
}
