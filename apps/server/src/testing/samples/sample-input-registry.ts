import type { Contract } from '@attune/contract'
// generated: imports
import { assistantSamples } from '../../features/assistant/assistant/assistant.sample-inputs.testing.ts'
import { assistantConsentSamples } from '../../features/assistant/assistant-consent/assistant-consent.sample-inputs.testing.ts'
import { assistantSetupSamples } from '../../features/assistant/assistant-setup/assistant-setup.sample-inputs.testing.ts'
import { businessSamples } from '../../features/billing/business/business.sample-inputs.testing.ts'
import { estimateSamples } from '../../features/billing/estimate/estimate.sample-inputs.testing.ts'
import { invoiceSamples } from '../../features/billing/invoice/invoice.sample-inputs.testing.ts'
import { onlinePaymentSamples } from '../../features/billing/online-payment/online-payment.sample-inputs.testing.ts'
import { payerSamples } from '../../features/billing/payer/payer.sample-inputs.testing.ts'
import { paymentSamples } from '../../features/billing/payment/payment.sample-inputs.testing.ts'
import { serviceSamples } from '../../features/billing/service/service.sample-inputs.testing.ts'
import { superbillSamples } from '../../features/billing/superbill/superbill.sample-inputs.testing.ts'
import { diagnosisCodeSamples } from '../../features/care/diagnosis-code/diagnosis-code.sample-inputs.testing.ts'
import { documentSamples } from '../../features/care/document/document.sample-inputs.testing.ts'
import { fileSamples } from '../../features/care/file/file.sample-inputs.testing.ts'
import { formSamples } from '../../features/care/form/form.sample-inputs.testing.ts'
import { journalSamples } from '../../features/care/journal/journal.sample-inputs.testing.ts'
import { measureSamples } from '../../features/care/measure/measure.sample-inputs.testing.ts'
import { noteSamples } from '../../features/care/note/note.sample-inputs.testing.ts'
import { recordCopySamples } from '../../features/care/record-copy/record-copy.sample-inputs.testing.ts'
import { recordExportSamples } from '../../features/care/record-export/record-export.sample-inputs.testing.ts'
import { recordRequestSamples } from '../../features/care/record-request/record-request.sample-inputs.testing.ts'
import { recordRetentionSamples } from '../../features/care/record-retention/record-retention.sample-inputs.testing.ts'
import { safetySamples } from '../../features/care/safety/safety.sample-inputs.testing.ts'
import { sessionPrepSamples } from '../../features/care/session-prep/session-prep.sample-inputs.testing.ts'
import { taskSamples } from '../../features/care/task/task.sample-inputs.testing.ts'
import { treatmentPlanSamples } from '../../features/care/treatment-plan/treatment-plan.sample-inputs.testing.ts'
import { clientHomeSamples } from '../../features/home/client-home/client-home.sample-inputs.testing.ts'
import { dashboardSamples } from '../../features/home/dashboard/dashboard.sample-inputs.testing.ts'
import { firstPageSamples } from '../../features/home/first-page/first-page.sample-inputs.testing.ts'
import { searchSamples } from '../../features/home/search/search.sample-inputs.testing.ts'
import { channelSetupSamples } from '../../features/messages/channel-setup/channel-setup.sample-inputs.testing.ts'
import { consentSamples } from '../../features/messages/consent/consent.sample-inputs.testing.ts'
import { messageSamples } from '../../features/messages/message/message.sample-inputs.testing.ts'
import { messageSettingsSamples } from '../../features/messages/message-settings/message-settings.sample-inputs.testing.ts'
import { notificationSamples } from '../../features/messages/notification/notification.sample-inputs.testing.ts'
import { notificationAddressSamples } from '../../features/messages/notification-address/notification-address.sample-inputs.testing.ts'
import { pushSamples } from '../../features/messages/push/push.sample-inputs.testing.ts'
import { textMessageSamples } from '../../features/messages/text-message/text-message.sample-inputs.testing.ts'
import { accessSamples } from '../../features/people/access/access.sample-inputs.testing.ts'
import { accountSamples } from '../../features/people/account/account.sample-inputs.testing.ts'
import { clientSamples } from '../../features/people/client/client.sample-inputs.testing.ts'
import { clientTagSamples } from '../../features/people/client-tag/client-tag.sample-inputs.testing.ts'
import { connectionSamples } from '../../features/people/connection/connection.sample-inputs.testing.ts'
import { guardianSamples } from '../../features/people/guardian/guardian.sample-inputs.testing.ts'
import { loginSamples } from '../../features/people/login/login.sample-inputs.testing.ts'
import { nativeAppSamples } from '../../features/people/native-app/native-app.sample-inputs.testing.ts'
import { personalExportSamples } from '../../features/people/personal-export/personal-export.sample-inputs.testing.ts'
import { administrationSamples } from '../../features/practice/administration/administration.sample-inputs.testing.ts'
import { apiAccessSamples } from '../../features/practice/api-access/api-access.sample-inputs.testing.ts'
import { legalTextSamples } from '../../features/practice/legal-text/legal-text.sample-inputs.testing.ts'
import { productSamples } from '../../features/practice/product/product.sample-inputs.testing.ts'
import { restoreSamples } from '../../features/practice/restore/restore.sample-inputs.testing.ts'
import { availabilitySamples } from '../../features/schedule/availability/availability.sample-inputs.testing.ts'
import { calendarSamples } from '../../features/schedule/calendar/calendar.sample-inputs.testing.ts'
import { callSamples } from '../../features/schedule/call/call.sample-inputs.testing.ts'
import { changeRequestSamples } from '../../features/schedule/change-request/change-request.sample-inputs.testing.ts'
import { externalCalendarSamples } from '../../features/schedule/external-calendar/external-calendar.sample-inputs.testing.ts'
import { groupSamples } from '../../features/schedule/group/group.sample-inputs.testing.ts'
import { seriesSamples } from '../../features/schedule/series/series.sample-inputs.testing.ts'
import { sessionSamples } from '../../features/schedule/session/session.sample-inputs.testing.ts'
import { sessionTypeSamples } from '../../features/schedule/session-type/session-type.sample-inputs.testing.ts'
import { termsSamples } from '../../features/schedule/terms/terms.sample-inputs.testing.ts'
import { waitingListSamples } from '../../features/schedule/waiting-list/waiting-list.sample-inputs.testing.ts'
// end
import type { PolicyTable } from '../../platform/policy/authorize.ts'
import type { ProcedurePolicy } from '../../platform/policy/policy.ts'
import { policies } from '../../router.ts'
import type { SampleInput, SampleInputs } from './sample-input.ts'
import type { SampleRows } from './sample-rows.ts'

/** The samples of every feature, under its name in the contract. `npm run lists` writes this list. */
const samples = {
  // generated: samples
  assistant: assistantSamples,
  assistantConsent: assistantConsentSamples,
  assistantSetup: assistantSetupSamples,
  business: businessSamples,
  estimate: estimateSamples,
  invoice: invoiceSamples,
  onlinePayment: onlinePaymentSamples,
  payer: payerSamples,
  payment: paymentSamples,
  service: serviceSamples,
  superbill: superbillSamples,
  diagnosisCode: diagnosisCodeSamples,
  document: documentSamples,
  file: fileSamples,
  form: formSamples,
  journal: journalSamples,
  measure: measureSamples,
  note: noteSamples,
  recordCopy: recordCopySamples,
  recordExport: recordExportSamples,
  recordRequest: recordRequestSamples,
  recordRetention: recordRetentionSamples,
  safety: safetySamples,
  sessionPrep: sessionPrepSamples,
  task: taskSamples,
  treatmentPlan: treatmentPlanSamples,
  clientHome: clientHomeSamples,
  dashboard: dashboardSamples,
  firstPage: firstPageSamples,
  search: searchSamples,
  channelSetup: channelSetupSamples,
  consent: consentSamples,
  message: messageSamples,
  messageSettings: messageSettingsSamples,
  notification: notificationSamples,
  notificationAddress: notificationAddressSamples,
  push: pushSamples,
  textMessage: textMessageSamples,
  access: accessSamples,
  account: accountSamples,
  client: clientSamples,
  clientTag: clientTagSamples,
  connection: connectionSamples,
  guardian: guardianSamples,
  login: loginSamples,
  nativeApp: nativeAppSamples,
  personalExport: personalExportSamples,
  administration: administrationSamples,
  apiAccess: apiAccessSamples,
  legalText: legalTextSamples,
  product: productSamples,
  restore: restoreSamples,
  availability: availabilitySamples,
  calendar: calendarSamples,
  call: callSamples,
  changeRequest: changeRequestSamples,
  externalCalendar: externalCalendarSamples,
  group: groupSamples,
  series: seriesSamples,
  session: sessionSamples,
  sessionType: sessionTypeSamples,
  terms: termsSamples,
  waitingList: waitingListSamples,
  // end
}
type Samples = typeof samples

/** The inputs by feature. Features without procedures are omitted. */
type InputsByFeature = {
  [Name in keyof Samples as Samples[Name] extends { inputs: object } ? Name : never]: Samples[Name] extends {
    inputs: infer Inputs
  }
    ? Inputs
    : never
}

/** The tables for which any feature has sample rows. */
type SampledTable = {
  [Name in keyof Samples]: Samples[Name] extends { rows: infer Rows } ? keyof Rows : never
}[keyof Samples]

/** The sample inputs of all features. A procedure without a sample input is a type error. */
export const sampleInputs: InputsByFeature & { [Name in keyof Contract]: SampleInputs<Contract[Name]> } =
  inputsOfFeatures()

/** The tables that `seedEverything` fills, the tables without an owner, and the views, which show the rows of other tables. */
export type TableOfNoFeature =
  | 'assistant_setting'
  | 'audit'
  | 'calendar'
  | 'change'
  | 'channel_setting'
  | 'client'
  | 'client_label'
  | 'client_birth'
  | 'acting_guardian'
  | 'guardian_label'
  | 'client_name'
  | 'client_state'
  | 'contact_email'
  | 'contact_label'
  | 'contact_phone'
  | 'conversation'
  | 'erasure'
  | 'group_name'
  | 'group_names_shown'
  | 'mail'
  | 'person'
  | 'product_setting'
  | 'profile'
  | 'search_build'
  | 'session'
  | 'session_client'
  | 'session_history'
  | 'therapist_credentials'
  | 'therapist_profile'

/**
 * The sample rows of every table. A table without rows is a type error: add its row to the `.sample-inputs.testing.ts` file of its feature.
 */
export const sampleRows: Pick<SampleRows, SampledTable> & Omit<SampleRows, TableOfNoFeature> = rowsOfFeatures()

/** The tables that are empty in the demo practice although a feature has sample rows for them, each with the reason. */
export const emptyInDemo: Record<string, string> = Object.assign(
  {},
  ...Object.values<Parts>(samples).map((parts) => parts.emptyInDemo),
)

type Parts = { inputs?: object; rows?: object; emptyInDemo?: Record<string, string> }
function inputsOfFeatures(): InputsByFeature {
  const entries = Object.entries<Parts>(samples).flatMap(([name, { inputs }]) => (inputs ? [[name, inputs]] : []))
  return Object.fromEntries(entries) as InputsByFeature
}

function rowsOfFeatures(): Pick<SampleRows, SampledTable> {
  const entries = Object.values<Parts>(samples).flatMap(({ rows }) => Object.entries(rows ?? {}))
  return Object.fromEntries(entries) as Pick<SampleRows, SampledTable>
}

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
