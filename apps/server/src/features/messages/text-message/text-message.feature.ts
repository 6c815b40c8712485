import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { textMessageHandlers } from './text-message.handlers.ts'
import { textMessageCleanups, textMessageJobs } from './text-message.jobs.ts'
import { textMessagePolicy } from './text-message.policy.ts'

export const textMessageFeature = defineFeature({
  handlers: textMessageHandlers,
  policy: textMessagePolicy,
  jobs: textMessageJobs,
  cleanups: textMessageCleanups,
  deletion: {
    erasedOfTherapist: 'unassigned-texts',
    keptOfProduct: {
      'app.incoming_text': leftOut('about the practice or the server, not about a person'),
    },
  },
})
