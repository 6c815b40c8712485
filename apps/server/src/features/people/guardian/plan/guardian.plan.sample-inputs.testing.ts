import type { guardianPlan } from '@attune/contract/features/people/guardian/guardian.plan'
import type { Ownership } from '../../../../platform/policy/policy.ts'
import type { TestContext } from '../../../../testing/fixtures/test-context.ts'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

const client = (context: TestContext, whose: Ownership) => ({ actingFor: context.fixturesOf(whose).clientId })

export const guardianPlanInputs = { plan: { input: client }, planShared: { input: client } } satisfies SampleInputs<
  typeof guardianPlan
>
