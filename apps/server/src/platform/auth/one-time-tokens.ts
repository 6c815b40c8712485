import type { AccountId, GuardianId, InvitationId } from '@attune/contract/common/ids'
import { createHash, createHmac } from 'node:crypto'
import { inviteCodeAlphabet, inviteCodeLength, invitationValidDays } from '@attune/contract/common/constants'
import { linkDays } from '@attune/contract/features/billing/invoice/invoice.rules'
import { signLinkDays } from '@attune/contract/features/care/form/form.rules'
import { addressLinkHours } from '@attune/contract/features/messages/notification-address/notification-address.rules'
import type { Clock } from '../clock.ts'
import type { AuthQuery } from './pool.ts'

export const tokenPurposes = [
  'confirm',
  'reset',
  'invite',
  'guardian',
  'setup',
  'email-new',
  'email-old',
  'handover',
  'stop-factor-reset',
  'invoice',
  'notification-address',
  'form-ticket',
] as const
export type TokenPurpose = (typeof tokenPurposes)[number]
/** The purposes of the links that a therapist sends to an invited client, and to an invited guardian of a client. */
export type InvitationPurpose = Extract<TokenPurpose, 'invite' | 'guardian'>

const hour = 60 * 60 * 1000
const validFor: Record<TokenPurpose, number> = {
  confirm: 24 * hour,
  reset: hour,
  invite: invitationValidDays * 24 * hour,
  guardian: invitationValidDays * 24 * hour,
  setup: 7 * 24 * hour,
  'email-new': 24 * hour,
  'email-old': 24 * hour,
  handover: hour / 60,
  'stop-factor-reset': 24 * hour,
  invoice: linkDays * 24 * hour,
  'notification-address': addressLinkHours * hour,
  'form-ticket': signLinkDays * 24 * hour,
}

export type OneTimeToken = {
  purpose: TokenPurpose
  /** The id of the resource that the token is for, such as an account or an invitation. */
  subject: string
  /** A token of a higher generation voids the earlier tokens with the same purpose and subject. */
  generation: number
  /** The email address of the recipient; null if none was given. */
  email: string | null
  /** The account of the recipient; null if the recipient has none. */
  userId: AccountId | null
}

/** The recipient of a token. The fields that are unknown are null or absent. */
export type TokenRecipient = {
  email?: string | null
  userId?: AccountId | null
  /** Replaces the usual validity of the purpose. */
  expiresAt?: Date
}

export type OneTimeTokens = {
  /**
   * Returns the token of a link: 256 bits derived from the secret key, purpose, subject and generation. The database therefore stores no
   * token, only its hash.
   */
  tokenOf(purpose: TokenPurpose, subject: string, generation: number): string
  /** Returns the 8-character code that replaces the token for a person who types it. */
  codeOf(purpose: TokenPurpose, subject: string, generation: number): string
  /** Returns the six digits that confirm a token. They are derived like the token, so that the database does not contain them. */
  digitsOf(purpose: TokenPurpose, subject: string, generation: number): string
  /**
   * Makes a token valid by storing its hash. Voids the previous token with the same purpose and subject. Changes
   * nothing unless the generation is higher than the stored one.
   */
  issue(purpose: TokenPurpose, subject: string, generation: number, about: TokenRecipient): Promise<void>
  /** Reads a token without using it up; null if the token is not valid. */
  read(purpose: TokenPurpose, token: string): Promise<OneTimeToken | null>
  /** Uses up a token, so that it is no longer valid. */
  use(purpose: TokenPurpose, token: string): Promise<void>
  /** Returns the account that used a token, until the time at which the token would have expired; null if no account did. */
  usedBy(purpose: TokenPurpose, token: string): Promise<AccountId | null>
  /** Returns the subject of a token in any state: valid, used, expired or superseded; null for an unknown token. */
  subjectOf(purpose: TokenPurpose, token: string): Promise<string | null>
  /**
   * Uses up an invitation's token for an account and returns the invitation's id. A repeated call for the same account returns the id
   * again; a call for another account returns null.
   */
  useInvitation(
    by: { token: string } | { code: string },
    userId: AccountId,
    purpose?: InvitationPurpose,
  ): Promise<string | null>
  /**
   * Returns the ids of the invitations whose token this account has used and that are not settled. An invitation is
   * settled once the server has tried to connect the client with the therapist, even if the connection was refused.
   */
  unsettledInvitations(userId: AccountId, purpose?: InvitationPurpose): Promise<string[]>
  /** Marks the token of an invitation as settled. */
  settleInvitation(invitationId: InvitationId | GuardianId, purpose?: InvitationPurpose): Promise<void>
}

/**
 * Derives 8 characters from one or more blocks of bytes. Skips bytes that are not below the largest multiple of the alphabet's length, so
 * that every character is equally likely.
 */
export function readableCode(blockOf: (block: number) => Buffer): string {
  const whole = 256 - (256 % inviteCodeAlphabet.length)
  let code = ''
  for (let block = 0; code.length < inviteCodeLength; block++) {
    for (const byte of blockOf(block)) {
      if (byte < whole && code.length < inviteCodeLength) code += inviteCodeAlphabet[byte % inviteCodeAlphabet.length]
    }
  }
  return code
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export function openOneTimeTokens(query: AuthQuery, clock: Clock, linkKey: string): OneTimeTokens {
  const secrets = tokenSecrets(linkKey)
  const { tokenOf, codeOf, digitsOf } = secrets
  return {
    tokenOf,
    codeOf,
    digitsOf,
    ...storedTokens(query, clock, secrets),
    async usedBy(purpose, token) {
      const [row] = await query<{ used_by: AccountId | null }>(
        'select used_by from auth.secret where hash = $1 and purpose = $2 and used_at is not null and expires_at > $3',
        [hashToken(token), purpose, clock.now()],
      )
      return row?.used_by ?? null
    },
    async subjectOf(purpose, token) {
      const [row] = await query<{ subject: string }>(
        `select subject from auth.secret where hash = $1 and purpose = $2
         union all select subject from auth.superseded where hash = $1 and purpose = $2 limit 1`,
        [hashToken(token), purpose],
      )
      return row?.subject ?? null
    },
    ...invitationTokens(query, clock, secrets.codeHashOf),
  }
}

/** Returns functions that derive tokens, codes and the hashes of codes from the key for links. */
function tokenSecrets(linkKey: string) {
  const derive = (...parts: string[]) => createHmac('sha256', linkKey).update(parts.join(':')).digest()
  const name = (purpose: TokenPurpose, subject: string, generation: number) => `${purpose}:${subject}:${generation}`
  const tokenOf: OneTimeTokens['tokenOf'] = (...of) => derive(name(...of)).toString('base64url')
  const codeOf: OneTimeTokens['codeOf'] = (...of) => readableCode((block) => derive('code', name(...of), String(block)))
  // 48 bits, so that each of the million codes is equally likely for all practical purposes.
  const digitsOf: OneTimeTokens['digitsOf'] = (...of) =>
    String(derive('digits', name(...of)).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  return { tokenOf, codeOf, digitsOf, codeHashOf: (code: string) => derive('code-hash', code) }
}

type TokenSecrets = ReturnType<typeof tokenSecrets>
type Stored = Pick<OneTimeTokens, 'issue' | 'read' | 'use'>
type StoredToken = { subject: string; generation: number; email: string | null; user_id: AccountId | null }

function storedTokens(query: AuthQuery, clock: Clock, { tokenOf, codeOf, codeHashOf }: TokenSecrets): Stored {
  return {
    async issue(purpose, subject, generation, about) {
      const now = clock.now()
      await query(
        `with before as (select hash, purpose, subject from auth.secret where purpose = $2 and subject = $3 and generation < $4),
              kept as (insert into auth.superseded (hash, purpose, subject, replaced_at) select hash, purpose, subject, $9 from before
                       on conflict (hash) do nothing)
         insert into auth.secret (hash, purpose, subject, generation, code_hash, email, user_id, expires_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (purpose, subject) do update set
           hash = excluded.hash, generation = excluded.generation, code_hash = excluded.code_hash, email = excluded.email,
           user_id = excluded.user_id, expires_at = excluded.expires_at, created_at = excluded.created_at,
           used_by = null, used_at = null, settled_at = null
         where secret.generation < excluded.generation`,
        [
          hashToken(tokenOf(purpose, subject, generation)),
          purpose,
          subject,
          generation,
          purpose === 'invite' ? codeHashOf(codeOf(purpose, subject, generation)) : null,
          about.email ?? null,
          about.userId ?? null,
          about.expiresAt ?? new Date(now.getTime() + validFor[purpose]),
          now,
        ],
      )
    },
    async read(purpose, token) {
      const [row] = await query<StoredToken>(
        `select subject, generation, email, user_id from auth.secret where hash = $1 and purpose = $2 and used_at is null and expires_at > $3`,
        [hashToken(token), purpose, clock.now()],
        'secret-look',
      )
      return row
        ? { purpose, subject: row.subject, generation: row.generation, email: row.email, userId: row.user_id }
        : null
    },
    async use(purpose, token) {
      await query(
        'update auth.secret set used_at = $3 where hash = $1 and purpose = $2 and used_at is null and expires_at > $3',
        [hashToken(token), purpose, clock.now()],
      )
    },
  }
}

type Invitations = Pick<OneTimeTokens, 'useInvitation' | 'unsettledInvitations' | 'settleInvitation'>

function invitationTokens(query: AuthQuery, clock: Clock, codeHashOf: TokenSecrets['codeHashOf']): Invitations {
  return {
    async useInvitation(by, userId, purpose = 'invite') {
      const [column, hash] = 'token' in by ? ['hash', hashToken(by.token)] : ['code_hash', codeHashOf(by.code)]
      const [row] = await query<{ subject: string }>(
        `update auth.secret set used_by = $2, used_at = coalesce(used_at, $3)
         where ${column} = $1 and purpose = $4 and (used_at is null or used_by = $2) and expires_at > $3 returning subject`,
        [hash, userId, clock.now(), purpose],
      )
      return row?.subject ?? null
    },
    async unsettledInvitations(userId, purpose = 'invite') {
      const rows = await query<{ subject: string }>(
        `select subject from auth.secret where used_by = $1 and purpose = $2 and settled_at is null`,
        [userId, purpose],
        'secret-unsettled',
      )
      return rows.map((row) => row.subject)
    },
    async settleInvitation(invitationId, purpose = 'invite') {
      await query(`update auth.secret set settled_at = $2 where purpose = $3 and subject = $1`, [
        invitationId,
        clock.now(),
        purpose,
      ])
    },
  }
}
