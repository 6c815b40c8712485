import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

const locales = 'apps/web/src/locales'
const pagesFolder = 'apps/web/src/shell/pages'

/** The texts of the titles whose text is not `title` of a language file with the name of the title. */
const sources = {
  clients: 'client:list.title',
  sessions: 'session:titleTherapist',
  mySessions: 'session:titleClient',
  calendar: 'calendar:name',
  settings: 'settings:title',
  profile: 'settings:subjects.profile',
  addClient: 'client:add.title',
  payments: 'invoice:list.title',
  estimates: 'estimate:titles',
  forms: 'form:titles',
  ownForms: 'form:own.page',
  invoice: 'invoice:kinds.invoice',
  notifications: 'notification:title',
  importClients: 'import:title',
  apiSettings: 'channelSetup:title',
  book: 'booking:title',
  safety: 'safety:client.title',
  ownPlan: 'treatmentPlan:own.title',
  taskDetails: 'tasks:one',
  journals: 'sharedJournal:title',
  notes: 'note:list.title',
  ownMeasures: 'measure:titles',
  ownMeasure: 'measure:title',
  messages: 'message:title',
  jobs: 'adminJobs:title',
  assistant: 'assistantChat:title',
  groups: 'group:title',
}

/** The titles that no page shows as its heading. Their texts are written in the language files of the shell. */
const ownTexts = new Set([
  'dashboard',
  'clientProfile',
  'sessionDetails',
  'therapists',
  'journalEntry',
  'roleRequests',
  'group',
])

/**
 * Returns the language files of the shell, each with the expected text: the menus, which are shown before the texts of a page are loaded, contain a
 * copy of the heading of each page. Throws for a title without a text.
 */
export function pageTitleFiles() {
  const titles = titlesOfPages()
  return readdirSync(join(root, locales, 'shell')).map((name) => {
    const file = `${locales}/shell/${name}`
    const texts = readTexts('shell', name)
    return { file, text: `${JSON.stringify({ ...texts, pages: withTitles(texts.pages, titles, name) }, null, 2)}\n` }
  })
}

/** Returns the titles that the page records name, in their order. */
const titlesOfPages = () => [
  ...new Set(
    ['pages.ts', 'pages.paperwork.ts', 'pages.public.ts']
      .map((file) => readFileSync(join(root, pagesFolder, file), 'utf8'))
      .flatMap((code) => code.match(/\btitle: (?:'\w+'|\{[^}]*\})/g) ?? [])
      .flatMap((title) => Array.from(title.matchAll(/'(\w+)'/g), ([, key]) => key)),
  ),
]

/** Returns the texts of all titles: first those that the file has, in its order, then the new ones. */
function withTitles(present, titles, name) {
  const all = [...Object.keys(present).filter((title) => titles.includes(title)), ...titles]
  return Object.fromEntries(all.map((title) => [title, ownTexts.has(title) ? present[title] : textOf(title, name)]))
}

function textOf(title, name) {
  const key = sources[title] ?? `${title}:title`
  const [namespace, path] = key.split(':')
  const text = path.split('.').reduce((part, step) => part?.[step], readTexts(namespace, name))
  if (typeof text !== 'string') throw new Error(`${name} has no text ${key}, which is the title of a page`)
  return text
}

const readTexts = (namespace, name) => JSON.parse(readFileSync(join(root, locales, namespace, name), 'utf8'))
