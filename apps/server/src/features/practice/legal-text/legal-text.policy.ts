import type { Contract } from '@attune/contract'
import {
  adminOnly,
  anyone,
  clientOnly,
  signedIn,
  therapistOnly,
  therapistOrClient,
  type FeaturePolicy,
} from '../../../platform/policy/policy.ts'

export const legalTextPolicy = {
  joining: anyone,
  // Every version was public once, so no further check is needed.
  version: signedIn,
  history: adminOnly,
  startingText: adminOnly,
  publish: { ...adminOnly, audited: { action: 'publish', resource: 'legal-page', change: 'own' } },
  mine: therapistOrClient,
  ofClient: therapistOnly,
  dismissChange: clientOnly,
} satisfies FeaturePolicy<Contract['legalText']>
