import { defineFeature } from '../../../platform/feature.ts'
import { onlinePaymentExport } from './online-payment.exported.ts'
import { onlinePaymentHandlers } from './online-payment.handlers.ts'
import { mountOnlinePaymentHook } from './online-payment.hook.mount.ts'
import { onlinePaymentCleanups, onlinePaymentJobs } from './online-payment.jobs.ts'
import { onlinePaymentPolicy } from './online-payment.policy.ts'

export const onlinePaymentFeature = defineFeature({
  handlers: onlinePaymentHandlers,
  policy: onlinePaymentPolicy,
  jobs: onlinePaymentJobs,
  cleanups: onlinePaymentCleanups,
  mounts: [mountOnlinePaymentHook],
  exports: [onlinePaymentExport],
  deletion: {
    erasedOfTherapist: 'services',
    kept: {
      'app.payment_page': 'billing',
    },
  },
})
