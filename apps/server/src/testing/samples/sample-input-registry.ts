import type { Contract } from '@attune/contract'
import { accessSampleRows, accessSampleInputs } from '../../features/people/access/access.sample-inputs.testing.ts'
import { accountSampleRows, accountSampleInputs } from '../../features/people/account/account.sample-inputs.testing.ts'
import {
  administrationSampleInputs,
  administrationSampleRows,
} from '../../features/practice/administration/administration.sample-inputs.testing.ts'
import {
  apiAccessSampleInputs,
  apiAccessSampleRows,
} from '../../features/practice/api-access/api-access.sample-inputs.testing.ts'
import { assistantSetupSampleInputs } from '../../features/assistant/assistant-setup/assistant-setup.sample-inputs.testing.ts'
import {
  assistantSampleInputs,
  assistantSampleRows,
} from '../../features/assistant/assistant/assistant.sample-inputs.testing.ts'
import {
  assistantConsentSampleInputs,
  assistantConsentSampleRows,
} from '../../features/assistant/assistant-consent/assistant-consent.sample-inputs.testing.ts'
import {
  availabilitySampleRows,
  availabilitySampleInputs,
} from '../../features/schedule/availability/availability.sample-inputs.testing.ts'
import {
  businessSampleInputs,
  businessSampleRows,
} from '../../features/billing/business/business.sample-inputs.testing.ts'
import {
  calendarSampleRows,
  calendarSampleInputs,
} from '../../features/schedule/calendar/calendar.sample-inputs.testing.ts'
import {
  changeRequestSampleRows,
  changeRequestSampleInputs,
} from '../../features/schedule/change-request/change-request.sample-inputs.testing.ts'
import {
  channelSetupSampleInputs,
  channelSetupSampleRows,
} from '../../features/messages/channel-setup/channel-setup.sample-inputs.testing.ts'
import { clientSampleRows, clientSampleInputs } from '../../features/people/client/client.sample-inputs.testing.ts'
import { clientHomeSampleInputs } from '../../features/home/client-home/client-home.sample-inputs.testing.ts'
import {
  clientTagSampleRows,
  clientTagSampleInputs,
} from '../../features/people/client-tag/client-tag.sample-inputs.testing.ts'
import {
  connectionSampleRows,
  connectionSampleInputs,
} from '../../features/people/connection/connection.sample-inputs.testing.ts'
import {
  consentSampleRows,
  consentSampleInputs,
} from '../../features/messages/consent/consent.sample-inputs.testing.ts'
import { dashboardSampleInputs } from '../../features/home/dashboard/dashboard.sample-inputs.testing.ts'
import {
  documentSampleInputs,
  documentSampleRows,
} from '../../features/care/document/document.sample-inputs.testing.ts'
import {
  estimateSampleInputs,
  estimateSampleRows,
} from '../../features/billing/estimate/estimate.sample-inputs.testing.ts'
import {
  externalCalendarSampleInputs,
  externalCalendarSampleRows,
} from '../../features/schedule/external-calendar/external-calendar.sample-inputs.testing.ts'
import { formSampleInputs, formSampleRows } from '../../features/care/form/form.sample-inputs.testing.ts'
import { fileSampleRows, fileSampleInputs } from '../../features/care/file/file.sample-inputs.testing.ts'
import { invoiceSampleInputs, invoiceSampleRows } from '../../features/billing/invoice/invoice.sample-inputs.testing.ts'
import { journalSampleRows, journalSampleInputs } from '../../features/care/journal/journal.sample-inputs.testing.ts'
import {
  legalTextSampleInputs,
  legalTextSampleRows,
} from '../../features/practice/legal-text/legal-text.sample-inputs.testing.ts'
import { loginSampleInputs } from '../../features/people/login/login.sample-inputs.testing.ts'
import {
  messageSampleRows,
  messageSampleInputs,
} from '../../features/messages/message/message.sample-inputs.testing.ts'
import {
  messageSettingsSampleRows,
  messageSettingsSampleInputs,
} from '../../features/messages/message-settings/message-settings.sample-inputs.testing.ts'
import {
  nativeAppSampleInputs,
  nativeAppSampleRows,
} from '../../features/people/native-app/native-app.sample-inputs.testing.ts'
import { noteSampleRows, noteSampleInputs } from '../../features/care/note/note.sample-inputs.testing.ts'
import {
  notificationSampleRows,
  notificationSampleInputs,
} from '../../features/messages/notification/notification.sample-inputs.testing.ts'
import {
  notificationAddressSampleInputs,
  notificationAddressSampleRows,
} from '../../features/messages/notification-address/notification-address.sample-inputs.testing.ts'
import {
  onlinePaymentSampleInputs,
  onlinePaymentSampleRows,
} from '../../features/billing/online-payment/online-payment.sample-inputs.testing.ts'
import { payerSampleRows, payerSampleInputs } from '../../features/billing/payer/payer.sample-inputs.testing.ts'
import { paymentSampleInputs, paymentSampleRows } from '../../features/billing/payment/payment.sample-inputs.testing.ts'
import {
  productSampleRows,
  productSampleInputs,
} from '../../features/practice/product/product.sample-inputs.testing.ts'
import { pushSampleRows, pushSampleInputs } from '../../features/messages/push/push.sample-inputs.testing.ts'
import { recordExportSampleInputs } from '../../features/care/record-export/record-export.sample-inputs.testing.ts'
import { safetySampleRows, safetySampleInputs } from '../../features/care/safety/safety.sample-inputs.testing.ts'
import { seriesSampleRows, seriesSampleInputs } from '../../features/schedule/series/series.sample-inputs.testing.ts'
import {
  sessionTypeSampleInputs,
  sessionTypeSampleRows,
} from '../../features/schedule/session-type/session-type.sample-inputs.testing.ts'
import { serviceSampleRows, serviceSampleInputs } from '../../features/billing/service/service.sample-inputs.testing.ts'
import { sessionPrepSampleInputs } from '../../features/care/session-prep/session-prep.sample-inputs.testing.ts'
import {
  sessionSampleRows,
  sessionSampleInputs,
} from '../../features/schedule/session/session.sample-inputs.testing.ts'
import {
  superbillSampleInputs,
  superbillSampleRows,
} from '../../features/billing/superbill/superbill.sample-inputs.testing.ts'
import { taskSampleRows, taskSampleInputs } from '../../features/care/task/task.sample-inputs.testing.ts'
import { termsSampleRows, termsSampleInputs } from '../../features/schedule/terms/terms.sample-inputs.testing.ts'
import {
  textMessageSampleRows,
  textMessageSampleInputs,
} from '../../features/messages/text-message/text-message.sample-inputs.testing.ts'
import {
  treatmentPlanSampleInputs,
  treatmentPlanSampleRows,
} from '../../features/care/treatment-plan/treatment-plan.sample-inputs.testing.ts'
import {
  waitingListSampleInputs,
  waitingListSampleRows,
} from '../../features/schedule/waiting-list/waiting-list.sample-inputs.testing.ts'
import type { PolicyTable } from '../../platform/policy/authorize.ts'
import type { ProcedurePolicy } from '../../platform/policy/policy.ts'
import { policies } from '../../router.ts'
import type { SampleInput, SampleInputs } from './sample-input.ts'
import type { SampleRows } from './sample-rows.ts'

/** The sample inputs of all features. A procedure without a sample input is a type error. */
export const sampleInputs = {
  access: accessSampleInputs,
  account: accountSampleInputs,
  administration: administrationSampleInputs,
  apiAccess: apiAccessSampleInputs,
  assistantSetup: assistantSetupSampleInputs,
  assistant: assistantSampleInputs,
  assistantConsent: assistantConsentSampleInputs,
  availability: availabilitySampleInputs,
  brief: sessionPrepSampleInputs,
  business: businessSampleInputs,
  calendar: calendarSampleInputs,
  changeRequest: changeRequestSampleInputs,
  channelSetup: channelSetupSampleInputs,
  client: clientSampleInputs,
  clientHome: clientHomeSampleInputs,
  clientTag: clientTagSampleInputs,
  connection: connectionSampleInputs,
  consent: consentSampleInputs,
  dashboard: dashboardSampleInputs,
  document: documentSampleInputs,
  estimate: estimateSampleInputs,
  externalCalendar: externalCalendarSampleInputs,
  form: formSampleInputs,
  file: fileSampleInputs,
  invoice: invoiceSampleInputs,
  journal: journalSampleInputs,
  legalText: legalTextSampleInputs,
  login: loginSampleInputs,
  message: messageSampleInputs,
  messageSettings: messageSettingsSampleInputs,
  nativeApp: nativeAppSampleInputs,
  note: noteSampleInputs,
  notification: notificationSampleInputs,
  notificationAddress: notificationAddressSampleInputs,
  onlinePayment: onlinePaymentSampleInputs,
  payer: payerSampleInputs,
  payment: paymentSampleInputs,
  product: productSampleInputs,
  push: pushSampleInputs,
  recordExport: recordExportSampleInputs,
  safety: safetySampleInputs,
  series: seriesSampleInputs,
  service: serviceSampleInputs,
  sessionType: sessionTypeSampleInputs,
  session: sessionSampleInputs,
  superbill: superbillSampleInputs,
  task: taskSampleInputs,
  terms: termsSampleInputs,
  textMessage: textMessageSampleInputs,
  treatmentPlan: treatmentPlanSampleInputs,
  waitingList: waitingListSampleInputs,
} satisfies { [Feature in keyof Contract]: SampleInputs<Contract[Feature]> }

/** The tables that `seedEverything` fills itself, and the tables without an owner. */
type TableOfNoFeature =
  | 'assistant_setting'
  | 'audit'
  | 'calendar'
  | 'change'
  | 'channel_setting'
  | 'client'
  | 'conversation'
  | 'mail'
  | 'product_setting'
  | 'profile'
  | 'session'
  | 'session_client'
  | 'session_history'
  | 'therapist_profile'

/**
 * The sample rows of every table. The order of the features ensures that a row follows the rows that it refers to. A table without rows is
 * a type error: add its row to the `.sample-inputs.testing.ts` file of its feature.
 */
export const sampleRows = {
  ...fileSampleRows,
  ...seriesSampleRows,
  ...accessSampleRows,
  ...accountSampleRows,
  ...administrationSampleRows,
  ...apiAccessSampleRows,
  ...assistantSampleRows,
  ...assistantConsentSampleRows,
  ...availabilitySampleRows,
  ...businessSampleRows,
  ...calendarSampleRows,
  ...changeRequestSampleRows,
  ...channelSetupSampleRows,
  ...clientSampleRows,
  ...clientTagSampleRows,
  ...connectionSampleRows,
  ...consentSampleRows,
  ...journalSampleRows,
  ...messageSampleRows,
  ...messageSettingsSampleRows,
  ...nativeAppSampleRows,
  ...noteSampleRows,
  ...notificationSampleRows,
  ...notificationAddressSampleRows,
  ...payerSampleRows,
  ...pushSampleRows,
  ...productSampleRows,
  ...safetySampleRows,
  ...serviceSampleRows,
  ...sessionTypeSampleRows,
  ...sessionSampleRows,
  ...taskSampleRows,
  ...termsSampleRows,
  ...textMessageSampleRows,
  ...treatmentPlanSampleRows,
  ...waitingListSampleRows,
  ...invoiceSampleRows,
  ...paymentSampleRows,
  ...estimateSampleRows,
  ...externalCalendarSampleRows,
  ...onlinePaymentSampleRows,
  ...superbillSampleRows,
  ...formSampleRows,
  ...documentSampleRows,
  ...legalTextSampleRows,
} satisfies Omit<SampleRows, TableOfNoFeature>

export type TestedProcedure = { name: string; path: string; policy: ProcedurePolicy; sample: SampleInput }

/** Every procedure of the policy table with its sample input. Throws if a procedure has none. */
export const testedProcedures: TestedProcedure[] = Object.entries(policies as PolicyTable).flatMap(
  ([feature, entries]) =>
    Object.entries(entries).map(([procedure, policy]) => {
      const sample = (sampleInputs as Record<string, Record<string, SampleInput>>)[feature]?.[procedure]
      if (!sample) throw new Error(`${feature}.${procedure} has no sample input`)
      return { name: `${feature}.${procedure}`, path: `${feature}/${procedure}`, policy, sample }
    }),
)
