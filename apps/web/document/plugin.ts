import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { pages } from '../src/shell/pages/pages.ts'
import { calendarWords } from './calendar-words.ts'
import { documentFrames, frameWords } from './frame.ts'
import { frameStyles } from './styles.ts'

/** The pages on which most visits start. Their files are loaded at the same time as the entry, instead of after it. */
const firstPages = {
  '/dashboard': 'dashboard/route',
  '/': 'index',
  '/dashboard/client': 'dashboard/client/index',
  '/dashboard/therapist': 'dashboard/therapist/index',
  '/dashboard/$userType/calendar': 'dashboard/$userType/calendar',
} as const

type Chunk = {
  type: 'chunk'
  fileName: string
  imports: string[]
  isEntry: boolean
  facadeModuleId: string | null
  viteMetadata?: { importedCss: Set<string> }
}
type Bundle = Record<string, Chunk | { type: 'asset'; fileName: string }>

/** Returns the files of a chunk with everything that it imports, without `assets/`. */
function filesOf(bundle: Bundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (seen.has(name) || chunk?.type !== 'chunk') return seen
  seen.add(name)
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css)
  for (const next of chunk.imports) filesOf(bundle, next, seen)
  return seen
}

function firstFiles(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const start = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...filesOf(bundle, fileName)]),
  )
  const isLoaded = new Set(start)
  return Object.fromEntries(
    Object.entries(firstPages).map(([path, route]) => {
      const own = chunks.find(({ facadeModuleId }) =>
        facadeModuleId?.replaceAll('\\', '/').includes(`/src/routes/${route}.tsx?tsr-split=component`),
      )
      if (!own) throw new Error(`the route ${route} has no chunk`)
      const files = [...filesOf(bundle, own.fileName)].filter((file) => !isLoaded.has(file))
      // Files that '/dashboard' lists are not repeated for the pages below it.
      if (path === '/dashboard') for (const file of files) isLoaded.add(file)
      const { preload } = pages[path as keyof typeof firstPages] as { preload?: { namespaces?: readonly string[] } }
      const shared = path === '/' || path === '/dashboard' ? ['common'] : []
      const namespaces = [...(preload?.namespaces ?? []), ...shared]
      return [path, { files: files.map((file) => file.replace('assets/', '')), namespaces }]
    }),
  )
}

const fill = (script: string, values: Record<string, string>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(name, () => value), script)

/** Removes comments and indentation, because every visit loads this script and no other tool minifies it. */
const compact = (script: string) =>
  script
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\n\s*/g, '\n')
    .trim()

const readScript = (file: string) => compact(readFileSync(join(import.meta.dirname, file), 'utf8'))

/** Returns a value as JSON that can be a part of a script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('</', '<\\/')

/**
 * Writes the frame of the page, its styles and the script that starts the page into the document. That script loads the
 * scripts and styles of the app, so the frame is painted without waiting for them.
 */
export const documentFrame = (wordsHash: () => string): Plugin => ({
  name: 'document-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = bundle as unknown as Bundle
      const { frames, texts, markup } = documentFrames()
      const font = Object.keys(files).find((file) => /[\\/]inter-latin-wght-normal-/.test(file))
      const sheets = Array.from(html.matchAll(/\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g))
      const scripts = Array.from(html.matchAll(/\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g))
      const rest = [...sheets, ...scripts].reduce((text, [tag]) => text.replace(tag, ''), html)
      const addresses = (tags: RegExpExecArray[]) => inScript(tags.map(([, address]) => address))
      const script = fill(readScript('start.js'), {
        __CALENDAR__: readScript('calendar.js').replace('export ', ''),
        __CALENDAR_WORDS__: inScript(calendarWords()),
        __FRAMES__: inScript(frames),
        __TEXTS__: inScript(texts),
        __WORDS__: inScript(frameWords()),
        __FIRST_FILES__: inScript(firstFiles(files)),
        __WORDS_HASH__: wordsHash(),
        __STYLES__: addresses(sheets),
        __SCRIPTS__: addresses(scripts),
      })
      const style = `<style nonce="__ATTUNE_NONCE__">${frameStyles(markup, font)}</style>`
      const body = `<div id="frame" aria-hidden="true" inert></div><script nonce="__ATTUNE_NONCE__">${script}</script>`
      return rest
        .replace('</head>', () => `${style}</head>`)
        .replace('<div id="root"></div>', (root) => `${root}${body}`)
    },
  },
  async writeBundle({ dir = '' }, output) {
    const files = output as unknown as Bundle
    const entries = Object.values(files).filter((file) => file.type === 'chunk' && file.isEntry)
    const first = new Set([
      ...entries.flatMap(({ fileName }) => [...filesOf(files, fileName)]),
      ...Object.values(firstFiles(files)).flatMap((page) => page.files.map((file) => `assets/${file}`)),
    ])
    await Promise.all([...first].map((file) => compressFile(join(dir, file))))
  },
})

/** Writes a compressed copy next to the file. The best compression is too slow for all files, and too slow while a request waits. */
async function compressFile(file: string) {
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
}
