import { defineFeature } from '../../../platform/feature.ts'
import { mountAvatars } from './account.avatars.mount.ts'
import { accountEmails } from './account.emails.ts'
import { accountExport } from './account.exported.ts'
import { accountHandlers } from './account.handlers.ts'
import { accountPolicy } from './account.policy.ts'

export const accountFeature = defineFeature({
  handlers: accountHandlers,
  policy: accountPolicy,
  emails: accountEmails,
  mounts: [mountAvatars],
  exports: [accountExport],
  deletion: { erasedOfClient: 'account', erasedOfTherapist: 'account', keptOfTherapist: 'profile-details' },
})
