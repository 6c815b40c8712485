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
})
