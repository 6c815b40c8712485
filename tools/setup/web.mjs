import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { node, root, run, step } from './steps.mjs'

export const web = join(root, 'apps', 'web')
const stampFile = join(web, 'dist', '.stamp')
const skipped = new Set(['dist', 'node_modules'])

/** Builds the web app if any of its inputs has changed since the last build. */
export function ensureWeb() {
  const stamp = stampOf([web, join(root, 'packages', 'contract'), join(root, 'package-lock.json')])
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  step('Building the web app', () => {
    const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
    run(node, [join(vite, '..', 'bin', 'vite.js'), 'build'], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    // The build changes the generated route tree, which is one of the inputs, so the stamp is computed again.
    writeFileSync(stampFile, stampOf([web, join(root, 'packages', 'contract'), join(root, 'package-lock.json')]))
  })
}

/** Returns a hash of the content of files and folders, without tests, build output and installed packages. */
export function stampOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    let entries
    try {
      entries = readdirSync(path, { withFileTypes: true })
    } catch {
      hash.update(path.slice(root.length)).update(readFileSync(path))
      return
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!skipped.has(entry.name) && !/\.(test\.tsx?|tmp)$/.test(entry.name)) add(join(path, entry.name))
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
