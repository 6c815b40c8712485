import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { node, root } from '../setup/steps.mjs'

const workspaces = ['packages/contract', 'apps/server', 'apps/web', '.']

/** Runs a program of node_modules with Node 24. If the program fails, its output is the finding. */
const program = (path, args) => runNode([join('node_modules', path), ...args])

/** Runs a script with Node 24. If the script fails, its output is the finding. */
export async function runNode(args) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const output = `${stdout}\n${stderr}`.trim()
  return { ok: status === 0, status, output, findings: status === 0 ? [] : [output] }
}

/**
 * Checks the types of all workspaces. A single checker needs half of the processor time of the default four checkers, because each of the four
 * computes the types of shared files again.
 */
export async function types() {
  const results = []
  for (const path of workspaces.filter((each) => existsSync(join(root, each, 'tsconfig.json')))) {
    deleteOutdatedTypeCache(path)
    results.push(await program('typescript/bin/tsc', ['-p', path, '--checkers', '1', '--pretty', 'false']))
  }
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

/** Runs the linter on files and folders. The rules that need types find faults that no other check finds, such as a promise without `await`. */
export async function lint(...paths) {
  const { ok, output } = await program('oxlint/bin/oxlint', ['--type-aware', ...paths])
  const [, warnings, errors] = /Found (\d+) warnings? and (\d+) errors?/.exec(output) ?? ['', '0', ok ? '0' : '1']
  return { ok, warnings: Number(warnings), errors: Number(errors), findings: ok && warnings === '0' ? [] : [output] }
}

/**
 * The maximum number of functions with more than 50 lines in each app, without tests. Lower it whenever such a function
 * is split; the check refuses a maximum that is higher than the number of such functions.
 */
const longFunctionsAtMost = { 'apps/web': 0, 'apps/server': 6 }

export async function longFunctions() {
  const apps = Object.entries(longFunctionsAtMost)
  const { output } = await program('oxlint/bin/oxlint', [
    '-A',
    'all',
    '-W',
    'max-lines-per-function',
    '--format',
    'json',
    ...apps.map(([app]) => `${app}/src`),
  ])
  const long = JSON.parse(output)
    .diagnostics.filter(({ filename }) => !/\.(test|testing)\.tsx?$|\/src\/testing\//.test(filename))
    .map(({ filename, labels, message }) => `${filename}:${labels[0].span.line}: ${message}`)
  const findings = apps.flatMap(([app, atMost]) => {
    const own = long.filter((line) => line.startsWith(`${app}/`))
    if (own.length > atMost) return own
    return own.length < atMost ? [`${app} has ${own.length} long functions: lower its maximum in programs.mjs`] : []
  })
  const remark = apps.map(([app, atMost]) => `${app} at most ${atMost}`).join(', ')
  return { ok: findings.length === 0, remark: `functions above 50 lines: ${remark}`, findings }
}

export function format() {
  return program('oxfmt/bin/oxfmt', ['--check', '.'])
}

export async function boundaries() {
  const cache = ['--cache', 'node_modules/.cache/boundaries', '--cache-strategy', 'content']
  const { ok, output } = await program('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    ...cache,
    'packages',
    'apps',
  ])
  // Removes the hint about the TypeScript compiler at the end of the output. The hint does not apply, because swc
  // parses the files.
  const findings = [output.split('\n‼')[0].trim()]
  return { ok, remark: /\d+ modules, \d+ dependencies/.exec(output)?.[0], findings: ok ? [] : findings }
}

export function unusedCode() {
  // The cache makes knip read only the changed files.
  const cache = ['--cache', '--cache-location', 'node_modules/.cache/unused']
  return program('knip/bin/knip.js', ['--no-progress', '--no-config-hints', ...cache])
}
