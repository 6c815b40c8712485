import type { AccountId } from '@attune/contract/common/ids'
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import {
  deviceMaxAge,
  type Exchange,
  readCookie,
  type RequestHeaders,
  signCookie,
  unsignCookie,
  writeCookie,
} from './cookies.ts'
import type { AuthQuery } from '../pool.ts'

export type KnownDevices = {
  /** Returns the hash of the browser's device cookie; null if the browser sends no valid device cookie. */
  hashFrom(headers: RequestHeaders): Buffer | null
  /** Whether the owner of the account with this email address has completed a sign-in with the device. */
  isOwnedBy(device: Buffer | null, email: string): Promise<boolean>
  /** Stores that the owner of these accounts has completed a sign-in with this browser. Sets the device cookie, or renews it. */
  remember(userIds: AccountId | readonly AccountId[], exchange: Exchange): Promise<void>
}

/**
 * Opens the store of known devices. Each known device has its own counter of wrong passwords. The guesses of a stranger
 * therefore do not lock out the owner of the account.
 */
export function openKnownDevices(query: AuthQuery, clock: Clock, cookieKey: string): KnownDevices {
  function markOf(headers: RequestHeaders): string | null {
    const cookie = readCookie(headers, 'device')
    return cookie === null ? null : unsignCookie(cookie, cookieKey)
  }
  const hashOf = (mark: string) => createHash('sha256').update(mark).digest()
  return {
    hashFrom(headers) {
      const mark = markOf(headers)
      return mark === null ? null : hashOf(mark)
    },
    async isOwnedBy(device, email) {
      const [row] = await query<{ known: boolean }>(
        `select exists (select from auth.known_device d join auth."user" u on u.id = d.user_id where d.device = $1 and u.email = $2) as known`,
        [device, email],
        'known-device',
      )
      return row?.known === true
    },
    async remember(userIds, exchange) {
      const mark = markOf(exchange.reqHeaders) ?? randomBytes(24).toString('base64url')
      await query(
        `insert into auth.known_device (device, user_id, seen_at) select $1, unnest($2::uuid[]), $3
         on conflict (device, user_id) do update set seen_at = excluded.seen_at`,
        [hashOf(mark), [userIds].flat(), clock.now()],
      )
      writeCookie(exchange, 'device', signCookie(mark, cookieKey), deviceMaxAge)
    },
  }
}
