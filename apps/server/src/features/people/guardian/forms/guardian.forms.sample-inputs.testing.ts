import type { guardianForms } from '@attune/contract/features/people/guardian/guardian.forms'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianFormsInputs = {} satisfies SampleInputs<typeof guardianForms>
