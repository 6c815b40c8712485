import type { ContractMeta } from './common/procedure.ts'
import { access, accessTables } from './features/people/access/access.ts'
import { account, accountTables } from './features/people/account/account.ts'
import { administration } from './features/practice/administration/administration.ts'
import { apiAccess } from './features/practice/api-access/api-access.ts'
import { administrationTables } from './features/practice/administration/administration.dashboard.ts'
import { assistantSetup } from './features/assistant/assistant-setup/assistant-setup.ts'
import { assistant, assistantTables } from './features/assistant/assistant/assistant.ts'
import { assistantConsent, assistantConsentTables } from './features/assistant/assistant-consent/assistant-consent.ts'
import { availability, availabilityTables } from './features/schedule/availability/availability.ts'
import { business } from './features/billing/business/business.ts'
import { sessionPrep } from './features/care/session-prep/session-prep.ts'
import { calendar, calendarTables } from './features/schedule/calendar/calendar.ts'
import { changeRequest, changeRequestTables } from './features/schedule/change-request/change-request.ts'
import { channelSetup } from './features/messages/channel-setup/channel-setup.ts'
import { client, clientTables } from './features/people/client/client.ts'
import { clientHome } from './features/home/client-home/client-home.ts'
import { clientTag, clientTagTables } from './features/people/client-tag/client-tag.ts'
import { connection, connectionTables } from './features/people/connection/connection.ts'
import { consent, consentTables } from './features/messages/consent/consent.ts'
import { dashboard } from './features/home/dashboard/dashboard.ts'
import { document, documentTables } from './features/care/document/document.ts'
import { estimate } from './features/billing/estimate/estimate.ts'
import { estimateTables } from './features/billing/estimate/estimate.schemas.ts'
import { externalCalendar, externalCalendarTables } from './features/schedule/external-calendar/external-calendar.ts'
import { file, fileTables } from './features/care/file/file.ts'
import { form } from './features/care/form/form.ts'
import { formTables } from './features/care/form/form.schemas.ts'
import { invoice } from './features/billing/invoice/invoice.ts'
import { invoiceTables } from './features/billing/invoice/invoice.schemas.ts'
import { journal, journalTables } from './features/care/journal/journal.ts'
import { legalText } from './features/practice/legal-text/legal-text.ts'
import { login } from './features/people/login/login.ts'
import { messageSettings } from './features/messages/message-settings/message-settings.ts'
import { message, messageTables } from './features/messages/message/message.ts'
import { nativeApp } from './features/people/native-app/native-app.ts'
import { note, noteTables } from './features/care/note/note.ts'
import {
  notificationAddress,
  notificationAddressTables,
} from './features/messages/notification-address/notification-address.ts'
import { notification, notificationTables } from './features/messages/notification/notification.ts'
import { onlinePayment } from './features/billing/online-payment/online-payment.ts'
import { payer, payerTables } from './features/billing/payer/payer.ts'
import { payment } from './features/billing/payment/payment.ts'
import { product, productTables } from './features/practice/product/product.ts'
import { push } from './features/messages/push/push.ts'
import { recordExport } from './features/care/record-export/record-export.ts'
import { safety, safetyTables } from './features/care/safety/safety.ts'
import { series, seriesTables } from './features/schedule/series/series.ts'
import { service, serviceTables } from './features/billing/service/service.ts'
import { sessionType, sessionTypeTables } from './features/schedule/session-type/session-type.ts'
import { session } from './features/schedule/session/session.ts'
import { sessionTables } from './features/schedule/session/session.schemas.ts'
import { superbill, superbillTables } from './features/billing/superbill/superbill.ts'
import { task, taskTables } from './features/care/task/task.ts'
import { terms } from './features/schedule/terms/terms.ts'
import { textMessage, textMessageTables } from './features/messages/text-message/text-message.ts'
import { treatmentPlan } from './features/care/treatment-plan/treatment-plan.ts'
import { treatmentPlanTables } from './features/care/treatment-plan/treatment-plan.schemas.ts'
import { waitingList, waitingListTables } from './features/schedule/waiting-list/waiting-list.ts'

/** The whole API, one line per feature. Every procedure is `POST /api/<feature>/<procedure>` with JSON in and out. */
export const contract = {
  access,
  account,
  administration,
  apiAccess,
  assistantSetup,
  assistant,
  assistantConsent,
  availability,
  sessionPrep,
  business,
  calendar,
  changeRequest,
  channelSetup,
  client,
  clientHome,
  clientTag,
  connection,
  consent,
  dashboard,
  document,
  estimate,
  externalCalendar,
  file,
  form,
  invoice,
  journal,
  legalText,
  login,
  message,
  messageSettings,
  nativeApp,
  note,
  notification,
  notificationAddress,
  onlinePayment,
  payer,
  payment,
  product,
  push,
  recordExport,
  safety,
  series,
  service,
  session,
  sessionType,
  superbill,
  task,
  terms,
  textMessage,
  treatmentPlan,
  waitingList,
} satisfies Record<string, Record<string, { '~orpc': { meta: ContractMeta } }>>
export type Contract = typeof contract

/** The tables of all features that a browser can subscribe to, by their public names. */
export const realtimeTables = {
  ...accessTables,
  ...accountTables,
  ...administrationTables,
  ...assistantTables,
  ...assistantConsentTables,
  ...availabilityTables,
  ...calendarTables,
  ...changeRequestTables,
  ...clientTables,
  ...clientTagTables,
  ...connectionTables,
  ...consentTables,
  ...documentTables,
  ...estimateTables,
  ...externalCalendarTables,
  ...fileTables,
  ...formTables,
  ...invoiceTables,
  ...journalTables,
  ...messageTables,
  ...noteTables,
  ...notificationTables,
  ...notificationAddressTables,
  ...payerTables,
  ...productTables,
  ...safetyTables,
  ...seriesTables,
  ...serviceTables,
  ...sessionTables,
  ...sessionTypeTables,
  ...superbillTables,
  ...taskTables,
  ...textMessageTables,
  ...treatmentPlanTables,
  ...waitingListTables,
}
export type RealtimeTable = keyof typeof realtimeTables
