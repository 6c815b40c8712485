import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { World } from '../../testing/world.ts'
import type { Opens } from './opens.ts'

/** `half` is a person who proved the password but not yet the second factor. */
export const whos = ['anyone', 'half', 'signed-in', 'therapist', 'client', 'admin'] as const
export type Who = (typeof whos)[number]

/** Whose fixture a sample input names: the caller's, another of the same therapist, one of another therapist, or an unknown id. */
export const whoses = ['own', 'sibling', 'other', 'unknown'] as const
export type Whose = (typeof whoses)[number]

/** Who may call a procedure, and the inputs with which the matrix test calls it. */
export type Entry<Input = unknown, Output = never> = {
  who: readonly Who[]
  /** `full`: the assurance level that the role needs; therapists and admins need their second factor. */
  strength: 'any' | 'full'
  /** Inserts an audit row for each successful call. `thing` names the kind of resource. */
  audited?: { action: string; thing: string }
  /** The clinical text that a therapist reads with it: adds a line to the client's access log, and an audit row. */
  opens?: Opens<Input extends object ? Input : never, Output>
  /** Whose resources each role reaches; by default a therapist own and sibling, a client own, an admin every existing one. */
  reach?: Partial<Record<'therapist' | 'client' | 'admin' | 'anyone', readonly Whose[]>>
  /** The result of a call out of reach: a refusal, or (for a list) an empty page. */
  foreign?: 'refused' | 'empty'
  /** A valid input that names own, sibling, other or unknown resources. */
  specimen: (world: World, whose: Whose) => Input | Promise<Input>
  /**
   * Values of optional fields that the sample input omits, such as filters or further ids. Each is tested separately, added to the
   * caller's own sample input.
   */
  more?: { [Field in keyof Input]?: (world: World, whose: Whose) => Input[Field] }
}

/** One policy for every procedure of a feature; a missing one does not compile. */
export type PolicyOf<Procedures extends Record<string, AnyContractProcedure>> = {
  [Name in keyof Procedures]: Entry<
    InferContractRouterInputs<Procedures[Name]>,
    InferContractRouterOutputs<Procedures[Name]>
  >
}

/** The inputs with which a procedure is tested: its sample input, and the caller's own one with each further field. */
export function inputsOf(entry: Entry, world: World, whose: Whose): { field?: string; input: unknown }[] {
  const more = Object.entries(entry.more ?? {}) as [string, (world: World, whose: Whose) => unknown][]
  const own = entry.specimen(world, 'own') as object
  const withField = more.map(([field, value]) => ({ field, input: { ...own, [field]: value(world, whose) } }))
  return [{ input: entry.specimen(world, whose) }, ...withField]
}
