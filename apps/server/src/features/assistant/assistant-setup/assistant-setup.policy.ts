import type { Contract } from '@attune/contract'
import { adminOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changed = (resource: string, action = 'change') =>
  ({ ...adminOnly, audited: { action, resource, change: 'own' } }) as const

export const assistantSetupPolicy = {
  get: adminOnly,
  save: changed('assistant'),
  saveKey: changed('assistant-key'),
  recordAgreement: changed('assistant-agreement', 'state'),
  switchOn: changed('assistant', 'switch'),
  switchOff: changed('assistant', 'switch'),
  models: { ...adminOnly, limit: { perHour: 120 } },
  test: { ...adminOnly, limit: { perHour: 60 }, audited: { action: 'test', resource: 'assistant' } },
} satisfies FeaturePolicy<Contract['assistantSetup']>
