import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pageList } from '../src/shell/pages/pages.ts'

const routes = join(import.meta.dirname, '../src/routes')
const roles = ['client', 'therapist', 'admin'] as const
const languages = ['en', 'de', 'fr', 'es'] as const
const pushTexts = join(import.meta.dirname, 'push')

type Chunk = {
  type: 'chunk'
  fileName: string
  /** The module that a dynamic import refers to. It can be set even if `moduleIds` is empty. */
  facadeModuleId: string | null
  imports: string[]
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}
type Bundle = Record<string, Chunk | { type: 'asset'; fileName: string }>
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
type FindModule = (id: string) => ModuleInfo

const isRoute = (id: string) => id.includes('?tsr-split=')
/** Whether a module is left out of the packs. Texts have their own packs. The word lists of the password check are large and not needed offline. */
const isLeftOut = (id: string) => /[\\/]src[\\/]locales[\\/]|[\\/]@zxcvbn-ts[\\/]/.test(id)

/** Returns the given modules and all modules that they import, statically or dynamically. Other pages are omitted. */
function reachable(from: readonly string[], info: FindModule): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || isLeftOut(id)) return
    seen.add(id)
    const found = info(id)
    for (const next of [...(found?.importedIds ?? []), ...(found?.dynamicallyImportedIds ?? [])])
      if (!isRoute(next)) visit(next)
  }
  from.forEach(visit)
  return seen
}

/** Returns the file of the route with this path, in an array that is empty if there is none. */
const routeFile = (path: string) =>
  [`${path}.tsx`, `${path}/route.tsx`, `${path}/index.tsx`]
    .map((file) => join(routes, file))
    .filter((file) => existsSync(file))

/**
 * Returns the routes that a role can open offline: the frame, the pages of its tab bar, and the pages marked
 * `opensOffline`.
 */
const offlineRoutes = (role: (typeof roles)[number]) => [
  join(routes, 'dashboard/route.tsx'),
  ...pageList
    .filter(({ record }) => record.tab?.[role] || record.opensOffline?.includes(role))
    .flatMap(({ path }) => routeFile(path)),
]

/** Returns the files of the chunks that contain one of the modules, with the chunks and style sheets that they import. */
function filesOf(modules: Set<string>, bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && [chunk.facadeModuleId ?? '', ...chunk.moduleIds].some((id) => modules.has(id)))
      add(chunk.fileName)
  return files
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * Writes the service worker and its packs. A pack is one file with the content of many hashed files, which the worker
 * fetches with one request. There is one pack for everyone, one per role with the pages that open offline, and one per
 * language. The name of a pack contains a hash of its content. The version of the worker is a hash of the page and of
 * all file names, so a changed build has a new worker.
 */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  writeBundle({ dir = '' }, output) {
    const bundle = output as unknown as Bundle
    const info: FindModule = (id) => this.getModuleInfo(id)
    const writePack = (name: string, files: Iterable<string>) => {
      const entries = [...files].sort().map((file) => [`/${file}`, readFileSync(join(dir, file), 'utf8')])
      const text = JSON.stringify(Object.fromEntries(entries))
      const path = `/assets/offline-${name}.${hashOf(text)}.json`
      writeFileSync(join(dir, path), text)
      return path
    }
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    const entry = /"(\/assets\/start-[^"]+\.js)"/.exec(page)?.[1]
    if (!entry) throw new Error('the page has no script')
    const everyone = filesOf(reachable([join(import.meta.dirname, '../src/main.tsx')], info), bundle)
    const ofRole = (role: (typeof roles)[number]) => {
      const own = new Set(offlineRoutes(role))
      const split = [...this.getModuleIds()].filter((id) => isRoute(id) && own.has(id.split('?')[0] ?? ''))
      return [...filesOf(reachable(split, info), bundle)].filter((file) => !everyone.has(file))
    }
    const textsOf = (language: string) =>
      Object.keys(bundle).filter((file) => new RegExp(`^assets/\\w+\\.${language}\\.[\\w-]+\\.js$`).test(file))
    const contents = {
      entry,
      everyone: writePack('everyone', everyone),
      roles: Object.fromEntries(roles.map((role) => [role, writePack(role, ofRole(role))])),
      languages: Object.fromEntries(languages.map((language) => [language, writePack(language, textsOf(language))])),
      fonts: Object.keys(bundle)
        .filter((file) => /[\\/]inter-latin-(ext-)?wght-normal-/.test(file))
        .map((file) => `/${file}`),
    }
    const names = Object.keys(bundle).sort().join('\n')
    const texts = languages.map((language) => [
      language,
      JSON.parse(readFileSync(join(pushTexts, `${language}.json`), 'utf8')),
    ])
    const version = hashOf(names + JSON.stringify([contents, texts]) + page)
    const source = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
      .replace('__VERSION__', version)
      .replace('__CONTENTS__', JSON.stringify(contents))
      .replace('__PUSH_TEXTS__', JSON.stringify(Object.fromEntries(texts)))
    writeFileSync(join(dir, 'sw.js'), source)
  },
}
