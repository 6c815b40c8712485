import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const sessionPolicy = {
  between: therapistOrClient,
  list: { ...therapistOrClient, outOfReach: 'empty' },
  counts: therapistOrClient,
  waiting: therapistOrClient,
  unanswered: therapistOnly,
  get: {
    ...therapistOrClient,
    auditRead: {
      resource: 'session-texts',
      subject: 'session',
      when: ({ texts }) => texts.some(({ text }) => text !== ''),
    },
  },
  chart: therapistOrClient,
  create: { ...therapistOnly, beginsWithTransaction: true },
  logPast: { ...therapistOnly, limit: { perHour: 600 } },
  request: {
    ...clientOnly,
    limit: { perHour: 30 },
    // `sibling` is another client of the same therapist. The input names only the therapist, who is the same for both
    // clients.
    reach: { client: ['own', 'sibling'] },
  },
  book: {
    ...clientOnly,
    limit: { perHour: 30 },
    audited: { action: 'book', resource: 'session', change: 'own' },
    // See the comment on `request`.
    reach: { client: ['own', 'sibling'] },
  },
  confirm: therapistOnly,
  deny: therapistOnly,
  counter: therapistOnly,
  withdraw: clientOnly,
  accept: clientOnly,
  acceptOnBehalf: therapistOnly,
  decline: clientOnly,
  move: therapistOnly,
  edit: therapistOnly,
  cancel: therapistOnly,
  cancelMany: therapistOnly,
  moveMany: { ...therapistOnly, limit: { perHour: 120 } },
  restore: therapistOnly,
  complete: therapistOnly,
  noShow: therapistOnly,
  correct: { ...therapistOnly, limit: { perHour: 600 } },
  delete: therapistOnly,
} satisfies FeaturePolicy<Contract['session']>
