import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { notificationAddressEmails } from './notification-address.emails.ts'
import { notificationAddressHandlers } from './notification-address.handlers.ts'
import { notificationAddressPolicy } from './notification-address.policy.ts'

export const notificationAddressFeature = defineFeature({
  handlers: notificationAddressHandlers,
  policy: notificationAddressPolicy,
  emails: notificationAddressEmails,
  deletion: {
    keptOfProduct: {
      'app.notification_address': leftOut('about the practice or the server, not about a person'),
    },
  },
})
