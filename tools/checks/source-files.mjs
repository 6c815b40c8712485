import { parseSync } from '@swc/core'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../setup/steps.mjs'

const cacheFolder = join(root, 'node_modules/.cache/checks')
const checksFolder = join(root, 'tools/checks')

/** Returns the existing files of the work tree that the patterns of git select, except ignored ones. Without a pattern, returns all. */
export function workTreeFiles(...patterns) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return listed.split('\n').filter((path) => path && existsSync(join(root, path)))
}

export const readFile = (path) => readFileSync(join(root, path), 'utf8')

/**
 * Returns the result of `read(code, path)` for each file, by path. Reads only the files that have changed since the last call with this name, because
 * parsing all of them takes most of the time of a check. A result must be JSON and depend on nothing but the code, the path, the checks and the
 * installed packages.
 */
export function readChangedFiles(name, paths, read, folder = cacheFolder) {
  const file = join(folder, `${name}.json`)
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const entries = paths.map((path) => {
    const code = readFile(path)
    const hash = createHash('sha256').update(versionOfChecks()).update(path).update(code).digest('base64')
    return [path, before[path]?.hash === hash ? before[path] : { hash, found: read(code, path) }]
  })
  mkdirSync(dirname(file), { recursive: true })
  // Checks of several processes can write the file at the same time.
  const written = `${file}.${process.pid}`
  writeFileSync(written, JSON.stringify(Object.fromEntries(entries)))
  renameSync(written, file)
  return new Map(entries.map(([path, { found }]) => [path, found]))
}

let version = ''
/** Returns a hash of the code of the checks and of the versions of the packages. */
function versionOfChecks() {
  if (version) return version
  const hash = createHash('sha256').update(readFile('package-lock.json'))
  for (const name of readdirSync(checksFolder).toSorted())
    if (name.endsWith('.mjs')) hash.update(name).update(readFileSync(join(checksFolder, name)))
  version = hash.digest('base64')
  return version
}

/** Returns the syntax tree of a module. */
export const parseModule = (code, tsx = false) => parseSync(code, { syntax: 'typescript', tsx })

/** Returns the module that a node imports, at once or on demand; undefined for any other node. */
export function importedBy(node) {
  if (node.type === 'ImportDeclaration') return node.source.value
  const isOnDemand = node.type === 'CallExpression' && node.callee.type === 'Import'
  return isOnDemand ? node.arguments[0].expression.value : undefined
}

/** Calls `found` for a node of a syntax tree and for all nodes in it. */
export function visitNodes(node, found) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') found(node)
  for (const child of Object.values(node)) visitNodes(child, found)
}
