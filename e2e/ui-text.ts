import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { translate } from '../apps/server/src/platform/translations.ts'

/** The namespaces of the English language files. */
type Namespaces = {
  accessLog: typeof import('../apps/web/src/locales/accessLog/en.json')
  account: typeof import('../apps/web/src/locales/account/en.json')
  accounts: typeof import('../apps/web/src/locales/accounts/en.json')
  administration: typeof import('../apps/web/src/locales/administration/en.json')
  booking: typeof import('../apps/web/src/locales/booking/en.json')
  calendar: typeof import('../apps/web/src/locales/calendar/en.json')
  charts: typeof import('../apps/web/src/locales/charts/en.json')
  client: typeof import('../apps/web/src/locales/client/en.json')
  clientTag: typeof import('../apps/web/src/locales/clientTag/en.json')
  common: typeof import('../apps/web/src/locales/common/en.json')
  connection: typeof import('../apps/web/src/locales/connection/en.json')
  dashboard: typeof import('../apps/web/src/locales/dashboard/en.json')
  feeds: typeof import('../apps/web/src/locales/feeds/en.json')
  file: typeof import('../apps/web/src/locales/file/en.json')
  import: typeof import('../apps/web/src/locales/import/en.json')
  journal: typeof import('../apps/web/src/locales/journal/en.json')
  journalPrompts: typeof import('../apps/web/src/locales/journalPrompts/en.json')
  login: typeof import('../apps/web/src/locales/login/en.json')
  negotiation: typeof import('../apps/web/src/locales/negotiation/en.json')
  note: typeof import('../apps/web/src/locales/note/en.json')
  notification: typeof import('../apps/web/src/locales/notification/en.json')
  onboarding: typeof import('../apps/web/src/locales/onboarding/en.json')
  outbox: typeof import('../apps/web/src/locales/outbox/en.json')
  palette: typeof import('../apps/web/src/locales/palette/en.json')
  passwordStrength: typeof import('../apps/web/src/locales/passwordStrength/en.json')
  product: typeof import('../apps/web/src/locales/product/en.json')
  reauthentication: typeof import('../apps/web/src/locales/reauthentication/en.json')
  record: typeof import('../apps/web/src/locales/record/en.json')
  richText: typeof import('../apps/web/src/locales/richText/en.json')
  safety: typeof import('../apps/web/src/locales/safety/en.json')
  security: typeof import('../apps/web/src/locales/security/en.json')
  series: typeof import('../apps/web/src/locales/series/en.json')
  session: typeof import('../apps/web/src/locales/session/en.json')
  sessionDialog: typeof import('../apps/web/src/locales/sessionDialog/en.json')
  sessionList: typeof import('../apps/web/src/locales/sessionList/en.json')
  sessionNew: typeof import('../apps/web/src/locales/sessionNew/en.json')
  sessionPage: typeof import('../apps/web/src/locales/sessionPage/en.json')
  sessionPrep: typeof import('../apps/web/src/locales/sessionPrep/en.json')
  sharedJournal: typeof import('../apps/web/src/locales/sharedJournal/en.json')
  shell: typeof import('../apps/web/src/locales/shell/en.json')
  taskAssign: typeof import('../apps/web/src/locales/taskAssign/en.json')
  taskForms: typeof import('../apps/web/src/locales/taskForms/en.json')
  taskProgress: typeof import('../apps/web/src/locales/taskProgress/en.json')
  tasks: typeof import('../apps/web/src/locales/tasks/en.json')
  terms: typeof import('../apps/web/src/locales/terms/en.json')
  timetable: typeof import('../apps/web/src/locales/timetable/en.json')
  zone: typeof import('../apps/web/src/locales/zone/en.json')
}
type PathsOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathsOf<Texts[Key]>}`
}[keyof Texts & string]
type UiTextKey = { [Name in keyof Namespaces]: `${Name}:${PathsOf<Namespaces[Name]>}` }[keyof Namespaces]
/** The key of a text that has plural forms, without the form: `x:days` for `x:days_one` and `x:days_other`. */
type PluralKey = UiTextKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never
type ServerTextKey = PathsOf<typeof import('../apps/server/src/locales/en.json')>
type Language = 'en' | 'es' | 'fr' | 'de'
type Tree = { [key: string]: string | Tree }

const pluralForms = ['_zero', '_one', '_two', '_few', '_many', '_other']
const placeholder = /{{(\w+)}}/
const loaded = new Map<string, Tree>()

/**
 * The English text that a page shows, by its key in the language files, with its `{{values}}` filled in. A journey
 * writes a text out only where it proves the wording.
 */
export function uiText(key: UiTextKey, values: Record<string, string> = {}): string {
  return uiTextIn('en', key, values)
}

/** The same text in one of the four languages. */
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
 * A pattern that matches an English text whose values the journey knows only in part. A value may be a pattern; a
 * value that is not given may be anything. The key of a plural text without its form matches each of its forms.
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

/** A pattern that matches the given texts in this order, with anything between them. */
export const inOrder = (...texts: string[]) => new RegExp(texts.map(escaped).join('.*'))

/** The text of a notification or an email, by its key in the server's language files. */
export const serverText = (key: ServerTextKey, values: Record<string, string> = {}, language: Language = 'en') =>
  translate(language, key, values)

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
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../apps/web/src/locales/${name}/${language}.json`), 'utf8'),
  ) as Tree
