import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { channelSetupEmails } from './channel-setup.emails.ts'
import { channelSetupHandlers } from './channel-setup.handlers.ts'
import { channelSetupCleanups } from './channel-setup.jobs.ts'
import { channelSetupPolicy } from './channel-setup.policy.ts'

export const channelSetupFeature = defineFeature({
  handlers: channelSetupHandlers,
  policy: channelSetupPolicy,
  cleanups: channelSetupCleanups,
  emails: channelSetupEmails,
  deletion: {
    keptOfProduct: {
      'app.channel_setting': leftOut('about the practice or the server, not about a person'),
      'app.text_sender': leftOut('about the practice or the server, not about a person'),
      'app.text_template': leftOut('about the practice or the server, not about a person'),
    },
  },
})
