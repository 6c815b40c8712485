import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string, resource = 'waiting-entry') => ({ action, resource, change: 'own' }) as const

export const waitingListPolicy = {
  list: therapistOnly,
  saveSettings: {
    ...therapistOnly,
    audited: { action: 'edit', resource: 'waiting-list-settings', object: 'caller', change: 'own' },
  },
  add: { ...therapistOnly, limit: { perHour: 240 }, audited: audited('add') },
  remove: { ...therapistOnly, audited: audited('remove') },
  offer: { ...therapistOnly, limit: { perHour: 240 }, audited: audited('offer', 'waiting-offer') },
  offerFreed: { ...therapistOnly, audited: audited('offer', 'freed-time') },
  withdrawOffer: { ...therapistOnly, audited: audited('withdraw', 'waiting-offer') },
  mine: clientOnly,
  // Another client of the same therapist (`sibling`) may join too, because the input names only the therapist.
  join: { ...clientOnly, limit: { perHour: 30 }, audited: audited('add'), reach: { client: ['own', 'sibling'] } },
  change: { ...clientOnly, limit: { perHour: 60 }, audited: audited('edit') },
  leave: { ...clientOnly, audited: audited('withdraw') },
  accept: { ...clientOnly, limit: { perHour: 60 }, audited: audited('accept', 'waiting-offer') },
  decline: { ...clientOnly, audited: audited('decline', 'waiting-offer') },
} satisfies FeaturePolicy<Contract['waitingList']>
