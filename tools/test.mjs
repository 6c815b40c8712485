// npm test [-- files]: runs the unit and server tests, then the journeys. The last line has the totals of all of them.
// npm run test:deep [-- files]: runs the tests that take too long for every run. CONTRIBUTING.md says which tests belong where.
// `npm test` with named files also runs their slow tests.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setUp } from './setup.mjs'
import { node, root } from './setup/steps.mjs'
import { resultOfJourneys, resultOfTests } from './tests/reports.mjs'

/**
 * A file system in memory for temporary files. Each test file copies a database of 300 files, which takes ten times as
 * long on a disk.
 */
const memory = '/dev/shm'

const deep = process.argv[2] === '--deep'
const args = process.argv.slice(deep ? 3 : 2)
/** The servers that tests start share their compiled code, because compiling takes half of their start time. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.attune', 'compile-cache') }
const surroundings = { ...compiled, ...(hasMemory() ? { TMPDIR: memory } : {}) }
const isJourney = (arg) => /(^|\/)e2e(\/|$)|\.journey\.ts$/.test(arg)
const journeys = args.filter(isJourney)
const others = args.filter((arg) => !isJourney(arg))
const withTests = args.length === 0 || others.length > 0
const withJourneys = args.length === 0 || journeys.length > 0
/** The parts of the tests that this run selects, in their order. tools/tiers.mjs explains them. */
const parts = deep ? (args.length === 0 ? ['slow', 'deep'] : ['deep']) : [args.length === 0 ? 'quick' : 'named']

if (!deep && args.some((arg) => /\.deep\./.test(arg)))
  console.log('Files with deep in their names run in: npm run test:deep -- <files>.')
// The deep tier checks how pages look, so it uses a full browser.
const { chromium, fullChromium } = await setUp({ web: withJourneys, chromium: withJourneys, headlessShell: !deep })
const reports = mkdtempSync(join(tmpdir(), 'attune-reports-'))
const sum = { passed: 0, failed: 0 }
const failures = []
const unsteady = []
for (const part of parts) {
  if (withTests) for (const result of await runTests(part)) add(result)
  if (withJourneys) add(runJourneys(part))
}
rmSync(reports, { recursive: true })
for (const journey of unsteady) console.log(`passed at the second attempt: ${journey}`)
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
// Not process.exit, which can hang forever: see apps/server/src/platform/process/end-process.ts.
process.exitCode = sum.failed > 0 ? 1 : 0

function add({ passed, failed, names = [], unsteady: again = [] }) {
  sum.passed += passed
  sum.failed += failed
  failures.push(...names)
  unsteady.push(...again)
}

/**
 * Runs both Vitest projects at the same time. The server tests run in three workers, because many of them wait for jobs and timers. The web tests
 * wait for timers half of their time, so a complete run has two processes with half of the files each. Each has one worker with one browser
 * environment for all files; several workers of one process would create one per file, which takes a third of their time. Their output is printed
 * when they have finished.
 */
async function runTests(part) {
  const halves = part === 'deep' || others.length > 0 ? [null] : ['1/2', '2/2']
  const results = await Promise.all([
    runProject('node', { part, maxWorkers: 3, stdio: 'inherit' }),
    ...halves.map((half) => runProject('web', { part, maxWorkers: 1, stdio: ['ignore', 'pipe', 'pipe'], half })),
  ])
  if (results.every(({ passed, failed }) => passed + failed === 0)) results[0].failed = 1
  return results
}

async function runProject(project, { part, maxWorkers, stdio, half = null }) {
  const file = join(reports, `vitest-${part}-${project}${half?.[0] ?? ''}.json`)
  const flags = [`--project=${project}`, `--maxWorkers=${maxWorkers}`, '--passWithNoTests']
  if (part === 'quick') flags.push('--testNamePattern=^(?!.* @slow)')
  flags.push(...(half ? [`--shard=${half}`] : partOfDeep(part, `${project} tests`, 3)))
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...reporters, ...others]
  const run = spawn(node, command, { cwd: root, stdio, env: environmentOf(part) })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream?.setEncoding('utf8').on('data', (part) => (output += part))
  const [code] = await once(run, 'close')
  process.stdout.write(output)
  return count(file, code === 0, resultOfTests)
}

/**
 * Returns the flag that selects a part of the deep tests, depending on the commit, because all of them take more than an hour on two cores. Each
 * test runs at about every third commit, and each journey at every fourth. A run of named files or folders, or with ATTUNE_RUNS=most, runs all.
 */
function partOfDeep(part, name, parts) {
  if (part !== 'deep' || args.length > 0 || process.env.ATTUNE_RUNS === 'most') return []
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const shard = 1 + (Number.parseInt(commit.slice(0, 8) || '0', 16) % parts)
  console.log(`Part ${shard} of ${parts} of the deep ${name}, selected by the commit. ATTUNE_RUNS=most runs all.`)
  return [`--shard=${shard}/${parts}`]
}

/**
 * Runs the journeys. In a complete run, a failed journey is repeated once in a new browser and on a new server, to see whether it fails every time.
 * It counts as failed in both cases; journeys that passed the second time are listed separately.
 */
function runJourneys(part) {
  const file = join(reports, `playwright-${part}.json`)
  const retries = `--retries=${journeys.length === 0 ? 1 : 0}`
  const env = {
    ...environmentOf(part),
    CHROMIUM_PATH: chromium,
    FULL_CHROMIUM_PATH: fullChromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  }
  const flags = ['--reporter=list,json', retries, ...partOfDeep(part, 'journeys', 4)]
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...flags, ...journeys]
  const { status } = spawnSync(node, command, { cwd: root, stdio: 'inherit', env })
  return count(file, status === 0, resultOfJourneys)
}

/** Whether the file system in memory exists and has 4 GB of free space, enough for everything that a run writes. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * 1024 ** 3
  } catch {
    return false
  }
}

/** Returns the environment of a run of a part. */
function environmentOf(part) {
  return { ...process.env, ...surroundings, ATTUNE_TESTS: part }
}

/**
 * Returns the numbers of passed and failed tests of a run. A run that failed as a whole (no report, or an error outside
 * of tests) counts as at least one failure.
 */
function count(file, ok, read) {
  let result = { passed: 0, failed: 0 }
  try {
    result = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  return ok ? result : { ...result, failed: Math.max(result.failed, 1) }
}
