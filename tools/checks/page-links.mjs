import { dirname, join } from 'node:path'
import { importedBy, parseModule, readChangedFiles, visitNodes, workTreeFiles } from './source-files.mjs'

const web = 'apps/web/src/'
const pagesFolder = `${web}shell/pages/`
const routesFolder = `${web}routes/`
/** The addresses that the check reads. Emails and devices open the other pages. */
const address = /^\/(?:dashboard|for)\//

/** The pages to which no address in the code leads, each with the way that people take. */
const openedOtherwise = {
  '/dashboard/$userType/profile/$subject': 'the list of subjects on the profile',
  '/dashboard/admin/api-settings/$subject': 'the list of subjects on the API settings',
}

/** Checks that each page for signed-in people has a place in a menu, the tab bar or the palette, or that a file outside its screen links to it. */
export function pageLinks() {
  const files = [...readChangedFiles('page-links', sources(), addressesIn)]
  const findings = unlinkedPages(
    files.map(([path, found]) => ({ path, ...found })),
    openedOtherwise,
  )
  return { ok: findings.length === 0, remark: `${files.flatMap(([, { pages }]) => pages).length} pages`, findings }
}

/**
 * Returns the page records of a module, the routes that it defines, the files that it imports, and the addresses to which it links. In an address,
 * `$` stands for a computed part. Exported for its test.
 */
export function addressesIn(code, path) {
  const found = { pages: [], routes: [], imports: [], links: [] }
  if (!/\/(?:dashboard|for)\//.test(code)) return found
  // The nodes that name a page, but do not lead to it.
  const names = new Set()
  visitNodes(parseModule(code, path.endsWith('x')), (node) => {
    const imported = importedBy(node)
    if (imported) found.imports.push(imported)
    if (node.type === 'CallExpression') readCall(node, found, names)
    if (node.type === 'KeyValueProperty') readProperty(node, found, names)
    const text = names.has(node) ? '' : textOf(node)
    if (address.test(text)) found.links.push(text)
  })
  return found
}

function readCall({ callee, arguments: [first] }, { routes }, names) {
  if (callee.value === 'createFileRoute') routes.push(first.expression.value.replace(/\/$/, ''))
  if (['createFileRoute', 'getRouteApi'].includes(callee.value)) names.add(first.expression)
}

function readProperty({ key, value }, { pages }, names) {
  if (key.value === 'from') names.add(value)
  if (!address.test(key.value) || value.type !== 'ObjectExpression') return
  names.add(key)
  const hasPlace = value.properties.some((each) => ['menu', 'tab', 'palette'].includes(each.key?.value))
  pages.push({ page: key.value, hasPlace })
}

/** Returns the text of a literal without the part after the path. */
function textOf({ type, value, quasis }) {
  if (type === 'StringLiteral') return value.replace(/[?#].*/s, '')
  if (type !== 'TemplateLiteral' || !quasis) return ''
  const text = quasis.map(({ raw }) => raw).join('$')
  return text.replace(/[?#].*/s, '')
}

/**
 * Returns a finding for each page without a place to which no file links, apart from the file of its screen, and for each entry of `otherwise` that
 * is not needed. Exported for its test.
 */
export function unlinkedPages(files, otherwise) {
  const pages = files.filter(({ path }) => path.startsWith(pagesFolder)).flatMap((file) => file.pages)
  const all = pages.map(({ page }) => page)
  const linking = files.filter(({ path }) => !path.startsWith(pagesFolder) && !path.startsWith(routesFolder))
  const linked = linking.flatMap(({ path, links }) => links.map((link) => ({ path, page: pageAt(link, all) })))
  const screens = screensOf(files)
  const unlinked = pages
    .filter(
      ({ page, hasPlace }) => !hasPlace && !linked.some((link) => link.page === page && !screens(page, link.path)),
    )
    .map(({ page }) => page)
  return [
    ...unlinked
      .filter((page) => !(page in otherwise))
      .map(
        (page) =>
          `nothing leads to ${page}: give its record a place in a menu, the tab bar or the palette, link to it from another screen, ` +
          'or list it in tools/checks/page-links.mjs with the way that leads to it',
      ),
    ...Object.keys(otherwise)
      .filter((page) => !unlinked.includes(page))
      .map((page) => `tools/checks/page-links.mjs lists ${page} without need`),
  ]
}

/** Returns a function that tells whether a file is the screen of a page, which the route of the page imports. */
function screensOf(files) {
  const routed = files.flatMap(({ path, routes, imports }) => routes.map((route) => ({ route, path, imports })))
  const screens = new Set(
    routed.flatMap(({ route, path, imports }) => imports.map((from) => `${route} ${join(dirname(path), from)}`)),
  )
  return (page, path) => screens.has(`${page} ${path}`)
}

/** Returns the page at an address. A part that begins with `$` in the page matches any part. */
function pageAt(link, pages) {
  const parts = link.split('/')
  const matches = (page) =>
    page.length === parts.length && page.every((part, at) => part.startsWith('$') || part === parts[at])
  return pages.includes(link) ? link : pages.find((page) => matches(page.split('/')))
}

const sources = () =>
  workTreeFiles(`${web}*.ts`, `${web}*.tsx`).filter(
    (path) => !/\.(?:test|testing|d|gen)\.tsx?$|\/src\/testing\//.test(path),
  )
