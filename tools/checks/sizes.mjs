import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../setup/steps.mjs'
import { isSignedIn, overBudget } from './page-budgets.mjs'
import { runNode } from './programs.mjs'

const dist = join(root, 'apps/web/dist')

const budgets = {
  // The longest texts are those of the admin's dashboard in French.
  language: 4.4,
  // The document with the static frames of the pages, which is painted before any script has loaded, and the words of dates in four languages.
  // 2 kB of it draw the title, the days and the empty hours of the calendar.
  document: 13.4,
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
    ...overBudget(splitBases(pages)),
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
 * the entry, the page's route, the layouts above the route, and their imports. `files` are the names of the requested files.
 */
function measure(manifest, route) {
  const entry = Object.keys(manifest).filter((key) => manifest[key].isEntry)
  const own = Object.keys(manifest).filter((key) => {
    const name = /^src\/routes\/(.+)\.tsx\?tsr-split=/.exec(key)?.[1]?.replace(/(\/|\.)route$/, '')
    return name && (name === route || name === '__root' || route.startsWith(`${name}/`) || route.startsWith(`${name}.`))
  })
  const files = closure(manifest, [...entry, ...own, ...(fetchedAtOnce[route] ?? [])])
  return { route, files, ...weigh(files) }
}

function weigh(files) {
  const sizeOf = (ending) => files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipped(file), 0)
  return { js: sizeOf('.js'), css: sizeOf('.css'), requests: files.length }
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

/**
 * Returns, for public pages and for signed-in pages, the size of the files that all of them load, and for each page the size of its other files.
 * Sizes are gzipped and in bytes.
 */
function splitBases(pages) {
  return [false, true].map((signedIn) => {
    const kind = pages.filter(({ route }) => isSignedIn(route) === signedIn)
    const shared = new Set(kind[0].files.filter((file) => kind.every(({ files }) => files.includes(file))))
    const own = kind.map(({ route, files }) => ({ route, ...weigh(files.filter((file) => !shared.has(file))) }))
    return { signedIn, base: weigh([...shared]), own }
  })
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
