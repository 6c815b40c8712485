import type { DueEstimate, EstimateView } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { sampleId } from '../../schedule/session/session.testing.ts'

/** Returns the estimates of a client without a draft. */
export const sampleEstimates = (part: Partial<EstimateView> = {}): EstimateView => ({
  clientId: sampleId,
  clientName: 'Ana Moreau',
  birthDate: '1991-04-03',
  isOffered: true,
  version: 0,
  content: {
    language: 'en',
    periodFrom: '2026-11-02',
    periodUntil: '2027-11-01',
    frequency: '',
    place: 'Portland, OR',
    diagnosis: '',
    separately: '',
    lines: [],
  },
  missing: [{ field: 'lines', position: null }],
  given: [],
  requests: [],
  ...part,
})

/** Returns a client for whom an estimate is due because of a session. */
export const sampleDue = (part: Partial<DueEstimate> = {}): DueEstimate => ({
  clientId: sampleId,
  clientName: 'Ana Moreau',
  dueOn: '2031-11-05',
  isLate: false,
  sessionOn: '2031-11-20',
  ...part,
})
