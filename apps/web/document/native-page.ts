import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * The content security policy of the native app. The app's page is a file and cannot contain a new nonce for each request, so the policy permits the
 * only inline script by its hash. Styles may be inline, because the components write style elements. The address of the practice is unknown when the
 * app is built; once the app has it, `native/apply-practice.ts` narrows the policy to it.
 */
const policy = (scriptHashes: readonly string[]) =>
  [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `object-src 'none'`,
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`,
    `worker-src 'self' blob:`,
    `style-src 'self' 'unsafe-inline'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src 'self' https: wss:`,
    `img-src 'self' data: blob: https:`,
    `media-src 'self' blob: https:`,
    `frame-src blob: https:`,
  ].join('; ')

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')

/**
 * Makes the page of the native app from `index.html`, with the entry module of the native app and without the manifest, the touch icon and the values
 * that a server fills in.
 */
const nativeEntry: Plugin = {
  name: 'native-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('/src/main.tsx', '/src/native/main.tsx')
        .replaceAll(/__ATTUNE_(KEY|SETTINGS)__/g, '')
        .replaceAll(/\s*<link rel="(manifest|apple-touch-icon)"[^>]*>/g, ''),
  },
}

/** Writes the policy into the page of the native app, after the other plugins have changed the page. */
const nativePolicy: Plugin = {
  name: 'native-policy',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const hashes = Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = '']) => hashOf(script))
      const element = `<meta http-equiv="Content-Security-Policy" content="${policy(hashes)}" />`
      return html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${element}`)
    },
  },
}

export const nativePage: readonly Plugin[] = [nativeEntry, nativePolicy]
