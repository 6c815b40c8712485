import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../setup/steps.mjs'
import { runNode } from './programs.mjs'

const dist = join(root, 'apps/web/dist')

/**
 * The highest gzipped sizes in kB and the maximum number of requests of a page. Every page includes the names of days and months, so that its first
 * screen needs no `Intl` object.
 */
const budgets = {
  // The JavaScript includes the code with which the native app reaches its server and with which a page proves that it was open before. The caches of
  // the backend client (row 9.08) are invalidated by each own write. The height of the banners is measured, so that the page leaves it free.
  publicPage: { js: 191.2, css: 11, requests: 10 },
  // This page sets up a new installation, and an admin opens it once. It contains a searchable list of time zones.
  setup: { js: 193.9, css: 11, requests: 10 },
  // Includes the practice settings, on which language and lock depend before a page is shown, and the loader of the lock screen, which shows a
  // client the emergency numbers and must appear offline. On a page with a form, also the code of values that save themselves, as in the journal.
  signedInPage: { js: 230, css: 20.1, requests: 35 },
  // This page includes the hour grid, which is loaded together with the page: 115 kB of JS and 6 kB of CSS more than
  // other pages.
  'dashboard/$userType/calendar': { js: 331, css: 28, requests: 35 },
  // Includes the chat, the field with its draft and the preview of the sent data, because a therapist opens this page to write at once.
  'dashboard/therapist/assistant': { js: 262.5, css: 26, requests: 37 },
  // This page includes the editor, which is loaded together with the page: 160 kB of JS and 4 kB of CSS more than other
  // pages.
  'dashboard/client/journal': { js: 376.7, css: 24, requests: 45 },
  language: 3.3,
  // The document with the static frames of the pages, which is painted before any script has loaded, and the words of today's date in four languages.
  document: 9.9,
}

/**
 * For each route, the modules that are imported dynamically but needed for the first load of the page. They count
 * towards the size of the page.
 */
const fetchedAtOnce = {
  'dashboard/$userType/calendar': ['src/features/schedule/calendar/grid/KeyboardCalendarGrid.tsx'],
  'dashboard/client/journal': ['src/ui/rich-text/editor/TiptapEditor.tsx'],
}

/** The routes that most people open first: sign-in and the dashboards. The note of the check shows their sizes. */
const firstPages = ['index', 'dashboard/client/index', 'dashboard/therapist/index']

/**
 * Builds the web app if needed. Checks the size of the first load of each page, including all static imports, and of each language file,
 * with Vite's manifest.
 */
export async function sizeBudgets() {
  const build = await runNode(['tools/build-web.mjs'])
  if (!build.ok) return build
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const pages = routesOf(manifest).map((route) => measure(manifest, route))
  const findings = [
    ...documentFindings(),
    ...pages.flatMap(overBudget),
    ...languagesOverBudget(manifest),
    ...nativeFindings(),
  ]
  const heaviest = pages.reduce((most, page) => (page.js > most.js ? page : most), { route: '-', js: 0, css: 0 })
  const first = firstPages.map((name) => pages.find(({ route }) => route === name))
  const remark = [...first, heaviest]
    .filter(Boolean)
    .map(({ route, js, css, requests }) => `${route} ${kB(js)} / ${kB(css)} kB in ${requests} requests`)
    .join(', ')
  return { ok: findings.length === 0, remark, findings }
}

/** Returns the names of the routes. The route of `src/routes/dashboard.client.tsx?tsr-split=component` is `dashboard.client`. */
function routesOf(manifest) {
  const names = Object.keys(manifest).flatMap(
    (key) => /^src\/routes\/(.+)\.tsx\?tsr-split=component/.exec(key)?.[1] ?? [],
  )
  return [...new Set(names)].filter((name) => !/(^|\/)__root$|(^|\/)route$/.test(name))
}

/**
 * Returns the gzipped sizes in bytes and the number of requests of the first load of a page. The first load consists of
 * the entry, the page's route, the layouts above the route, and their imports.
 */
function measure(manifest, route) {
  const entry = Object.keys(manifest).filter((key) => manifest[key].isEntry)
  const own = Object.keys(manifest).filter((key) => {
    const name = /^src\/routes\/(.+)\.tsx\?tsr-split=/.exec(key)?.[1]?.replace(/(\/|\.)route$/, '')
    return name && (name === route || name === '__root' || route.startsWith(`${name}/`) || route.startsWith(`${name}.`))
  })
  const files = closure(manifest, [...entry, ...own, ...(fetchedAtOnce[route] ?? [])])
  const weigh = (ending) => files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipped(file), 0)
  return { route, js: weigh('.js'), css: weigh('.css'), requests: files.length }
}

function closure(manifest, keys) {
  const seen = new Set()
  const files = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const { file, css = [], imports = [] } = manifest[key]
    for (const name of [file, ...css]) files.add(name)
    for (const next of imports) visit(next)
  }
  for (const key of keys) visit(key)
  return [...files]
}

/** Checks that no file of the web version contains code of the native app or its plugins. */
function nativeFindings() {
  const marks =
    /androidBridge|CapacitorHttp|AttunePrivacy|AttunePush|pushNotificationActionPerformed|saveDevice|BiometricAuth|LIBRARY_NO_CLOUD|outgoing-files\//
  const files = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const found = files.filter((file) => marks.test(readFileSync(join(dist, 'assets', file), 'utf8')))
  return found.map((file) => `the web version contains a part of the native app: assets/${file}`)
}

function overBudget({ route, js, css, requests }) {
  const budget = budgets[route] ?? (/^(dashboard|onboarding)/.test(route) ? budgets.signedInPage : budgets.publicPage)
  return [
    ...(js > budget.js * 1000 ? [`${route}: ${kB(js)} kB of script, at most ${budget.js}`] : []),
    ...(css > budget.css * 1000 ? [`${route}: ${kB(css)} kB of styles, at most ${budget.css}`] : []),
    ...(requests > budget.requests ? [`${route}: ${requests} requests, at most ${budget.requests}`] : []),
  ]
}

/** Checks that the document contains the frame, and no style sheet or script that would block the first paint. */
function documentFindings() {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const size = gzipped('index.html')
  return [
    ...(size > budgets.document * 1000 ? [`the document: ${kB(size)} kB, at most ${budgets.document}`] : []),
    ...(page.includes('<div id="frame"') ? [] : ['the document contains no frame']),
    ...(/<script[^>]* src=|<link[^>]*rel="stylesheet"/.test(page) ? ['the first paint waits for a file'] : []),
  ]
}

function languagesOverBudget(manifest) {
  return Object.entries(manifest)
    .filter(([key]) => /^src\/locales\/.+\.json$/.test(key))
    .filter(([, { file }]) => gzipped(file) > budgets.language * 1000)
    .map(([key, { file }]) => `${key}: ${kB(gzipped(file))} kB, at most ${budgets.language}`)
}

function gzipped(file) {
  return gzipSync(readFileSync(join(dist, file))).length
}

function kB(bytes) {
  return (bytes / 1000).toFixed(1)
}
