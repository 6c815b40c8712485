import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { AppContext } from '../app-context.ts'
import type { AuditedValues } from './audit.ts'
import type { AuditRead } from './audit-read.ts'

/**
 * Kinds of callers. `half` is a person who has entered the password but not yet the second factor. `guardian` is a client's account that acts for
 * another client: the call runs in the database role of guardians, for the client in the input's `actingFor`.
 */
export const callerKinds = ['anyone', 'half', 'signed-in', 'therapist', 'client', 'admin', 'guardian'] as const
export type CallerKind = (typeof callerKinds)[number]

/**
 * The owner of the resource that an input names: the caller (`own`), another client of the same therapist (`sibling`), another therapist (`other`),
 * or none, because the id does not exist (`unknown`).
 */
export const ownerships = ['own', 'sibling', 'other', 'unknown'] as const
export type Ownership = (typeof ownerships)[number]

/** The content of the audit row of a call, and the transaction that inserts the row. */
export type Audited = {
  action: string
  /** The kind of resource. The input contains its id. */
  resource: string
  /** Set if the resource is the caller's own account, or belongs only to this account. The input then contains no id. */
  object?: 'caller'
  /**
   * `own`: the first transaction of the caller makes the change and inserts the row. `auth`: another database role makes the change in the
   * schema `auth`. `files`: the change is in files of the server. Absent if the procedure only reads.
   */
  change?: 'own' | 'auth' | 'files'
  /** Reads the values before and after a change of the schema `auth` or of files. Called before the change. */
  describe?: (app: AppContext, input: unknown) => Promise<{ before: AuditedValues; after: AuditedValues }>
}

/** The policy of a procedure: who may call it, how calls are recorded and limited, and which resources a caller can reach. */
export type ProcedurePolicy<Input = unknown, Output = never, Code extends string = string> = {
  /** The kinds of callers who may call the procedure. */
  who: readonly CallerKind[]
  /**
   * `any`: no second factor is needed. `full`: therapists and admins need their second factor. `recent`: in addition, the person must have signed in
   * or confirmed the second factor within the last 15 minutes, so that another person at an open page cannot call the procedure.
   */
  assurance: 'any' | 'full' | 'recent'
  /** Whether a client's account that only acts for others as a guardian is refused, because the procedure is about the caller's own record. */
  needsOwnRecord?: true
  /** Whether the procedure may be called while the screen is locked. Default: only if it needs no login. */
  whileLocked?: boolean
  /** Whether the procedure may be called from a page that still shows an account other than the browser's active one. Default: no. */
  anyAccount?: true
  /**
   * The number of calls that one account can make in an hour or a minute. With `group`, an admin sets the limit. `when` selects the calls that
   * count; by default all do. The server refuses further calls with TOO_MANY, which contains the time to wait.
   */
  limit?: ({ perHour: number } | { perMinute: number } | { group: 'messages' }) & {
    when?: (input: Input extends object ? Input : never) => boolean
  }
  /**
   * For a change that is made often: it begins with a transaction of its caller and does nothing before, so that the transaction can confirm a login
   * which an earlier request has read. Reads need no mark.
   */
  beginsWithTransaction?: true
  /**
   * For a read that has further effects, for example counts a use against a separate limit: it begins only after its login was read from the
   * database. Reads with a `limit` or `audited` need no mark.
   */
  readsLoginFirst?: true
  /** The audit row of each successful call. Absent if the procedure is not audited. */
  audited?: Audited
  /**
   * Present if therapists read clinical text, or guardians open data of a client, with this procedure. Each read is written to the access logs
   * of the clients concerned and to the audit table. Reads of the same resource by one reader within a quarter of an hour share one row.
   */
  auditRead?: AuditRead<Input extends object ? Input : never, Output, Code>
  /**
   * The owners of the resources that each role may reach. Default: therapist `own` and `sibling`, client `own`, admin all except `unknown`.
   */
  reach?: Partial<Record<'therapist' | 'client' | 'admin' | 'anyone', readonly Ownership[]>>
  /** The result of a call for a resource out of reach: a refusal (default), or an empty page for a list. */
  outOfReach?: 'refused' | 'empty'
}

/** One policy for every procedure of a feature. A missing policy is a type error. */
export type FeaturePolicy<Procedures extends Record<string, AnyContractProcedure>> = {
  [Name in keyof Procedures]: ProcedurePolicy<
    InferContractRouterInputs<Procedures[Name]>,
    InferContractRouterOutputs<Procedures[Name]>,
    keyof Procedures[Name]['~orpc']['errorMap'] & string
  >
}

/**
 * The policies that most procedures share. `signedIn` permits a login without the second factor that its role needs; `fullySignedIn`
 * refuses such a login.
 */
export const anyone = { who: ['anyone'], assurance: 'any' } as const satisfies ProcedurePolicy
export const fullySignedIn = { who: ['signed-in'], assurance: 'full' } as const satisfies ProcedurePolicy
export const signedIn = { who: ['signed-in'], assurance: 'any' } as const satisfies ProcedurePolicy
export const therapistOnly = { who: ['therapist'], assurance: 'full' } as const satisfies ProcedurePolicy
export const clientOnly = { who: ['client'], assurance: 'full' } as const satisfies ProcedurePolicy
/** For journal, safety plan and tasks, which a guardian without a record of their own does not have. */
export const clientWithRecord = { ...clientOnly, needsOwnRecord: true } as const satisfies ProcedurePolicy
export const therapistOrClient = { who: ['therapist', 'client'], assurance: 'full' } as const satisfies ProcedurePolicy
export const guardianOnly = { who: ['guardian'], assurance: 'full' } as const satisfies ProcedurePolicy
export const adminOnly = { who: ['admin'], assurance: 'full' } as const satisfies ProcedurePolicy
export const recentAdminOnly = { who: ['admin'], assurance: 'recent' } as const satisfies ProcedurePolicy

/** The reach of procedures for resources of one account: every caller reaches only their own resources. */
export const ownOnly = { therapist: ['own'], client: ['own'], admin: ['own'] } as const
