import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The namespaces of the English language files that journeys name. */
type Namespaces = {
  account: typeof import('../apps/web/src/locales/account/en.json')
  accounts: typeof import('../apps/web/src/locales/accounts/en.json')
  administration: typeof import('../apps/web/src/locales/administration/en.json')
  booking: typeof import('../apps/web/src/locales/booking/en.json')
  calendar: typeof import('../apps/web/src/locales/calendar/en.json')
  client: typeof import('../apps/web/src/locales/client/en.json')
  clientTag: typeof import('../apps/web/src/locales/clientTag/en.json')
  feeds: typeof import('../apps/web/src/locales/feeds/en.json')
  file: typeof import('../apps/web/src/locales/file/en.json')
  import: typeof import('../apps/web/src/locales/import/en.json')
  journal: typeof import('../apps/web/src/locales/journal/en.json')
  login: typeof import('../apps/web/src/locales/login/en.json')
  negotiation: typeof import('../apps/web/src/locales/negotiation/en.json')
  note: typeof import('../apps/web/src/locales/note/en.json')
  notification: typeof import('../apps/web/src/locales/notification/en.json')
  onboarding: typeof import('../apps/web/src/locales/onboarding/en.json')
  reauthentication: typeof import('../apps/web/src/locales/reauthentication/en.json')
  record: typeof import('../apps/web/src/locales/record/en.json')
  safety: typeof import('../apps/web/src/locales/safety/en.json')
  security: typeof import('../apps/web/src/locales/security/en.json')
  series: typeof import('../apps/web/src/locales/series/en.json')
  session: typeof import('../apps/web/src/locales/session/en.json')
  sessionDialog: typeof import('../apps/web/src/locales/sessionDialog/en.json')
  sessionList: typeof import('../apps/web/src/locales/sessionList/en.json')
  sessionNew: typeof import('../apps/web/src/locales/sessionNew/en.json')
  sessionPrep: typeof import('../apps/web/src/locales/sessionPrep/en.json')
  sharedJournal: typeof import('../apps/web/src/locales/sharedJournal/en.json')
  shell: typeof import('../apps/web/src/locales/shell/en.json')
  taskAssign: typeof import('../apps/web/src/locales/taskAssign/en.json')
  taskForms: typeof import('../apps/web/src/locales/taskForms/en.json')
  tasks: typeof import('../apps/web/src/locales/tasks/en.json')
  terms: typeof import('../apps/web/src/locales/terms/en.json')
  timetable: typeof import('../apps/web/src/locales/timetable/en.json')
  zone: typeof import('../apps/web/src/locales/zone/en.json')
}
type PathsOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathsOf<Texts[Key]>}`
}[keyof Texts & string]
type UiTextKey = { [Name in keyof Namespaces]: `${Name}:${PathsOf<Namespaces[Name]>}` }[keyof Namespaces]
type Tree = { [key: string]: string | Tree }

const loaded = new Map<string, Tree>()

/**
 * The English text that a page shows, by its key in the language files, with its `{{values}}` filled in. A journey
 * writes a text out only where it proves the wording.
 */
export function uiText(key: UiTextKey, values: Record<string, string> = {}): string {
  const [name = '', path = ''] = key.split(':')
  const file = loaded.get(name) ?? readNamespace(name)
  loaded.set(name, file)
  const found = path
    .split('.')
    .reduce<string | Tree | undefined>((part, step) => (typeof part === 'object' ? part[step] : undefined), file)
  if (typeof found !== 'string') throw new Error(`${key} is not a text`)
  return found.replace(/{{(\w+)}}/g, (whole, value: string) => values[value] ?? whole)
}

const readNamespace = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../apps/web/src/locales/${name}/en.json`), 'utf8')) as Tree
