import type { Language } from '@attune/contract/common/text/text.schemas'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The English language files, by namespace. */
type Namespaces = {
  // generated: namespaces
  accessLog: typeof import('../locales/accessLog/en.json')
  account: typeof import('../locales/account/en.json')
  accountDeletion: typeof import('../locales/accountDeletion/en.json')
  accountSwitcher: typeof import('../locales/accountSwitcher/en.json')
  accounts: typeof import('../locales/accounts/en.json')
  adminDashboard: typeof import('../locales/adminDashboard/en.json')
  adminJobs: typeof import('../locales/adminJobs/en.json')
  adminSettings: typeof import('../locales/adminSettings/en.json')
  administration: typeof import('../locales/administration/en.json')
  apiAccess: typeof import('../locales/apiAccess/en.json')
  appSignIn: typeof import('../locales/appSignIn/en.json')
  assistant: typeof import('../locales/assistant/en.json')
  assistantChat: typeof import('../locales/assistantChat/en.json')
  assistantConsent: typeof import('../locales/assistantConsent/en.json')
  assistantPreview: typeof import('../locales/assistantPreview/en.json')
  assistantSettings: typeof import('../locales/assistantSettings/en.json')
  assistantSetup: typeof import('../locales/assistantSetup/en.json')
  auditLog: typeof import('../locales/auditLog/en.json')
  backupSetup: typeof import('../locales/backupSetup/en.json')
  backups: typeof import('../locales/backups/en.json')
  bankFile: typeof import('../locales/bankFile/en.json')
  booking: typeof import('../locales/booking/en.json')
  business: typeof import('../locales/business/en.json')
  businessTax: typeof import('../locales/businessTax/en.json')
  calendar: typeof import('../locales/calendar/en.json')
  calendarQuestion: typeof import('../locales/calendarQuestion/en.json')
  call: typeof import('../locales/call/en.json')
  callPage: typeof import('../locales/callPage/en.json')
  channelSetup: typeof import('../locales/channelSetup/en.json')
  charts: typeof import('../locales/charts/en.json')
  client: typeof import('../locales/client/en.json')
  clientOverview: typeof import('../locales/clientOverview/en.json')
  clientTag: typeof import('../locales/clientTag/en.json')
  common: typeof import('../locales/common/en.json')
  connection: typeof import('../locales/connection/en.json')
  consent: typeof import('../locales/consent/en.json')
  custodyNote: typeof import('../locales/custodyNote/en.json')
  dashboard: typeof import('../locales/dashboard/en.json')
  diagnosisCode: typeof import('../locales/diagnosisCode/en.json')
  document: typeof import('../locales/document/en.json')
  estimate: typeof import('../locales/estimate/en.json')
  externalCalendar: typeof import('../locales/externalCalendar/en.json')
  feeds: typeof import('../locales/feeds/en.json')
  file: typeof import('../locales/file/en.json')
  form: typeof import('../locales/form/en.json')
  formConfirm: typeof import('../locales/formConfirm/en.json')
  formNew: typeof import('../locales/formNew/en.json')
  formPaper: typeof import('../locales/formPaper/en.json')
  group: typeof import('../locales/group/en.json')
  guardianForm: typeof import('../locales/guardianForm/en.json')
  guardianHome: typeof import('../locales/guardianHome/en.json')
  guardianInvitation: typeof import('../locales/guardianInvitation/en.json')
  guardianInvoices: typeof import('../locales/guardianInvoices/en.json')
  guardianMessages: typeof import('../locales/guardianMessages/en.json')
  guardianPlan: typeof import('../locales/guardianPlan/en.json')
  guardianRight: typeof import('../locales/guardianRight/en.json')
  guardianSession: typeof import('../locales/guardianSession/en.json')
  held: typeof import('../locales/held/en.json')
  import: typeof import('../locales/import/en.json')
  invoice: typeof import('../locales/invoice/en.json')
  invoiceDraft: typeof import('../locales/invoiceDraft/en.json')
  invoiceExport: typeof import('../locales/invoiceExport/en.json')
  invoiceSheet: typeof import('../locales/invoiceSheet/en.json')
  issueMany: typeof import('../locales/issueMany/en.json')
  journal: typeof import('../locales/journal/en.json')
  journalPrompts: typeof import('../locales/journalPrompts/en.json')
  kept: typeof import('../locales/kept/en.json')
  keptPeriods: typeof import('../locales/keptPeriods/en.json')
  legalText: typeof import('../locales/legalText/en.json')
  linkedInvoice: typeof import('../locales/linkedInvoice/en.json')
  login: typeof import('../locales/login/en.json')
  measure: typeof import('../locales/measure/en.json')
  measureImport: typeof import('../locales/measureImport/en.json')
  measureItem: typeof import('../locales/measureItem/en.json')
  measures: typeof import('../locales/measures/en.json')
  message: typeof import('../locales/message/en.json')
  messageSettings: typeof import('../locales/messageSettings/en.json')
  moneyChart: typeof import('../locales/moneyChart/en.json')
  native: typeof import('../locales/native/en.json')
  negotiation: typeof import('../locales/negotiation/en.json')
  note: typeof import('../locales/note/en.json')
  notification: typeof import('../locales/notification/en.json')
  notificationSettings: typeof import('../locales/notificationSettings/en.json')
  onboarding: typeof import('../locales/onboarding/en.json')
  onlinePayment: typeof import('../locales/onlinePayment/en.json')
  outbox: typeof import('../locales/outbox/en.json')
  ownGuardians: typeof import('../locales/ownGuardians/en.json')
  ownInvoice: typeof import('../locales/ownInvoice/en.json')
  palette: typeof import('../locales/palette/en.json')
  passwordStrength: typeof import('../locales/passwordStrength/en.json')
  payer: typeof import('../locales/payer/en.json')
  payment: typeof import('../locales/payment/en.json')
  paymentReceipt: typeof import('../locales/paymentReceipt/en.json')
  paymentReminder: typeof import('../locales/paymentReminder/en.json')
  personalExport: typeof import('../locales/personalExport/en.json')
  product: typeof import('../locales/product/en.json')
  push: typeof import('../locales/push/en.json')
  reauthentication: typeof import('../locales/reauthentication/en.json')
  record: typeof import('../locales/record/en.json')
  recordCopy: typeof import('../locales/recordCopy/en.json')
  recordEndings: typeof import('../locales/recordEndings/en.json')
  recordExport: typeof import('../locales/recordExport/en.json')
  recordRequest: typeof import('../locales/recordRequest/en.json')
  recordRetention: typeof import('../locales/recordRetention/en.json')
  recurrence: typeof import('../locales/recurrence/en.json')
  richText: typeof import('../locales/richText/en.json')
  safety: typeof import('../locales/safety/en.json')
  security: typeof import('../locales/security/en.json')
  series: typeof import('../locales/series/en.json')
  service: typeof import('../locales/service/en.json')
  session: typeof import('../locales/session/en.json')
  sessionDialog: typeof import('../locales/sessionDialog/en.json')
  sessionList: typeof import('../locales/sessionList/en.json')
  sessionNew: typeof import('../locales/sessionNew/en.json')
  sessionPage: typeof import('../locales/sessionPage/en.json')
  sessionPrep: typeof import('../locales/sessionPrep/en.json')
  sessionType: typeof import('../locales/sessionType/en.json')
  settings: typeof import('../locales/settings/en.json')
  sharedJournal: typeof import('../locales/sharedJournal/en.json')
  shell: typeof import('../locales/shell/en.json')
  signHere: typeof import('../locales/signHere/en.json')
  signLink: typeof import('../locales/signLink/en.json')
  signPage: typeof import('../locales/signPage/en.json')
  statement: typeof import('../locales/statement/en.json')
  superbill: typeof import('../locales/superbill/en.json')
  taskAssign: typeof import('../locales/taskAssign/en.json')
  taskForms: typeof import('../locales/taskForms/en.json')
  taskProgress: typeof import('../locales/taskProgress/en.json')
  tasks: typeof import('../locales/tasks/en.json')
  terms: typeof import('../locales/terms/en.json')
  textMessage: typeof import('../locales/textMessage/en.json')
  textTotals: typeof import('../locales/textTotals/en.json')
  timetable: typeof import('../locales/timetable/en.json')
  toBill: typeof import('../locales/toBill/en.json')
  treatmentPlan: typeof import('../locales/treatmentPlan/en.json')
  versionConflict: typeof import('../locales/versionConflict/en.json')
  videoTest: typeof import('../locales/videoTest/en.json')
  voiceMessage: typeof import('../locales/voiceMessage/en.json')
  waitingList: typeof import('../locales/waitingList/en.json')
  zone: typeof import('../locales/zone/en.json')
  // end
}
type PathsOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathsOf<Texts[Key]>}`
}[keyof Texts & string]
type UiTextKey = { [Name in keyof Namespaces]: `${Name}:${PathsOf<Namespaces[Name]>}` }[keyof Namespaces]
/** The key of a text that has plural forms, without the form: `x:days` for `x:days_one` and `x:days_other`. */
type PluralKey = UiTextKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never
type Tree = { [key: string]: string | Tree }

const pluralForms = ['_zero', '_one', '_two', '_few', '_many', '_other']
const placeholder = /{{(\w+)}}/
const loaded = new Map<string, Tree>()

/**
 * Returns the English text of a key in the language files, with its `{{values}}` filled in. Tests use this function for
 * every text, except where they check the wording. Throws if the key or a value is missing.
 */
export function uiText(key: UiTextKey, values: Record<string, string> = {}): string {
  return uiTextIn('en', key, values)
}

/** Returns the text of a key as `uiText` does, in the given language. */
export function uiTextIn(language: Language, key: UiTextKey, values: Record<string, string> = {}): string {
  const [text] = formsOf(language, key)
  if (text === undefined) throw new Error(`${key} is not a text`)
  return text.replace(new RegExp(placeholder, 'g'), (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${key} lacks a value for ${name}`)
    return value
  })
}

/**
 * Returns a pattern that matches the English text of a key, for tests that cannot give all values. A value can be a pattern; a missing value
 * matches any text. The key of a plural text without its form matches all forms. Throws if no text has this key.
 */
export function uiTextPattern(key: UiTextKey | PluralKey, values: Record<string, string | RegExp> = {}): RegExp {
  const texts = formsOf('en', key)
  if (texts.length === 0) throw new Error(`${key} is not a text`)
  const sources = texts.map((text) =>
    text
      .split(placeholder)
      .map((part, place) => (place % 2 === 0 ? escaped(part) : valueSource(values[part])))
      .join(''),
  )
  return new RegExp(sources.join('|'))
}

/** Returns a pattern that matches the given texts in this order, with any text between them. */
export const inOrder = (...texts: string[]) => new RegExp(texts.map(escaped).join('.*'))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function valueSource(value: string | RegExp = /.*/): string {
  return typeof value === 'string' ? escaped(value) : value.source
}

/** Returns the text of a key, or all forms of a plural text. Removes the tags that mark parts of a text. */
function formsOf(language: string, key: string): string[] {
  const [name = '', path = ''] = key.split(':')
  const file = loaded.get(`${language}/${name}`) ?? readNamespace(language, name)
  loaded.set(`${language}/${name}`, file)
  const find = (steps: string) =>
    steps
      .split('.')
      .reduce<string | Tree | undefined>((part, step) => (typeof part === 'object' ? part[step] : undefined), file)
  return [path, ...pluralForms.map((form) => path + form)].flatMap((steps) => {
    const found = find(steps)
    return typeof found === 'string' ? [found.replace(/<\/?\w+\s*\/?>/g, '')] : []
  })
}

const readNamespace = (language: string, name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../locales/${name}/${language}.json`), 'utf8')) as Tree
