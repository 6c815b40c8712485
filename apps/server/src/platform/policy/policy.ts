import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { World } from '../../testing/world.ts'
import type { Opens } from './opens.ts'

/** `half` is a person who proved the password but not yet the second factor. */
export const whos = ['anyone', 'half', 'signed-in', 'therapist', 'client', 'admin'] as const
export type Who = (typeof whos)[number]

/** Whose thing a specimen names: the caller's, another of the same therapist's, another therapist's, nobody's. */
export const whoses = ['own', 'sibling', 'other', 'unknown'] as const
export type Whose = (typeof whoses)[number]

/** Who may call a procedure, and how the matrix test tries it. */
export type Entry<Input = unknown, Output = never> = {
  who: readonly Who[]
  /** `full`: as strong as the role asks; a therapist's and an admin's login needs its second factor. */
  strength: 'any' | 'full'
  /** Leaves a row in the audit log for each successful call. `thing` names the kind of what is looked at. */
  audited?: { action: string; thing: string }
  /** What a therapist opens of a client with it: leaves a line for the client, and a row in the audit log. */
  opens?: Opens<Input extends object ? Input : never, Output>
  /** Whose things each role reaches; without it therapist: own and sibling, client: own, admin: every known one. */
  reach?: Partial<Record<'therapist' | 'client' | 'admin' | 'anyone', readonly Whose[]>>
  /** What a call out of reach gives: a refusal, or (for a list) an answer that is empty. */
  foreign?: 'refused' | 'empty'
  /** Valid input that names own, sibling's, other's or unknown things. */
  specimen: (world: World, whose: Whose) => Input | Promise<Input>
  /**
   * Fields that the specimen leaves out or says more plainly, as they narrow what is shown or name one thing more: each is laid
   * over the caller's own specimen by itself.
   */
  more?: { [Field in keyof Input]?: (world: World, whose: Whose) => Input[Field] }
}

/** One entry for every procedure of a room; a missing one does not compile. */
export type PolicyOf<Room extends Record<string, AnyContractProcedure>> = {
  [Name in keyof Room]: Entry<InferContractRouterInputs<Room[Name]>, InferContractRouterOutputs<Room[Name]>>
}

/** The inputs with which a procedure is tried: its specimen, and with each further field that laid over the caller's own specimen. */
export function inputsOf(entry: Entry, world: World, whose: Whose): { field?: string; input: unknown }[] {
  const more = Object.entries(entry.more ?? {}) as [string, (world: World, whose: Whose) => unknown][]
  const own = entry.specimen(world, 'own') as object
  const laidOver = more.map(([field, value]) => ({ field, input: { ...own, [field]: value(world, whose) } }))
  return [{ input: entry.specimen(world, whose) }, ...laidOver]
}
