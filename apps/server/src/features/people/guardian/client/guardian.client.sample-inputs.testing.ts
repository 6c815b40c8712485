import type { guardianClient } from '@attune/contract/features/people/guardian/guardian.client'
import { emptyInput, type SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianClientInputs = { mine: emptyInput } satisfies SampleInputs<typeof guardianClient>
