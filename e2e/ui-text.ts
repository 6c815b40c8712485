import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The namespaces of the English language files that journeys name. */
type Namespaces = {
  account: typeof import('../apps/web/src/locales/en/account.json')
  accounts: typeof import('../apps/web/src/locales/en/accounts.json')
  administration: typeof import('../apps/web/src/locales/en/administration.json')
  booking: typeof import('../apps/web/src/locales/en/booking.json')
  calendar: typeof import('../apps/web/src/locales/en/calendar.json')
  client: typeof import('../apps/web/src/locales/en/client.json')
  clientTag: typeof import('../apps/web/src/locales/en/clientTag.json')
  feeds: typeof import('../apps/web/src/locales/en/feeds.json')
  file: typeof import('../apps/web/src/locales/en/file.json')
  import: typeof import('../apps/web/src/locales/en/import.json')
  journal: typeof import('../apps/web/src/locales/en/journal.json')
  login: typeof import('../apps/web/src/locales/en/login.json')
  negotiation: typeof import('../apps/web/src/locales/en/negotiation.json')
  note: typeof import('../apps/web/src/locales/en/note.json')
  notification: typeof import('../apps/web/src/locales/en/notification.json')
  onboarding: typeof import('../apps/web/src/locales/en/onboarding.json')
  reauthentication: typeof import('../apps/web/src/locales/en/reauthentication.json')
  record: typeof import('../apps/web/src/locales/en/record.json')
  safety: typeof import('../apps/web/src/locales/en/safety.json')
  security: typeof import('../apps/web/src/locales/en/security.json')
  series: typeof import('../apps/web/src/locales/en/series.json')
  session: typeof import('../apps/web/src/locales/en/session.json')
  sessionDialog: typeof import('../apps/web/src/locales/en/sessionDialog.json')
  sessionList: typeof import('../apps/web/src/locales/en/sessionList.json')
  sessionNew: typeof import('../apps/web/src/locales/en/sessionNew.json')
  sessionPrep: typeof import('../apps/web/src/locales/en/sessionPrep.json')
  sharedJournal: typeof import('../apps/web/src/locales/en/sharedJournal.json')
  shell: typeof import('../apps/web/src/locales/en/shell.json')
  taskAssign: typeof import('../apps/web/src/locales/en/taskAssign.json')
  taskForms: typeof import('../apps/web/src/locales/en/taskForms.json')
  tasks: typeof import('../apps/web/src/locales/en/tasks.json')
  terms: typeof import('../apps/web/src/locales/en/terms.json')
  timetable: typeof import('../apps/web/src/locales/en/timetable.json')
  zone: typeof import('../apps/web/src/locales/en/zone.json')
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
  JSON.parse(readFileSync(join(import.meta.dirname, `../apps/web/src/locales/en/${name}.json`), 'utf8')) as Tree
