import type { Contract } from '@attune/contract'
import { adminOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changed = (resource: string, action = 'change') =>
  ({ ...adminOnly, audited: { action, resource, change: 'own' } }) as const

export const channelSetupPolicy = {
  get: adminOnly,
  saveAccount: changed('text-account'),
  saveTexts: changed('text-settings'),
  saveSender: changed('text-sender'),
  removeSender: changed('text-sender', 'remove'),
  saveTemplate: { ...changed('text-template'), limit: { perHour: 120 } },
  removeTemplate: changed('text-template', 'remove'),
  setChannelOn: changed('text-channel', 'switch'),
  recordAgreement: changed('processing-agreement', 'state'),
  setCarriesContent: changed('text-content', 'switch'),
  sendTest: { ...adminOnly, limit: { perHour: 20 }, audited: { action: 'test', resource: 'text-channel' } },
  savePushHosts: changed('push-hosts'),
} satisfies FeaturePolicy<Contract['channelSetup']>
