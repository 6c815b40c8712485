import type { Contract } from '@attune/contract'
import { anyone, clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string, resource = 'form') => ({ action, resource, change: 'own' }) as const

export const formPolicy = {
  list: therapistOnly,
  get: therapistOnly,
  create: { ...therapistOnly, limit: { perHour: 240 } },
  save: therapistOnly,
  confirm: { ...therapistOnly, audited: audited('confirm') },
  setOnJoining: { ...therapistOnly, audited: audited('send-on-joining') },
  remove: { ...therapistOnly, audited: audited('remove') },
  restore: { ...therapistOnly, audited: audited('restore') },
  ofClient: therapistOnly,
  missing: therapistOnly,
  sent: {
    ...therapistOnly,
    auditRead: {
      resource: 'form',
      subject: 'client',
      when: ({ answers, paper }) => answers !== null || paper !== null,
    },
  },
  send: { ...therapistOnly, limit: { perHour: 240 }, audited: audited('send', 'sent-form') },
  replace: { ...therapistOnly, limit: { perHour: 120 }, audited: audited('replace', 'sent-form') },
  keep: { ...therapistOnly, audited: audited('keep-from-guardians', 'sent-form') },
  cancel: { ...therapistOnly, audited: audited('cancel', 'sent-form') },
  acknowledge: { ...therapistOnly, audited: audited('acknowledge', 'sent-form') },
  signOnPaper: { ...therapistOnly, limit: { perHour: 240 }, audited: audited('sign-on-paper', 'sent-form') },
  removePaperSignature: { ...therapistOnly, audited: audited('remove-paper-signature', 'sent-form') },
  withdrawOnPaper: { ...therapistOnly, audited: audited('withdraw', 'sent-form') },
  mine: clientOnly,
  open: clientOnly,
  saveAnswers: clientOnly,
  sign: { ...clientOnly, limit: { perHour: 120 }, audited: audited('sign', 'sent-form') },
  withdraw: { ...clientOnly, limit: { perHour: 60 }, audited: audited('withdraw', 'sent-form') },
  signLinks: therapistOnly,
  sendSignLink: { ...therapistOnly, limit: { perHour: 120 }, audited: audited('send-link', 'sent-form') },
  withdrawSignLink: { ...therapistOnly, audited: audited('withdraw-link', 'sent-form') },
  startSigningHere: { ...therapistOnly, limit: { perHour: 120 }, audited: audited('hand-over', 'sent-form') },
  openTicket: anyone,
  saveTicketAnswers: anyone,
  signTicket: anyone,
} satisfies FeaturePolicy<Contract['form']>
