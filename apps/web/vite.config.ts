import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { chunks } from './chunks.ts'
import { documentFrame } from './document/plugin.ts'
import { nativePage } from './document/native-page.ts'
import { textsInDevelopment } from './texts-in-development.ts'
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

/** In development, Vite serves the page instead of the server. Copies the key from the server's page into Vite's page. */
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

/**
 * Short hashes keep the first load small: it contains the names of all chunks, and hashes do not compress. Seven characters (42 bits) still tell two
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
        /[\w$]+\(Object\.assign\(\{"\.\.\/\.\.\/locales\/[^}]*\}\),`\.\.\/\.\.\/locales\/(\$\{[\w$]+\})\/(\$\{[\w$]+\})\.json`,\d+\)/
      const [chunk, ...others] = Object.values(bundle).filter(
        (file) => file.type === 'chunk' && file.code.includes('"../../locales/'),
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

/** In the mode `native`, builds the web app that the native app contains (`npm run native:sync`). */
export default defineConfig(({ command, mode }) => ({
  root: import.meta.dirname,
  html: command === 'build' && mode !== 'native' ? { cspNonce: '__ATTUNE_NONCE__' } : {},
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
    ...(mode === 'native' ? nativePage : [documentFrame(wordsHash)]),
    languageFilesByRule,
    textsInDevelopment,
    ...(mode === 'native' ? [] : [serviceWorker]),
  ],
  resolve: { alias: [{ find: /^temporal-polyfill$/, replacement: `${import.meta.dirname}/src/platform/temporal.ts` }] },
  server: {
    port: 5173,
    proxy: { '/api': { ...toServer, ws: true } },
  },
  build: {
    outDir: mode === 'native' ? '../native/www' : 'dist',
    emptyOutDir: true,
    manifest: mode !== 'native',
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
