import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { TestContext } from '../../testing/fixtures/test-context.ts'
import type { AuditRead } from './audit-read.ts'

/** `half` is a person who proved the password but not yet the second factor. */
export const callerKinds = ['anyone', 'half', 'signed-in', 'therapist', 'client', 'admin'] as const
export type CallerKind = (typeof callerKinds)[number]

/** Whose fixture a sample input names: the caller's, another of the same therapist, one of another therapist, or an unknown id. */
export const ownerships = ['own', 'sibling', 'other', 'unknown'] as const
export type Ownership = (typeof ownerships)[number]

/** Who may call a procedure, and the inputs with which the matrix test calls it. */
export type ProcedurePolicy<Input = unknown, Output = never> = {
  who: readonly CallerKind[]
  /** `full`: the assurance level that the role needs; therapists and admins need their second factor. */
  assurance: 'any' | 'full'
  /** Inserts an audit row for each successful call. `thing` names the kind of resource. */
  audited?: { action: string; thing: string }
  /** The clinical text that a therapist reads with it: adds a line to the client's access log, and an audit row. */
  auditRead?: AuditRead<Input extends object ? Input : never, Output>
  /** Whose resources each role reaches; by default a therapist own and sibling, a client own, an admin every existing one. */
  reach?: Partial<Record<'therapist' | 'client' | 'admin' | 'anyone', readonly Ownership[]>>
  /** The result of a call out of reach: a refusal, or (for a list) an empty page. */
  outOfReach?: 'refused' | 'empty'
  /** A valid input that names own, sibling, other or unknown resources. */
  sampleInput: (world: TestContext, whose: Ownership) => Input | Promise<Input>
  /**
   * Values of optional fields that the sample input omits, such as filters or further ids. Each is tested separately, added to the
   * caller's own sample input.
   */
  sampleFields?: { [Field in keyof Input]?: (world: TestContext, whose: Ownership) => Input[Field] }
}

/** One policy for every procedure of a feature; a missing one does not compile. */
export type FeaturePolicy<Procedures extends Record<string, AnyContractProcedure>> = {
  [Name in keyof Procedures]: ProcedurePolicy<
    InferContractRouterInputs<Procedures[Name]>,
    InferContractRouterOutputs<Procedures[Name]>
  >
}

/** The inputs with which a procedure is tested: its sample input, and the caller's own one with each further field. */
export function sampleInputsOf(
  entry: ProcedurePolicy,
  world: TestContext,
  whose: Ownership,
): { field?: string; input: unknown }[] {
  const more = Object.entries(entry.sampleFields ?? {}) as [string, (world: TestContext, whose: Ownership) => unknown][]
  const own = entry.sampleInput(world, 'own') as object
  const withField = more.map(([field, value]) => ({ field, input: { ...own, [field]: value(world, whose) } }))
  return [{ input: entry.sampleInput(world, whose) }, ...withField]
}
