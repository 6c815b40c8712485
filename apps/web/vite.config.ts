import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { serviceWorker } from './worker/plugin.ts'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/**
 * Removes the style element that the toast library sonner inserts, because the content security policy refuses it. The
 * style sheet of sonner is imported instead.
 */
const sonnerWithoutStyleElement: Plugin = {
  name: 'sonner-without-style-element',
  transform: (code, id) =>
    id.includes('/sonner/dist/') && id.endsWith('.mjs') ? code.replace(/^__insertCSS\(.*\);?$/m, '') : undefined,
}

/**
 * In development, Vite serves the page instead of the server. Copies the key from the server's page into Vite's page.
 */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(server).then(
      (answer) => answer.text(),
      () => '',
    )
    const key = /name="attune-key" content="([^"]*)"/.exec(page)?.[1] ?? ''
    return html.replaceAll('__ATTUNE_KEY__', key).replaceAll('__ATTUNE_NONCE__', '')
  },
}

/** Preloads the font. If the font arrived after the first text, the text could move. */
const preloadedFont: Plugin = {
  name: 'preloaded-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /[\\/]inter-latin-wght-normal-/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
}

const toServer = {
  target: server,
  changeOrigin: true,
  configure: (proxy: {
    on(event: 'proxyReq' | 'proxyReqWs', act: (request: { setHeader(name: string, value: string): void }) => void): void
  }) => {
    proxy.on('proxyReq', (request) => request.setHeader('origin', server))
    proxy.on('proxyReqWs', (request) => request.setHeader('origin', server))
  },
}

/** Returns a pattern that matches the modules in these folders. A path can also be that of a single file. */
const within = (...paths: string[]) =>
  new RegExp(paths.map((path) => `/${path}(/|$)`.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')).join('|'))

const mantine = '@mantine/core/esm/components'

/**
 * The chunks that several pages share. A group takes the modules of its folders and everything that they import, except
 * modules that a group with a higher priority has taken. ARCHITECTURE.md describes the folders.
 */
const chunks = [
  {
    name: 'start',
    test: within(
      'apps/web/index.html',
      'src/ui/base',
      // Few pages need formatted text, amounts of money, addresses, series or the list of countries.
      'packages/contract/src/common(?!/(rich-text|money|country|csv|epc-payment|postal-address|recurrence|text-table))',
      // Public and signed-in pages import these parts of libraries directly, so they are in no folder of this app.
      `${mantine}/ActionIcon`,
      `${mantine}/Anchor`,
      `${mantine}/NativeSelect`,
      `${mantine}/Stack`,
      `${mantine}/TextInput`,
      '@mantine/hooks/esm/use-uncontrolled',
      // The checkbox needs these two. Without this line, their other users would load the whole checkbox.
      '@mantine/hooks/esm/use-merged-ref',
      '@mantine/core/esm/core/MantineProvider/color-functions/get-auto-contrast-value',
      '@tanstack/react-query/build/modern/useMutation.js',
    ),
    priority: 6,
  },
  // Icons are in no folder of this app. The first group contains the icons that very many chunks import. Public pages
  // load only this group.
  { name: 'icons', test: within('@tabler/icons-react'), minShareCount: 11, priority: 5 },
  { name: 'icons', test: within('@tabler/icons-react'), minShareCount: 4, priority: 4 },
  { name: 'login', test: within('src/features/login/public'), priority: 3 },
  {
    name: 'rich-text',
    test: within('packages/contract/src/common/rich-text.ts', 'src/ui/rich-text/to-rich-text.ts'),
    priority: 3,
  },
  {
    name: 'money',
    test: within('packages/contract/src/common/money.ts', 'src/ui/page/money-text.ts'),
    priority: 2,
  },
  { name: 'choices', test: within(`${mantine}/Checkbox`), priority: 2 },
  {
    name: 'signed-in',
    // The search field is on most pages of a signed-in person; a chunk of its own would be one more request. So would
    // the smallest parts that the inputs and tabs share.
    test: within(
      'src/shell/frame',
      'src/ui/page(?!/money)',
      'src/ui/SearchField.tsx',
      'src/features/session/summary',
      '@mantine/core/esm/core/DirectionProvider',
      '@mantine/core/esm/core/utils/create-safe-context',
      '@mantine/core/esm/core/utils/get-env',
    ),
    priority: 1,
  },
]

/**
 * Every first load contains the names of all chunks, and hashes do not compress. Seven characters (42 bits) still tell two
 * versions of the same file apart.
 */
const shortHash = '[hash:7]'

const words = /[\\/]src[\\/]locales[\\/]/

/**
 * Returns one hash for all language files. Every first load contains the table of these files, and a hash for each file
 * would make the table large, because hashes do not compress.
 */
function wordsHash() {
  const folder = join(import.meta.dirname, 'src/locales')
  const hash = createHash('sha256')
  for (const file of globSync('*/*.json', { cwd: folder }).toSorted())
    hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('base64url').slice(0, 8)
}

/**
 * Replaces the table that maps each language file to its chunk by the rule for its name. Every first load contains this
 * code, and the table would grow with each namespace.
 */
const languageFilesByRule: Plugin = {
  name: 'language-files-by-rule',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const table =
        /[\w$]+\(Object\.assign\(\{"\.\.\/locales\/[^}]*\}\),`\.\.\/locales\/(\$\{[\w$]+\})\/(\$\{[\w$]+\})\.json`,\d+\)/
      const [chunk, ...others] = Object.values(bundle).filter(
        (file) => file.type === 'chunk' && file.code.includes('"../locales/'),
      )
      if (chunk?.type !== 'chunk' || others.length > 0 || !table.test(chunk.code))
        throw new Error('The table of the language files has another form than expected.')
      chunk.code = chunk.code.replace(
        table,
        (_table, namespace, language) => `import(\`./${namespace}.${language}.${wordsHash()}.js\`)`,
      )
    },
  },
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  html: command === 'build' ? { cspNonce: '__ATTUNE_NONCE__' } : {},
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/routeTree.gen.ts`,
      routeFileIgnorePattern: '\\.test\\.',
      addExtensions: true,
    }),
    react(),
    sonnerWithoutStyleElement,
    developmentPage,
    preloadedFont,
    languageFilesByRule,
    serviceWorker,
  ],
  resolve: { alias: [{ find: /^temporal-polyfill$/, replacement: `${import.meta.dirname}/src/platform/temporal.ts` }] },
  server: {
    port: 5173,
    proxy: { '/api': { ...toServer, ws: true } },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // Browsers without `modulepreload` load the same modules when they are imported.
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId && words.test(facadeModuleId)
            ? `assets/${basename(dirname(facadeModuleId))}.[name].${wordsHash()}.js`
            : `assets/[name]-${shortHash}.js`,
        assetFileNames: `assets/[name]-${shortHash}[extname]`,
        codeSplitting: { groups: chunks },
      },
    },
  },
}))
