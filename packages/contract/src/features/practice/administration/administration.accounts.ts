import { z } from 'zod'
import { AccountId, Done, EmptyInput, Id } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { Email, Language, Name, text } from '../../../common/text/text.schemas.ts'
import { Instant, Zone } from '../../../common/time/time.schemas.ts'
import { Role } from '../../people/account/account.ts'
import { roleObstacles } from './administration.rules.ts'

const ByAccount = z.strictObject({ accountId: AccountId })

/** SELF: the account is the caller's own. LAST_ADMIN: the account is the caller's own, and no other admin can sign in. */
const OWN_ACCOUNT = { SELF: { status: 409 }, LAST_ADMIN: { status: 409 } } as const

export const AuditLine = z.strictObject({
  /** The number of the line. A later line has a higher number. */
  id: z.string(),
  at: z.string(),
  actorId: AccountId,
  /** The name of the person who acted; empty if the account was deleted. */
  actorName: z.string(),
  action: z.string(),
  /** The kind of resource. */
  thing: z.string(),
  /** The id of the resource; null if the action does not concern a single resource. */
  thingId: Id.nullable(),
  /** The name of the account that the action concerned; empty for other resources. */
  thingName: z.string(),
  /** The IP address of the caller; null for lines from before addresses were recorded. */
  ip: z.string().nullable(),
  /** The changed values before the action; null if it changed no value that may be shown. */
  before: z.record(z.string(), z.unknown()).nullable(),
  /** The changed values after the action; null if it changed no value that may be shown. */
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

const auditFilter = {
  /** An account that acted or that an action concerned. */
  person: AccountId.optional(),
  action: text(60).optional(),
  from: Instant.optional(),
  /** The first instant after the period. */
  until: Instant.optional(),
}

export const accountProcedures = {
  /**
   * Disables an account and ends all its logins, or enables it. Emails the account. Changes nothing if the account is in this state already.
   */
  setAccountDisabled: write
    .input(z.strictObject({ accountId: AccountId, disabled: z.boolean() }))
    .output(Done)
    .errors(OWN_ACCOUNT),
  /** Ends all logins of an account and emails the account. */
  signOutAccount: write.input(ByAccount).output(Done),
  /**
   * Changes the role of an account, ends all its logins and emails the account. ROLE_IN_USE lists the data that the account still owns in its old
   * role.
   */
  changeRole: write
    .input(z.strictObject({ accountId: AccountId, role: Role }))
    .output(Done)
    .errors({
      ...OWN_ACCOUNT,
      ROLE_IN_USE: { status: 409, data: z.object({ obstacles: z.array(z.enum(roleObstacles)) }) },
    }),
  /**
   * Creates an account with a role and emails a link with which the person sets a password. The link is valid for seven days. Repeating the call with
   * the same id and address changes nothing. Refuses with ACCOUNT_EXISTS if the address or the id already has an account.
   */
  inviteAccount: write
    .input(
      z.strictObject({
        id: AccountId,
        firstName: Name,
        lastName: Name,
        email: Email,
        role: Role,
        language: Language,
        zone: Zone,
      }),
    )
    .output(Done)
    .errors({ ACCOUNT_EXISTS: { status: 409 } }),
  /** The number of upcoming sessions of a therapist; 0 for other accounts. */
  comingSessions: read.input(ByAccount).output(z.strictObject({ count: z.number() })),
}

export const auditLogProcedures = {
  /** The administration audit log, the latest line first. */
  auditLog: read.input(z.strictObject({ ...auditFilter, ...paging })).output(pageOf(AuditLine)),
  /** The actions and people by which the log can be filtered. */
  auditLogFilters: read.input(EmptyInput).output(
    z.strictObject({
      actions: z.array(z.string()),
      people: z.array(z.strictObject({ id: AccountId, name: z.string() })),
    }),
  ),
  /** The lines as CSV, latest first, at most 10,000. `isComplete` is false if there are more. */
  exportAuditLog: read
    .input(z.strictObject(auditFilter))
    .output(z.strictObject({ csv: z.string(), isComplete: z.boolean() })),
}
