import type { Contract } from '@attune/contract'
import { clientOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changesAnHour = 60

export const consentPolicy = {
  list: clientOnly,
  get: therapistOrClient,
  give: {
    ...therapistOrClient,
    limit: { perHour: changesAnHour },
    audited: { action: 'give-text-consent', resource: 'client', change: 'own' },
  },
  withdraw: {
    ...therapistOrClient,
    audited: { action: 'withdraw-text-consent', resource: 'client', change: 'own' },
  },
} satisfies FeaturePolicy<Contract['consent']>
