import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** sonner writes its own style element, which the content policy refuses; its style sheet is imported instead. */
const sonnerWithoutStyleElement: Plugin = {
  name: 'sonner-without-style-element',
  transform: (code, id) =>
    id.includes('/sonner/dist/') && id.endsWith('.mjs') ? code.replace(/^__insertCSS\(.*\);?$/m, '') : undefined,
}

/** While developing, the page of this tool stands in for the one that the server fills in. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(server).then((answer) => answer.text(), () => '')
    const key = /name="attune-key" content="([^"]*)"/.exec(page)?.[1] ?? ''
    return html.replaceAll('__ATTUNE_KEY__', key).replaceAll('__ATTUNE_NONCE__', '')
  },
}

const toServer = {
  target: server,
  changeOrigin: true,
  configure: (proxy: { on(event: 'proxyReq' | 'proxyReqWs', act: (request: { setHeader(name: string, value: string): void }) => void): void }) => {
    proxy.on('proxyReq', (request) => request.setHeader('origin', server))
    proxy.on('proxyReqWs', (request) => request.setHeader('origin', server))
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
  ],
  resolve: { alias: [{ find: /^temporal-polyfill$/, replacement: `${import.meta.dirname}/src/platform/temporal.ts` }] },
  server: {
    port: 5173,
    proxy: { '/api': { ...toServer, ws: true } },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    rolldownOptions: {
      // The contract's schemas are the server's; of its files the browser keeps the constants and the arithmetic.
      treeshake: { manualPureFunctions: ['z', 'oc', 'procedure', 'text', 'requiredText', 'pageOf'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'kit', test: /node_modules|\/src\/(ui|platform)\//, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 24_000, priority: 2 },
            { name: 'rooms', test: /\/src\/features\//, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000, priority: 1 },
          ],
        },
      },
    },
  },
}))
