import { contract, type Contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { accessHandlers } from './features/people/access/access.handlers.ts'
import { accessPolicy } from './features/people/access/access.policy.ts'
import { accountHandlers } from './features/people/account/account.handlers.ts'
import { accountPolicy } from './features/people/account/account.policy.ts'
import { administrationHandlers } from './features/practice/administration/administration.handlers.ts'
import { administrationPolicy } from './features/practice/administration/administration.policy.ts'
import { apiAccessHandlers } from './features/practice/api-access/api-access.handlers.ts'
import { apiAccessPolicy } from './features/practice/api-access/api-access.policy.ts'
import { assistantSetupHandlers } from './features/assistant/assistant-setup/assistant-setup.handlers.ts'
import { assistantSetupPolicy } from './features/assistant/assistant-setup/assistant-setup.policy.ts'
import { assistantHandlers } from './features/assistant/assistant/assistant.handlers.ts'
import { assistantPolicy } from './features/assistant/assistant/assistant.policy.ts'
import { assistantConsentHandlers } from './features/assistant/assistant-consent/assistant-consent.handlers.ts'
import { assistantConsentPolicy } from './features/assistant/assistant-consent/assistant-consent.policy.ts'
import { availabilityHandlers } from './features/schedule/availability/availability.handlers.ts'
import { availabilityPolicy } from './features/schedule/availability/availability.policy.ts'
import { sessionPrepHandlers } from './features/care/session-prep/session-prep.handlers.ts'
import { sessionPrepPolicy } from './features/care/session-prep/session-prep.policy.ts'
import { businessHandlers } from './features/billing/business/business.handlers.ts'
import { businessPolicy } from './features/billing/business/business.policy.ts'
import { calendarHandlers } from './features/schedule/calendar/calendar.handlers.ts'
import { calendarPolicy } from './features/schedule/calendar/calendar.policy.ts'
import { changeRequestHandlers } from './features/schedule/change-request/change-request.handlers.ts'
import { changeRequestPolicy } from './features/schedule/change-request/change-request.policy.ts'
import { channelSetupHandlers } from './features/messages/channel-setup/channel-setup.handlers.ts'
import { channelSetupPolicy } from './features/messages/channel-setup/channel-setup.policy.ts'
import { clientHandlers } from './features/people/client/client.handlers.ts'
import { clientPolicy } from './features/people/client/client.policy.ts'
import { clientHomeHandlers } from './features/home/client-home/client-home.handlers.ts'
import { clientHomePolicy } from './features/home/client-home/client-home.policy.ts'
import { clientTagHandlers } from './features/people/client-tag/client-tag.handlers.ts'
import { clientTagPolicy } from './features/people/client-tag/client-tag.policy.ts'
import { connectionHandlers } from './features/people/connection/connection.handlers.ts'
import { connectionPolicy } from './features/people/connection/connection.policy.ts'
import { consentHandlers } from './features/messages/consent/consent.handlers.ts'
import { consentPolicy } from './features/messages/consent/consent.policy.ts'
import { dashboardHandlers } from './features/home/dashboard/dashboard.handlers.ts'
import { dashboardPolicy } from './features/home/dashboard/dashboard.policy.ts'
import { documentHandlers } from './features/care/document/document.handlers.ts'
import { documentPolicy } from './features/care/document/document.policy.ts'
import { estimateHandlers } from './features/billing/estimate/estimate.handlers.ts'
import { estimatePolicy } from './features/billing/estimate/estimate.policy.ts'
import { externalCalendarHandlers } from './features/schedule/external-calendar/external-calendar.handlers.ts'
import { externalCalendarPolicy } from './features/schedule/external-calendar/external-calendar.policy.ts'
import { formHandlers } from './features/care/form/form.handlers.ts'
import { formPolicy } from './features/care/form/form.policy.ts'
import { fileHandlers } from './features/care/file/file.handlers.ts'
import { filePolicy } from './features/care/file/file.policy.ts'
import { invoiceHandlers } from './features/billing/invoice/invoice.handlers.ts'
import { invoicePolicy } from './features/billing/invoice/invoice.policy.ts'
import { journalHandlers } from './features/care/journal/journal.handlers.ts'
import { journalPolicy } from './features/care/journal/journal.policy.ts'
import { legalTextHandlers } from './features/practice/legal-text/legal-text.handlers.ts'
import { legalTextPolicy } from './features/practice/legal-text/legal-text.policy.ts'
import { loginHandlers } from './features/people/login/login.handlers.ts'
import { loginPolicy } from './features/people/login/login.policy.ts'
import { messageHandlers } from './features/messages/message/message.handlers.ts'
import { messagePolicy } from './features/messages/message/message.policy.ts'
import { messageSettingsHandlers } from './features/messages/message-settings/message-settings.handlers.ts'
import { messageSettingsPolicy } from './features/messages/message-settings/message-settings.policy.ts'
import { nativeAppHandlers } from './features/people/native-app/native-app.handlers.ts'
import { nativeAppPolicy } from './features/people/native-app/native-app.policy.ts'
import { noteHandlers } from './features/care/note/note.handlers.ts'
import { notePolicy } from './features/care/note/note.policy.ts'
import { notificationHandlers } from './features/messages/notification/notification.handlers.ts'
import { notificationPolicy } from './features/messages/notification/notification.policy.ts'
import { notificationAddressHandlers } from './features/messages/notification-address/notification-address.handlers.ts'
import { notificationAddressPolicy } from './features/messages/notification-address/notification-address.policy.ts'
import { onlinePaymentHandlers } from './features/billing/online-payment/online-payment.handlers.ts'
import { onlinePaymentPolicy } from './features/billing/online-payment/online-payment.policy.ts'
import { payerHandlers } from './features/billing/payer/payer.handlers.ts'
import { payerPolicy } from './features/billing/payer/payer.policy.ts'
import { paymentHandlers } from './features/billing/payment/payment.handlers.ts'
import { paymentPolicy } from './features/billing/payment/payment.policy.ts'
import { productHandlers } from './features/practice/product/product.handlers.ts'
import { productPolicy } from './features/practice/product/product.policy.ts'
import { pushHandlers } from './features/messages/push/push.handlers.ts'
import { pushPolicy } from './features/messages/push/push.policy.ts'
import { recordExportHandlers } from './features/care/record-export/record-export.handlers.ts'
import { recordExportPolicy } from './features/care/record-export/record-export.policy.ts'
import { safetyHandlers } from './features/care/safety/safety.handlers.ts'
import { safetyPolicy } from './features/care/safety/safety.policy.ts'
import { seriesHandlers } from './features/schedule/series/series.handlers.ts'
import { seriesPolicy } from './features/schedule/series/series.policy.ts'
import { sessionTypeHandlers } from './features/schedule/session-type/session-type.handlers.ts'
import { sessionTypePolicy } from './features/schedule/session-type/session-type.policy.ts'
import { serviceHandlers } from './features/billing/service/service.handlers.ts'
import { servicePolicy } from './features/billing/service/service.policy.ts'
import { sessionHandlers } from './features/schedule/session/session.handlers.ts'
import { sessionPolicy } from './features/schedule/session/session.policy.ts'
import { superbillHandlers } from './features/billing/superbill/superbill.handlers.ts'
import { superbillPolicy } from './features/billing/superbill/superbill.policy.ts'
import { taskHandlers } from './features/care/task/task.handlers.ts'
import { taskPolicy } from './features/care/task/task.policy.ts'
import { termsHandlers } from './features/schedule/terms/terms.handlers.ts'
import { termsPolicy } from './features/schedule/terms/terms.policy.ts'
import { textMessageHandlers } from './features/messages/text-message/text-message.handlers.ts'
import { textMessagePolicy } from './features/messages/text-message/text-message.policy.ts'
import { treatmentPlanHandlers } from './features/care/treatment-plan/treatment-plan.handlers.ts'
import { treatmentPlanPolicy } from './features/care/treatment-plan/treatment-plan.policy.ts'
import { waitingListHandlers } from './features/schedule/waiting-list/waiting-list.handlers.ts'
import { waitingListPolicy } from './features/schedule/waiting-list/waiting-list.policy.ts'
import { isRead } from './request-groups.ts'
import type { RequestContext } from './platform/policy/context.ts'
import { type EnsureProfile, checkPolicyTable, authorize } from './platform/policy/authorize.ts'
import type { FeaturePolicy } from './platform/policy/policy.ts'

type FeaturePolicies = { [Feature in keyof Contract]: FeaturePolicy<Contract[Feature]> }

/** The policies of all features. A procedure without a policy is a type error, and the server refuses to start. */
export const policies = {
  access: accessPolicy,
  account: accountPolicy,
  administration: administrationPolicy,
  apiAccess: apiAccessPolicy,
  assistantSetup: assistantSetupPolicy,
  assistant: assistantPolicy,
  assistantConsent: assistantConsentPolicy,
  availability: availabilityPolicy,
  brief: sessionPrepPolicy,
  business: businessPolicy,
  calendar: calendarPolicy,
  changeRequest: changeRequestPolicy,
  channelSetup: channelSetupPolicy,
  client: clientPolicy,
  clientHome: clientHomePolicy,
  clientTag: clientTagPolicy,
  connection: connectionPolicy,
  consent: consentPolicy,
  dashboard: dashboardPolicy,
  document: documentPolicy,
  estimate: estimatePolicy,
  externalCalendar: externalCalendarPolicy,
  form: formPolicy,
  file: filePolicy,
  invoice: invoicePolicy,
  journal: journalPolicy,
  legalText: legalTextPolicy,
  login: loginPolicy,
  message: messagePolicy,
  messageSettings: messageSettingsPolicy,
  nativeApp: nativeAppPolicy,
  note: notePolicy,
  notification: notificationPolicy,
  notificationAddress: notificationAddressPolicy,
  onlinePayment: onlinePaymentPolicy,
  payer: payerPolicy,
  payment: paymentPolicy,
  product: productPolicy,
  push: pushPolicy,
  recordExport: recordExportPolicy,
  safety: safetyPolicy,
  series: seriesPolicy,
  service: servicePolicy,
  sessionType: sessionTypePolicy,
  session: sessionPolicy,
  superbill: superbillPolicy,
  task: taskPolicy,
  terms: termsPolicy,
  textMessage: textMessagePolicy,
  treatmentPlan: treatmentPlanPolicy,
  waitingList: waitingListPolicy,
} satisfies FeaturePolicies

const handlers = {
  access: accessHandlers,
  account: accountHandlers,
  administration: administrationHandlers,
  apiAccess: apiAccessHandlers,
  assistantSetup: assistantSetupHandlers,
  assistant: assistantHandlers,
  assistantConsent: assistantConsentHandlers,
  availability: availabilityHandlers,
  brief: sessionPrepHandlers,
  business: businessHandlers,
  calendar: calendarHandlers,
  changeRequest: changeRequestHandlers,
  channelSetup: channelSetupHandlers,
  client: clientHandlers,
  clientHome: clientHomeHandlers,
  clientTag: clientTagHandlers,
  connection: connectionHandlers,
  consent: consentHandlers,
  dashboard: dashboardHandlers,
  document: documentHandlers,
  estimate: estimateHandlers,
  externalCalendar: externalCalendarHandlers,
  form: formHandlers,
  file: fileHandlers,
  invoice: invoiceHandlers,
  journal: journalHandlers,
  legalText: legalTextHandlers,
  login: loginHandlers,
  message: messageHandlers,
  messageSettings: messageSettingsHandlers,
  nativeApp: nativeAppHandlers,
  note: noteHandlers,
  notification: notificationHandlers,
  notificationAddress: notificationAddressHandlers,
  onlinePayment: onlinePaymentHandlers,
  payer: payerHandlers,
  payment: paymentHandlers,
  product: productHandlers,
  push: pushHandlers,
  recordExport: recordExportHandlers,
  safety: safetyHandlers,
  series: seriesHandlers,
  service: serviceHandlers,
  sessionType: sessionTypeHandlers,
  session: sessionHandlers,
  superbill: superbillHandlers,
  task: taskHandlers,
  terms: termsHandlers,
  textMessage: textMessageHandlers,
  treatmentPlan: treatmentPlanHandlers,
  waitingList: waitingListHandlers,
}

/** All procedures of the contract, with authorization. Throws if the policies and the contract differ. */
export function createRouter(arrive: EnsureProfile) {
  const table = checkPolicyTable(contract, policies)
  return implement(contract)
    .$context<RequestContext>()
    .use(authorize(table, arrive, isRead))
    .router(handlers)
}
