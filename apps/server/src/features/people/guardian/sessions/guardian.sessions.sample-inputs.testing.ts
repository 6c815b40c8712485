import type { guardianSessions } from '@attune/contract/features/people/guardian/guardian.sessions'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianSessionsInputs = {} satisfies SampleInputs<typeof guardianSessions>
