import type { ContractMeta } from './common/procedure.ts'
// generated: imports
import { assistant, assistantTables } from './features/assistant/assistant/assistant.ts'
import { assistantConsent, assistantConsentTables } from './features/assistant/assistant-consent/assistant-consent.ts'
import { assistantSetup } from './features/assistant/assistant-setup/assistant-setup.ts'
import { business } from './features/billing/business/business.ts'
import { estimateTables } from './features/billing/estimate/estimate.schemas.ts'
import { estimate } from './features/billing/estimate/estimate.ts'
import { invoiceTables } from './features/billing/invoice/invoice.schemas.ts'
import { invoice } from './features/billing/invoice/invoice.ts'
import { onlinePayment } from './features/billing/online-payment/online-payment.ts'
import { payer, payerTables } from './features/billing/payer/payer.ts'
import { payment } from './features/billing/payment/payment.ts'
import { service, serviceTables } from './features/billing/service/service.ts'
import { superbill, superbillTables } from './features/billing/superbill/superbill.ts'
import { diagnosisCode } from './features/care/diagnosis-code/diagnosis-code.ts'
import { document, documentTables } from './features/care/document/document.ts'
import { file, fileTables } from './features/care/file/file.ts'
import { formTables } from './features/care/form/form.schemas.ts'
import { form } from './features/care/form/form.ts'
import { journal, journalTables } from './features/care/journal/journal.ts'
import { measure, measureTables } from './features/care/measure/measure.ts'
import { note, noteTables } from './features/care/note/note.ts'
import { recordCopy, recordCopyTables } from './features/care/record-copy/record-copy.ts'
import { recordExport } from './features/care/record-export/record-export.ts'
import { recordRequest, recordRequestTables } from './features/care/record-request/record-request.ts'
import { recordRetention, recordRetentionTables } from './features/care/record-retention/record-retention.ts'
import { safety, safetyTables } from './features/care/safety/safety.ts'
import { sessionPrep } from './features/care/session-prep/session-prep.ts'
import { task, taskTables } from './features/care/task/task.ts'
import { treatmentPlanTables } from './features/care/treatment-plan/treatment-plan.schemas.ts'
import { treatmentPlan } from './features/care/treatment-plan/treatment-plan.ts'
import { clientHome } from './features/home/client-home/client-home.ts'
import { dashboard } from './features/home/dashboard/dashboard.ts'
import { firstPage } from './features/home/first-page/first-page.ts'
import { search } from './features/home/search/search.ts'
import { channelSetup } from './features/messages/channel-setup/channel-setup.ts'
import { consent, consentTables } from './features/messages/consent/consent.ts'
import { message, messageTables } from './features/messages/message/message.ts'
import { messageSettings } from './features/messages/message-settings/message-settings.ts'
import { notification, notificationTables } from './features/messages/notification/notification.ts'
import {
  notificationAddress,
  notificationAddressTables,
} from './features/messages/notification-address/notification-address.ts'
import { push } from './features/messages/push/push.ts'
import { textMessage, textMessageTables } from './features/messages/text-message/text-message.ts'
import { access, accessTables } from './features/people/access/access.ts'
import { account, accountTables } from './features/people/account/account.ts'
import { client, clientTables } from './features/people/client/client.ts'
import { clientTag, clientTagTables } from './features/people/client-tag/client-tag.ts'
import { connection, connectionTables } from './features/people/connection/connection.ts'
import { guardian, guardianTables } from './features/people/guardian/guardian.ts'
import { login } from './features/people/login/login.ts'
import { nativeApp } from './features/people/native-app/native-app.ts'
import { personalExport, personalExportTables } from './features/people/personal-export/personal-export.ts'
import { administrationTables } from './features/practice/administration/administration.dashboard.ts'
import { administration } from './features/practice/administration/administration.ts'
import { apiAccess } from './features/practice/api-access/api-access.ts'
import { legalText } from './features/practice/legal-text/legal-text.ts'
import { product, productTables } from './features/practice/product/product.ts'
import { restore } from './features/practice/restore/restore.ts'
import { availability, availabilityTables } from './features/schedule/availability/availability.ts'
import { calendar, calendarTables } from './features/schedule/calendar/calendar.ts'
import { call, callTables } from './features/schedule/call/call.ts'
import { changeRequest, changeRequestTables } from './features/schedule/change-request/change-request.ts'
import { externalCalendar, externalCalendarTables } from './features/schedule/external-calendar/external-calendar.ts'
import { group, groupTables } from './features/schedule/group/group.ts'
import { series, seriesTables } from './features/schedule/series/series.ts'
import { sessionTables } from './features/schedule/session/session.schemas.ts'
import { session } from './features/schedule/session/session.ts'
import { sessionType, sessionTypeTables } from './features/schedule/session-type/session-type.ts'
import { terms } from './features/schedule/terms/terms.ts'
import { waitingList, waitingListTables } from './features/schedule/waiting-list/waiting-list.ts'
// end

/**
 * The whole API: one line per feature, generated by `npm run lists`. Every procedure is `POST /api/<feature>/<procedure>` with JSON input and
 * output.
 */
export const contract = {
  // generated: features
  assistant,
  assistantConsent,
  assistantSetup,
  business,
  estimate,
  invoice,
  onlinePayment,
  payer,
  payment,
  service,
  superbill,
  diagnosisCode,
  document,
  file,
  form,
  journal,
  measure,
  note,
  recordCopy,
  recordExport,
  recordRequest,
  recordRetention,
  safety,
  sessionPrep,
  task,
  treatmentPlan,
  clientHome,
  dashboard,
  firstPage,
  search,
  channelSetup,
  consent,
  message,
  messageSettings,
  notification,
  notificationAddress,
  push,
  textMessage,
  access,
  account,
  client,
  clientTag,
  connection,
  guardian,
  login,
  nativeApp,
  personalExport,
  administration,
  apiAccess,
  legalText,
  product,
  restore,
  availability,
  calendar,
  call,
  changeRequest,
  externalCalendar,
  group,
  series,
  session,
  sessionType,
  terms,
  waitingList,
  // end
} satisfies Record<string, Record<string, { '~orpc': { meta: ContractMeta } }>>
export type Contract = typeof contract

/** The tables of all features that a browser can subscribe to, by their public names. */
export const realtimeTables = {
  // generated: tables
  ...assistantTables,
  ...assistantConsentTables,
  ...estimateTables,
  ...invoiceTables,
  ...payerTables,
  ...serviceTables,
  ...superbillTables,
  ...documentTables,
  ...fileTables,
  ...formTables,
  ...journalTables,
  ...measureTables,
  ...noteTables,
  ...recordCopyTables,
  ...recordRequestTables,
  ...recordRetentionTables,
  ...safetyTables,
  ...taskTables,
  ...treatmentPlanTables,
  ...consentTables,
  ...messageTables,
  ...notificationTables,
  ...notificationAddressTables,
  ...textMessageTables,
  ...accessTables,
  ...accountTables,
  ...clientTables,
  ...clientTagTables,
  ...connectionTables,
  ...guardianTables,
  ...personalExportTables,
  ...administrationTables,
  ...productTables,
  ...availabilityTables,
  ...calendarTables,
  ...callTables,
  ...changeRequestTables,
  ...externalCalendarTables,
  ...groupTables,
  ...seriesTables,
  ...sessionTables,
  ...sessionTypeTables,
  ...waitingListTables,
  // end
}
export type RealtimeTable = keyof typeof realtimeTables
