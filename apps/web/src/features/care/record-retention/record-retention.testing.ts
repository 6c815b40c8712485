import type { RecordRetention } from '@attune/contract/features/care/record-retention/record-retention'

/** A record that is kept for ten years, without a hold. It is not on the list of those whose retention ends. */
export const sampleRetention: RecordRetention = {
  keptUntil: '2099-03-04',
  from: 'session',
  years: 10,
  hold: null,
  earlier: [],
  ending: null,
}
