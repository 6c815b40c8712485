import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Adds `sw.js` to the build. The version of the worker is derived from the names of the hashed files, so that a changed
 * build has a new worker.
 */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).sort().join('\n')
    const version = createHash('sha256').update(names).digest('hex').slice(0, 12)
    const source = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8').replace('__VERSION__', version)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}
