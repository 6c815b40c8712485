import type { guardianSessions } from '@attune/contract/features/people/guardian/guardian.sessions'
import { guardianOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianSessionsPolicy = {
  home: guardianOnly,
  sessions: guardianOnly,
  session: guardianOnly,
  acceptSession: guardianOnly,
  declineSession: guardianOnly,
  withdrawSession: guardianOnly,
  freeTimes: guardianOnly,
  requestSession: { ...guardianOnly, limit: { perHour: 30 } },
  requestMove: { ...guardianOnly, limit: { perHour: 60 } },
  requestCancel: { ...guardianOnly, limit: { perHour: 60 } },
  withdrawChange: guardianOnly,
  acceptProposedTime: guardianOnly,
  declineProposedTime: guardianOnly,
} satisfies FeaturePolicy<typeof guardianSessions>
