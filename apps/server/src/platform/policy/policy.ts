import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { AuditRead } from './audit-read.ts'

/** `half` is a person who proved the password but not yet the second factor. */
export const callerKinds = ['anyone', 'half', 'signed-in', 'therapist', 'client', 'admin'] as const
export type CallerKind = (typeof callerKinds)[number]

/**
 * Whose fixture a sample input names: the caller's, that of another client of the same therapist, that of another therapist, or none
 * (an unknown id).
 */
export const ownerships = ['own', 'sibling', 'other', 'unknown'] as const
export type Ownership = (typeof ownerships)[number]

/** Who may call a procedure, what a call records, and which resources it reaches. */
export type ProcedurePolicy<Input = unknown, Output = never> = {
  who: readonly CallerKind[]
  /** `full` requires the assurance level of the caller's role: therapists and admins need their second factor. */
  assurance: 'any' | 'full'
  /** Inserts an audit row for each successful call. `thing` names the kind of resource. */
  audited?: { action: string; thing: string }
  /** For a procedure with which a therapist reads clinical text. A read adds a line to the client's access log, and an audit row. */
  auditRead?: AuditRead<Input extends object ? Input : never, Output>
  /** Whose resources each role may reach. Default: therapist `own` and `sibling`, client `own`, admin all except `unknown`. */
  reach?: Partial<Record<'therapist' | 'client' | 'admin' | 'anyone', readonly Ownership[]>>
  /** The result of a call out of reach: a refusal, or (for a list) an empty page. */
  outOfReach?: 'refused' | 'empty'
}

/** One policy for every procedure of a feature; a missing one does not compile. */
export type FeaturePolicy<Procedures extends Record<string, AnyContractProcedure>> = {
  [Name in keyof Procedures]: ProcedurePolicy<
    InferContractRouterInputs<Procedures[Name]>,
    InferContractRouterOutputs<Procedures[Name]>
  >
}

/**
 * Callers that most procedures share, so that a policy reads as a list. `signedIn` includes a login without the second factor that its
 * role needs; `fullySignedIn` does not.
 */
export const anyone = { who: ['anyone'], assurance: 'any' } as const satisfies ProcedurePolicy
export const fullySignedIn = { who: ['signed-in'], assurance: 'full' } as const satisfies ProcedurePolicy
export const signedIn = { who: ['signed-in'], assurance: 'any' } as const satisfies ProcedurePolicy
export const therapistOnly = { who: ['therapist'], assurance: 'full' } as const satisfies ProcedurePolicy
export const clientOnly = { who: ['client'], assurance: 'full' } as const satisfies ProcedurePolicy
export const therapistOrClient = { who: ['therapist', 'client'], assurance: 'full' } as const satisfies ProcedurePolicy
export const adminOnly = { who: ['admin'], assurance: 'full' } as const satisfies ProcedurePolicy

/** The reach of procedures whose resources belong to one account: every role reaches only its own. */
export const ownOnly = { therapist: ['own'], client: ['own'], admin: ['own'] } as const
