import { personalExportParts } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { z } from 'zod'
import type { ExportedPart, ExportedPartFiles } from '../../../platform/personal-export/exported-part.ts'
import { assistantConsentExport } from '../../assistant/assistant-consent/assistant-consent.ts'
import { assistantExport, assistantSettingsExport } from '../../assistant/assistant/assistant.ts'
import { businessExport } from '../../billing/business/business.ts'
import { estimateExport } from '../../billing/estimate/estimate.ts'
import { datevSettingsExport, ownInvoiceExport } from '../../billing/invoice/invoice.ts'
import { onlinePaymentExport } from '../../billing/online-payment/online-payment.ts'
import { reminderTextExport } from '../../billing/payment/payment.ts'
import { serviceExport } from '../../billing/service/service.ts'
import { superbillExport } from '../../billing/superbill/superbill.ts'
import { documentExport } from '../../care/document/document.ts'
import { formExport, formTemplateExport } from '../../care/form/form.ts'
import { journalExport, journalSettingsExport } from '../../care/journal/journal.ts'
import { measureExport } from '../../care/measure/measure.ts'
import { noteSettingExport, noteTemplateExport } from '../../care/note/note.ts'
import { recordRequestExport } from '../../care/record-request/record-request.ts'
import { safetyExport } from '../../care/safety/safety.ts'
import { taskExport, taskTemplateExport } from '../../care/task/task.ts'
import { diagnosisCodeExport, treatmentPlanExport } from '../../care/treatment-plan/treatment-plan.ts'
import { textConsentExport } from '../../messages/consent/consent.ts'
import { messageSettingsExport } from '../../messages/message-settings/message-settings.ts'
import { messageExport } from '../../messages/message/message.ts'
import { notificationExport, notificationSettingsExport } from '../../messages/notification/notification.ts'
import { deviceExport } from '../../messages/push/push.ts'
import { feedbackExport } from '../../practice/administration/administration.ts'
import { legalConsentExport } from '../../practice/legal-text/legal-text.ts'
import { availabilityExport } from '../../schedule/availability/availability.ts'
import { calendarExport, clientCalendarExport } from '../../schedule/calendar/calendar.ts'
import { callExport } from '../../schedule/call/call.ts'
import { sessionTypeExport } from '../../schedule/session-type/session-type.ts'
import { sessionExport } from '../../schedule/session/session.ts'
import { termsExport } from '../../schedule/terms/terms.ts'
import { waitingExport, waitingSettingsExport } from '../../schedule/waiting-list/waiting-list.ts'
import { accessExport } from '../access/access.ts'
import { accountExport } from '../account/account.ts'
import { clientTagExport } from '../client-tag/client-tag.ts'
import { guardianExport, guardianFormExport, guardianMessageExport, representedExport } from '../guardian/guardian.ts'
import { signInExport } from '../login/login.ts'

/** The contributions of all features to the exports of all roles. Contributions to the same part follow each other on its page. */
const contributions = [
  accountExport,
  signInExport,
  deviceExport,
  legalConsentExport,
  textConsentExport,
  assistantConsentExport,
  notificationSettingsExport,
  journalSettingsExport,
  messageSettingsExport,
  clientTagExport,
  noteSettingExport,
  diagnosisCodeExport,
  datevSettingsExport,
  onlinePaymentExport,
  assistantSettingsExport,
  accessExport,
  journalExport,
  safetyExport,
  messageExport,
  guardianMessageExport,
  sessionExport,
  callExport,
  waitingExport,
  clientCalendarExport,
  taskExport,
  formExport,
  guardianFormExport,
  documentExport,
  recordRequestExport,
  treatmentPlanExport,
  ownInvoiceExport,
  superbillExport,
  estimateExport,
  guardianExport,
  representedExport,
  availabilityExport,
  waitingSettingsExport,
  calendarExport,
  businessExport,
  sessionTypeExport,
  serviceExport,
  termsExport,
  noteTemplateExport,
  taskTemplateExport,
  formTemplateExport,
  measureExport,
  reminderTextExport,
  assistantExport,
  notificationExport,
  feedbackExport,
] as (ExportedPart | ExportedPartFiles)[]

/** The parts of a person's export, in the order of their pages. */
export const partsFor = (role: ExportedPart['roles'][number]): ExportedPart[] =>
  personalExportParts.flatMap((name) => {
    const of = contributions.filter((each) => each.name === name && each.roles.includes(role))
    return of.length > 0 ? [joinParts(of)] : []
  })

function joinParts(joined: (ExportedPart | ExportedPartFiles)[]): ExportedPart {
  const parts = joined.filter((each) => 'pages' in each)
  const [first, ...others] = parts
  if (!first) throw new Error('a part of an export has no items')
  return {
    name: first.name,
    roles: first.roles,
    schema: others.length > 0 ? z.union(parts.map(({ schema }) => schema)) : first.schema,
    async *pages(app, person) {
      for (const part of parts) yield* part.pages(app, person)
    },
    async files(app, person) {
      const files = await Promise.all(joined.flatMap((each) => each.files?.(app, person) ?? []))
      return files.flat()
    },
  }
}
