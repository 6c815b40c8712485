import type { Contract } from '@attune/contract'
import { guardianOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string) => ({ action, resource: 'video-call', change: 'own' }) as const

export const callPolicy = {
  join: { ...therapistOrClient, limit: { perMinute: 30 }, audited: audited('join') },
  room: therapistOrClient,
  admit: { ...therapistOnly, audited: audited('admit') },
  askToWait: { ...therapistOnly, audited: audited('ask-to-wait') },
  remove: { ...therapistOnly, audited: audited('remove') },
  allowSharing: { ...therapistOnly, audited: audited('allow-sharing') },
  end: { ...therapistOnly, audited: audited('end') },
  waiting: therapistOnly,
  iceServers: { ...therapistOrClient, limit: { perMinute: 60 }, whileLocked: true },
  ofSession: therapistOrClient,
  joinFor: { ...guardianOnly, limit: { perMinute: 30 }, audited: audited('join') },
  roomFor: guardianOnly,
  iceServersFor: { ...guardianOnly, limit: { perMinute: 60 }, whileLocked: true },
  ofSessionFor: guardianOnly,
} satisfies FeaturePolicy<Contract['call']>
