import type { Contract } from '@attune/contract'
import { therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const seriesPolicy = {
  preview: therapistOnly,
  create: { ...therapistOnly, limit: { perHour: 240 } },
  get: therapistOnly,
  previewChange: therapistOnly,
  change: therapistOnly,
  cancel: therapistOnly,
  accept: therapistOrClient,
} satisfies FeaturePolicy<Contract['series']>
