import { defineFeature } from '../../../platform/feature.ts'
import { diagnosisCodeHandlers } from './diagnosis-code.handlers.ts'
import { diagnosisCodePolicy } from './diagnosis-code.policy.ts'

export const diagnosisCodeFeature = defineFeature({
  handlers: diagnosisCodeHandlers,
  policy: diagnosisCodePolicy,
})
