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
 * Removes the style element that sonner inserts and the content security policy refuses. Its style sheet is imported
 * instead.
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

/**
 * Loads the font together with the page. A font that arrives after the first text would move the text if it is narrower
 * than the fallback.
 */
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

/** What only the sign-in pages use, as one chunk. */
const login =
  /@mantine[\\/]core[\\/].*[\\/]PasswordInput[\\/]|[\\/]features[\\/]login[\\/](LoginFields|Public|SignIn|Register|Forgot|Email|LanguageSelect|PasswordStrengthMeter|after-sign-in|submit-handler|emergency|InvalidLink|NewPasswordFields|SecondFactorForm)|[\\/]contract[\\/].*[\\/]password\.ts|[\\/]platform[\\/]link-token|[\\/]routes[\\/]index\.tsx\?tsr/
/** What the sign-in pages share with the other pages, as one chunk. */
const forms =
  /@mantine[\\/]core[\\/].*[\\/](Input|InputBase|TextInput|NativeSelect|InlineInput|Stack|Group|Anchor|VisuallyHidden|ActionIcon)[\\/]|[\\/]src[\\/]ui[\\/](FormError|SubmitButton|Callout|Logo|TextLink|ButtonLink|TimeZoneSelect|form)|[\\/]contract[\\/].*[\\/](text|lengths)\.ts|[\\/]platform[\\/]use-error-message|react-query.*useMutation|use-merged-ref|use-uncontrolled|use-id|InputsGroupFieldset|get-auto-contrast/
/** The icons that the chunks `login` and `forms` use, so that the sign-in pages load no other icons. */
const formIcons =
  /@tabler[\\/]icons-react[\\/].*[\\/]Icon(CircleCheck|AlertTriangle|ClockExclamation|InfoCircle|Lock|Mail|MailForward|Circle|PhoneCall|Language|Server2|Users)\.mjs/
/** What nearly every signed-in page uses, as one chunk. */
const signedInParts =
  /@mantine[\\/]core[\\/].*[\\/](Avatar|Skeleton|CopyButton|Center|SimpleGrid)[\\/]|[\\/]src[\\/](ui|shell|platform)[\\/](?!rich-text|autosave|AddButton|MessageField|NextPageButton|SettingRow|use-setting-outcome|Dialog|FormDialog|DiscardDialog|UnsavedChangesGuard|styles|PhoneMenu|LoginRequirementPage|temporal|CommandPalette|palette|use-palette|ShellDialog|NewVersion|draft-database|[Tt]oasts|QrCode|auth|backend[\\/](?!realtime)|passkeys)|[\\/]features[\\/]session[\\/]((schedule|dialogs)[\\/])?(mutations|refusals|status|TimeChange|SessionTime|session|ScheduleButton|other-times)\.|[\\/]features[\\/](notification[\\/](NotificationBell|use-unread)|task[\\/](OpenTaskCount|subscription)|client[\\/](use-client-updates|ClientStatusBadge|client|contact-form-values)|login[\\/](sign-out|login)|dashboard[\\/]use-duration-text)|[\\/]contract[\\/].*[\\/](time|realtime|account\.rules|session\.(states|rules)|numbers|constants)\.ts|useInfiniteQuery|infiniteQuery|use-clipboard|use-focus-trap|get-base-value/

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
    target: 'es2023',
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId && words.test(facadeModuleId)
            ? `assets/${basename(dirname(facadeModuleId))}.[name].${wordsHash()}.js`
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 9 },
            { name: 'start', test: /rolldown[\\/]runtime/, priority: 9 },
            { name: 'forms', test: formIcons, priority: 9 },
            { name: 'icons', test: /@tabler[\\/]icons-react/, priority: 8, minShareCount: 4 },
            { name: 'login', test: login, priority: 7, includeDependenciesRecursively: false },
            {
              name: 'choices',
              test: /@mantine[\\/]core[\\/].*[\\/]Checkbox[\\/]/,
              priority: 7,
              includeDependenciesRecursively: false,
            },
            { name: 'forms', test: forms, priority: 6 },
            { name: 'pieces', test: signedInParts, priority: 5, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}))
