import type { AnyContractProcedure, InferContractRouterInputs } from '@orpc/contract'
import type { Ownership } from '../../platform/policy/policy.ts'
import type { TestContext } from '../fixtures/test-context.ts'

/** The valid inputs with which tests call one procedure. */
export type SampleInput<Input = unknown> = {
  /** Returns a valid input that names resources of the owner `whose`. */
  input: (context: TestContext, whose: Ownership) => Input | Promise<Input>
  /**
   * Values of optional fields that `input` omits, such as filters or further ids. Tests add one field at a time to the input for the
   * caller's own resources.
   */
  fields?: { [Field in keyof Input]?: (context: TestContext, whose: Ownership) => Input[Field] }
}

/** One sample input for every procedure of a feature. A missing sample input is a type error. */
export type SampleInputs<Procedures extends Record<string, AnyContractProcedure>> = {
  [Name in keyof Procedures]: SampleInput<InferContractRouterInputs<Procedures[Name]>>
}

/** The sample input of a procedure without input fields, or with optional fields only. */
export const emptyInput = { input: () => ({}) }

/**
 * Returns the inputs with which a procedure is tested. The first is the sample input for resources of the owner `whose`. For each of
 * `fields`, a further input names the caller's own resources and adds that field for `whose`.
 */
export function sampleInputsOf(
  sample: SampleInput,
  context: TestContext,
  whose: Ownership,
): { field?: string; input: unknown }[] {
  const more = Object.entries(sample.fields ?? {}) as [string, (context: TestContext, whose: Ownership) => unknown][]
  const own = sample.input(context, 'own') as object
  const withField = more.map(([field, value]) => ({ field, input: { ...own, [field]: value(context, whose) } }))
  return [{ input: sample.input(context, whose) }, ...withField]
}
