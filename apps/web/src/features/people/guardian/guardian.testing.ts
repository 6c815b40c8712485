import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import { otherSampleId, sampleId } from '../../schedule/session/session.testing.ts'

/** A client for whom the signed-in person acts with all rights. */
export const sampleGuardedClient = (part: Partial<GuardedClient> = {}): GuardedClient => ({
  clientId: sampleId,
  firstName: 'Tim',
  lastName: 'Weber',
  therapistId: otherSampleId,
  therapistName: 'Lena Brandt',
  rights: [...guardianRights],
  ...part,
})
