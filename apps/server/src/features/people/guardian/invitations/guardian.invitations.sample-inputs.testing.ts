import type { guardianInvitations } from '@attune/contract/features/people/guardian/guardian.invitations'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianInvitationsInputs = {} satisfies SampleInputs<typeof guardianInvitations>
