import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { lint } from './programs.mjs'
import { workTreeFiles } from './source-files.mjs'

/**
 * The folders that are linted separately. `uses` are path prefixes of the files on which the findings depend: the folder itself and the folders
 * from which it imports types.
 */
const groups = [
  { folders: ['packages'], uses: ['packages/'] },
  { folders: ['apps/server'], uses: ['packages/', 'apps/server/'] },
  { folders: ['apps/web', 'apps/native'], uses: ['packages/', 'apps/web/', 'apps/native/'] },
  {
    folders: ['bench', 'drills', 'e2e', 'tools', 'playwright.config.ts', 'vitest.config.ts', '.dependency-cruiser.mjs'],
    uses: [''],
  },
]

/** The files at the root that decide the findings of every folder. */
const settings = ['.oxlintrc.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']
const cacheFile = join(root, 'node_modules/.cache/lint.json')

/** Lints all folders, except those that passed before and have not changed since. */
export async function lintChangedFolders() {
  const files = sourceFiles()
  const before = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {}
  const hashed = groups.map(({ folders, uses }) => ({
    folders,
    hash: hashOf(files.filter((file) => uses.some((start) => file.startsWith(start)))),
  }))
  const { passed, results } = await lintChanged(hashed, before)
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify(passed))
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const unchanged = results.filter(({ isUnchanged }) => isUnchanged).length
  return {
    ok: results.every(({ ok }) => ok),
    remark: `${sum('errors')} errors, ${sum('warnings')} warnings, ${unchanged} of ${groups.length} groups of folders unchanged`,
    findings: results.flatMap(({ findings }) => findings),
  }
}

/**
 * Lints each group of folders whose hash differs from that of its last successful run, and reuses the earlier warnings of the others. Returns the
 * results, and the hashes and warnings to store. Exported for its test.
 */
export async function lintChanged(hashed, before, run = lint) {
  const passed = {}
  const results = []
  for (const { folders, hash } of hashed) {
    const name = folders.join(' ')
    const isUnchanged = before[name]?.hash === hash
    const result = isUnchanged ? before[name].result : await run(...folders)
    results.push({ ...result, isUnchanged })
    if (result.ok) passed[name] = { hash, result }
  }
  return { passed, results }
}

/** Returns the files of the work tree that the linter or its configuration can read, sorted by name. */
const sourceFiles = () => workTreeFiles().filter((file) => /\.([cm]?[jt]sx?|json)$/.test(file))

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of [...settings, ...files])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
