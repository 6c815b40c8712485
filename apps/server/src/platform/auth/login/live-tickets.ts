import type { LoginId } from '@attune/contract/common/ids'
import { ticketSeconds } from '@attune/contract/features/people/native-app/native-app.rules'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { hashToken } from '../one-time-tokens.ts'
import type { AuthQuery } from '../pool.ts'

/** Tickets that open one live connection each. They are stored in the database, so that any node accepts them. */
export type LiveTickets = {
  create(loginId: LoginId): Promise<{ ticket: string; expiresAt: Date }>
  /**
   * Uses up a ticket. Returns the id of the login that created it. Returns null if the ticket is unknown, used or expired, or if the login was
   * deleted.
   */
  use(ticket: string): Promise<string | null>
}

export function openLiveTickets(query: AuthQuery, clock: Clock): LiveTickets {
  return {
    async create(loginId) {
      const ticket = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock.now().getTime() + ticketSeconds * 1000)
      await query(
        'insert into auth.live_ticket (hash, login_id, expires_at) select $1, id, $3 from auth.login where id = $2',
        [hashToken(ticket), loginId, expiresAt],
      )
      return { ticket, expiresAt }
    },
    async use(ticket) {
      const [row] = await query<{ login_id: LoginId; expires_at: Date }>(
        'delete from auth.live_ticket where hash = $1 returning login_id, expires_at',
        [hashToken(ticket)],
        'live-ticket',
      )
      return row && row.expires_at > clock.now() ? row.login_id : null
    },
  }
}
