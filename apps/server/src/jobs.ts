import { calendarCleanups, calendarJobs } from './features/schedule/calendar/calendar.jobs.ts'
import { eventOccurrences } from './features/schedule/calendar/calendar.ts'
import { channelSetupCleanups } from './features/messages/channel-setup/channel-setup.jobs.ts'
import { deliveryCleanups, deliveryJobs } from './features/messages/delivery/delivery.jobs.ts'
import { documentCleanups } from './features/care/document/document.jobs.ts'
import { estimateJobs } from './features/billing/estimate/estimate.jobs.ts'
import {
  externalCalendarCleanups,
  externalCalendarJobs,
} from './features/schedule/external-calendar/external-calendar.jobs.ts'
import { formCleanups, formJobs } from './features/care/form/form.jobs.ts'
import { fileCleanups, fileJobs } from './features/care/file/file.jobs.ts'
import { invoiceCleanups, invoiceJobs } from './features/billing/invoice/invoice.jobs.ts'
import { journalCleanups } from './features/care/journal/journal.jobs.ts'
import { loginCleanups, loginJobs } from './features/people/login/login.jobs.ts'
import { onlinePaymentCleanups, onlinePaymentJobs } from './features/billing/online-payment/online-payment.jobs.ts'
import { paymentJobs } from './features/billing/payment/payment.jobs.ts'
import { pushJobs } from './features/messages/push/push.jobs.ts'
import { recurrenceCleanups, recurrenceJobs } from './features/schedule/recurrence/recurrence.jobs.ts'
import { sessionOccurrences } from './features/schedule/series/series.ts'
import { sessionJobs } from './features/schedule/session/session.jobs.ts'
import { superbillJobs } from './features/billing/superbill/superbill.jobs.ts'
import { taskCleanups, taskJobs } from './features/care/task/task.jobs.ts'
import { textMessageCleanups, textMessageJobs } from './features/messages/text-message/text-message.jobs.ts'
import { treatmentPlanCleanups, treatmentPlanJobs } from './features/care/treatment-plan/treatment-plan.jobs.ts'
import { waitingListJobs } from './features/schedule/waiting-list/waiting-list.jobs.ts'
import type { AppContext } from './platform/app-context.ts'
import { platformCleanups, runCleanupsInOrder } from './platform/jobs/cleanup.ts'
import type { JobHandlers } from './platform/jobs/job-worker.ts'

/** The handlers of all queues. The compiler reports a declared queue that has no handler here. */
export const jobHandlers: JobHandlers = {
  mail: { pollSeconds: 1, run: ({ mailer }, data, attempt) => mailer.deliver(data, attempt) },
  prune: { pollSeconds: 20, run: (context) => runCleanups(context) },
  ...calendarJobs,
  ...deliveryJobs,
  ...estimateJobs,
  ...externalCalendarJobs,
  ...fileJobs,
  ...formJobs,
  ...invoiceJobs,
  ...loginJobs,
  ...onlinePaymentJobs,
  ...paymentJobs,
  ...pushJobs,
  ...recurrenceJobs({ session: sessionOccurrences, event: eventOccurrences }),
  ...sessionJobs,
  ...superbillJobs,
  ...taskJobs,
  ...textMessageJobs,
  ...treatmentPlanJobs,
  ...waitingListJobs,
}

/** Runs the cleanups of the platform and of all features. */
export const runCleanups = (context: AppContext): Promise<void> =>
  runCleanupsInOrder(
    [
      ...platformCleanups,
      ...loginCleanups,
      ...calendarCleanups,
      ...externalCalendarCleanups,
      ...recurrenceCleanups,
      ...taskCleanups,
      ...journalCleanups,
      ...documentCleanups,
      ...fileCleanups,
      ...formCleanups,
      ...deliveryCleanups,
      ...channelSetupCleanups,
      ...textMessageCleanups,
      ...treatmentPlanCleanups,
      ...onlinePaymentCleanups,
      ...invoiceCleanups,
    ],
    context,
  )
