import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { diagnosisCodeHandlers } from './diagnosis-code.handlers.ts'
import { diagnosisCodePolicy } from './diagnosis-code.policy.ts'

export const diagnosisCodeFeature = defineFeature({
  handlers: diagnosisCodeHandlers,
  policy: diagnosisCodePolicy,
  deletion: {
    keptOfProduct: {
      'app.diagnosis_code': leftOut('about the practice or the server, not about a person'),
    },
  },
})
