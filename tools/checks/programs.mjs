import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from '../setup/steps.mjs'

const workspaces = ['packages/contract', 'apps/server', 'apps/web', '.']

/** Runs a program of node_modules with Node 24. If the program fails, its output is the finding. */
function program(path, args) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
  const { status, stdout, stderr } = spawnSync(node, [join('node_modules', path), ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
    maxBuffer: 1 << 26,
  })
  const output = `${stdout}\n${stderr}`.trim()
  return { ok: status === 0, output, findings: status === 0 ? [] : [output] }
}

export function types() {
  const results = workspaces
    .filter((path) => existsSync(join(root, path, 'tsconfig.json')))
    .map((path) => {
      deleteOutdatedTypeCache(path)
      return program('typescript/bin/tsc', ['-p', path, '--pretty', 'false'])
    })
  return {
    ok: results.every(({ ok }) => ok),
    remark: `${results.length} workspaces`,
    findings: results.flatMap(({ findings }) => findings),
  }
}

/**
 * Deletes the type cache if a language file is newer. The incremental compiler does not check files again when a JSON file that they import
 * has changed.
 */
function deleteOutdatedTypeCache(path) {
  const cache = join(root, path, 'node_modules/.cache/types.tsbuildinfo')
  const texts = join(root, path, 'src/locales')
  if (!existsSync(cache) || !existsSync(texts)) return
  const cachedAt = statSync(cache).mtimeMs
  const changed = readdirSync(texts, { recursive: true }).some((name) => statSync(join(texts, name)).mtimeMs > cachedAt)
  if (changed) rmSync(cache)
}

export function lint() {
  const { ok, output } = program('oxlint/bin/oxlint', [])
  const summary = /Found (\d+ warnings?) and (\d+ errors?)/.exec(output)
  return {
    ok,
    remark: summary ? `${summary[2]}, ${summary[1]}` : '',
    findings: ok && summary?.[1] === '0 warnings' ? [] : [output],
  }
}

/**
 * The highest allowed number of functions with more than 50 lines in the web app, without tests. Lower it whenever such a function is
 * split.
 */
const longFunctionsAtMost = 7

export function longFunctions() {
  const { output } = program('oxlint/bin/oxlint', [
    '-A',
    'all',
    '-W',
    'max-lines-per-function',
    '--format',
    'json',
    'apps/web/src',
  ])
  const found = JSON.parse(output)
    .diagnostics.filter(({ filename }) => !/\.(test|testing)\.tsx?$|\/src\/testing\//.test(filename))
    .map(({ filename, labels, message }) => `${filename}:${labels[0].span.line}: ${message}`)
  const ok = found.length <= longFunctionsAtMost
  return {
    ok,
    remark: `${found.length} of the web app above 50 lines, at most ${longFunctionsAtMost}`,
    findings: ok ? [] : found,
  }
}

export function format() {
  return program('oxfmt/bin/oxfmt', ['--check', '.'])
}

export function boundaries() {
  const { ok, output } = program('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    'packages',
    'apps',
  ])
  // Removes the hint about the TypeScript compiler at the end of the output. It does not apply, because swc reads the files.
  const findings = [output.split('\n‼')[0].trim()]
  return { ok, remark: /\d+ modules, \d+ dependencies/.exec(output)?.[0], findings: ok ? [] : findings }
}

export function unusedCode() {
  return program('knip/bin/knip.js', ['--no-progress', '--no-config-hints'])
}
