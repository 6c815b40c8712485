// generated: imports
import { assistantFeature } from './features/assistant/assistant/assistant.feature.ts'
import { assistantConsentFeature } from './features/assistant/assistant-consent/assistant-consent.feature.ts'
import { assistantSetupFeature } from './features/assistant/assistant-setup/assistant-setup.feature.ts'
import { businessFeature } from './features/billing/business/business.feature.ts'
import { estimateFeature } from './features/billing/estimate/estimate.feature.ts'
import { invoiceFeature } from './features/billing/invoice/invoice.feature.ts'
import { onlinePaymentFeature } from './features/billing/online-payment/online-payment.feature.ts'
import { payerFeature } from './features/billing/payer/payer.feature.ts'
import { paymentFeature } from './features/billing/payment/payment.feature.ts'
import { serviceFeature } from './features/billing/service/service.feature.ts'
import { superbillFeature } from './features/billing/superbill/superbill.feature.ts'
import { diagnosisCodeFeature } from './features/care/diagnosis-code/diagnosis-code.feature.ts'
import { documentFeature } from './features/care/document/document.feature.ts'
import { fileFeature } from './features/care/file/file.feature.ts'
import { formFeature } from './features/care/form/form.feature.ts'
import { journalFeature } from './features/care/journal/journal.feature.ts'
import { measureFeature } from './features/care/measure/measure.feature.ts'
import { noteFeature } from './features/care/note/note.feature.ts'
import { recordCopyFeature } from './features/care/record-copy/record-copy.feature.ts'
import { recordErasureFeature } from './features/care/record-erasure/record-erasure.feature.ts'
import { recordExportFeature } from './features/care/record-export/record-export.feature.ts'
import { recordRequestFeature } from './features/care/record-request/record-request.feature.ts'
import { recordRetentionFeature } from './features/care/record-retention/record-retention.feature.ts'
import { safetyFeature } from './features/care/safety/safety.feature.ts'
import { sessionPrepFeature } from './features/care/session-prep/session-prep.feature.ts'
import { taskFeature } from './features/care/task/task.feature.ts'
import { treatmentPlanFeature } from './features/care/treatment-plan/treatment-plan.feature.ts'
import { clientHomeFeature } from './features/home/client-home/client-home.feature.ts'
import { dashboardFeature } from './features/home/dashboard/dashboard.feature.ts'
import { firstPageFeature } from './features/home/first-page/first-page.feature.ts'
import { searchFeature } from './features/home/search/search.feature.ts'
import { channelSetupFeature } from './features/messages/channel-setup/channel-setup.feature.ts'
import { consentFeature } from './features/messages/consent/consent.feature.ts'
import { deliveryFeature } from './features/messages/delivery/delivery.feature.ts'
import { messageFeature } from './features/messages/message/message.feature.ts'
import { messageSettingsFeature } from './features/messages/message-settings/message-settings.feature.ts'
import { notificationFeature } from './features/messages/notification/notification.feature.ts'
import { notificationAddressFeature } from './features/messages/notification-address/notification-address.feature.ts'
import { pushFeature } from './features/messages/push/push.feature.ts'
import { textMessageFeature } from './features/messages/text-message/text-message.feature.ts'
import { accessFeature } from './features/people/access/access.feature.ts'
import { accountFeature } from './features/people/account/account.feature.ts'
import { clientFeature } from './features/people/client/client.feature.ts'
import { clientTagFeature } from './features/people/client-tag/client-tag.feature.ts'
import { connectionFeature } from './features/people/connection/connection.feature.ts'
import { guardianFeature } from './features/people/guardian/guardian.feature.ts'
import { loginFeature } from './features/people/login/login.feature.ts'
import { nativeAppFeature } from './features/people/native-app/native-app.feature.ts'
import { personalExportFeature } from './features/people/personal-export/personal-export.feature.ts'
import { administrationFeature } from './features/practice/administration/administration.feature.ts'
import { apiAccessFeature } from './features/practice/api-access/api-access.feature.ts'
import { legalTextFeature } from './features/practice/legal-text/legal-text.feature.ts'
import { productFeature } from './features/practice/product/product.feature.ts'
import { restoreFeature } from './features/practice/restore/restore.feature.ts'
import { availabilityFeature } from './features/schedule/availability/availability.feature.ts'
import { calendarFeature } from './features/schedule/calendar/calendar.feature.ts'
import { callFeature } from './features/schedule/call/call.feature.ts'
import { changeRequestFeature } from './features/schedule/change-request/change-request.feature.ts'
import { externalCalendarFeature } from './features/schedule/external-calendar/external-calendar.feature.ts'
import { groupFeature } from './features/schedule/group/group.feature.ts'
import { recurrenceFeature } from './features/schedule/recurrence/recurrence.feature.ts'
import { seriesFeature } from './features/schedule/series/series.feature.ts'
import { sessionFeature } from './features/schedule/session/session.feature.ts'
import { sessionTypeFeature } from './features/schedule/session-type/session-type.feature.ts'
import { termsFeature } from './features/schedule/terms/terms.feature.ts'
import { waitingListFeature } from './features/schedule/waiting-list/waiting-list.feature.ts'
// end

/**
 * All features that add something to the server, under their names in the contract. Router, policies, jobs, emails, routes and exports derive
 * from this list. Generated by `npm run lists`: one line per `<feature>.feature.ts`.
 */
export const features = {
  // generated: features
  assistant: assistantFeature,
  assistantConsent: assistantConsentFeature,
  assistantSetup: assistantSetupFeature,
  business: businessFeature,
  estimate: estimateFeature,
  invoice: invoiceFeature,
  onlinePayment: onlinePaymentFeature,
  payer: payerFeature,
  payment: paymentFeature,
  service: serviceFeature,
  superbill: superbillFeature,
  diagnosisCode: diagnosisCodeFeature,
  document: documentFeature,
  file: fileFeature,
  form: formFeature,
  journal: journalFeature,
  measure: measureFeature,
  note: noteFeature,
  recordCopy: recordCopyFeature,
  recordErasure: recordErasureFeature,
  recordExport: recordExportFeature,
  recordRequest: recordRequestFeature,
  recordRetention: recordRetentionFeature,
  safety: safetyFeature,
  sessionPrep: sessionPrepFeature,
  task: taskFeature,
  treatmentPlan: treatmentPlanFeature,
  clientHome: clientHomeFeature,
  dashboard: dashboardFeature,
  firstPage: firstPageFeature,
  search: searchFeature,
  channelSetup: channelSetupFeature,
  consent: consentFeature,
  delivery: deliveryFeature,
  message: messageFeature,
  messageSettings: messageSettingsFeature,
  notification: notificationFeature,
  notificationAddress: notificationAddressFeature,
  push: pushFeature,
  textMessage: textMessageFeature,
  access: accessFeature,
  account: accountFeature,
  client: clientFeature,
  clientTag: clientTagFeature,
  connection: connectionFeature,
  guardian: guardianFeature,
  login: loginFeature,
  nativeApp: nativeAppFeature,
  personalExport: personalExportFeature,
  administration: administrationFeature,
  apiAccess: apiAccessFeature,
  legalText: legalTextFeature,
  product: productFeature,
  restore: restoreFeature,
  availability: availabilityFeature,
  calendar: calendarFeature,
  call: callFeature,
  changeRequest: changeRequestFeature,
  externalCalendar: externalCalendarFeature,
  group: groupFeature,
  recurrence: recurrenceFeature,
  series: seriesFeature,
  session: sessionFeature,
  sessionType: sessionTypeFeature,
  terms: termsFeature,
  waitingList: waitingListFeature,
  // end
}
