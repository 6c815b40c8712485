import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changed = (action: string) =>
  ({ ...therapistOnly, audited: { action, resource: 'external-calendar', change: 'own' } }) as const

export const externalCalendarPolicy = {
  accounts: therapistOnly,
  connect: { ...changed('connect'), limit: { perHour: 30 } },
  beginGoogle: { ...therapistOnly, limit: { perHour: 30 } },
  find: { ...therapistOnly, limit: { perHour: 60 } },
  add: { ...changed('add'), limit: { perHour: 60 } },
  change: changed('change'),
  syncNow: { ...therapistOnly, limit: { perHour: 120 } },
  setPassword: { ...changed('password'), limit: { perHour: 30 } },
  remove: changed('remove'),
  removeAccount: changed('disconnect'),
  questions: therapistOnly,
  answer: { ...changed('answer'), limit: { perHour: 240 } },
} satisfies FeaturePolicy<Contract['externalCalendar']>
