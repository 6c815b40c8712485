// Selects the tests that `npm test` and `npm run test:deep` run. CONTRIBUTING.md says which tests belong where.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The part of the tests that a run selects: `quick` for `npm test`, `slow` and then `deep` for `npm run test:deep`. By default, all tests but the
 * deep ones, so that a run of named files includes their slow tests. The title of a slow test contains the word @slow.
 */
const part = process.env.ATTUNE_TESTS

const nodeModules = '**/node_modules/**'

/**
 * Returns the Vitest options that select the test files of a folder, relative to `root`. `quick`, `slow` and `deep` run `*.runs.test.ts`, and `deep`
 * repeats their random checks more often.
 */
export function testsIn(root, folder) {
  if (part === 'deep') return { include: [`${folder}/**/*.{deep,runs}.test.{ts,tsx}`], exclude: [nodeModules] }
  const include = `${folder}/**/*.test.{ts,tsx}`
  return {
    include: part === 'slow' ? filesWithSlowTests(root, include) : [include],
    exclude: [nodeModules, '**/*.deep.test.{ts,tsx}'],
  }
}

/**
 * Returns the files that contain a slow test. Each file runs as a whole, because a test can rely on the state that an earlier test of its file has
 * left.
 */
const filesWithSlowTests = (root, include) =>
  globSync(include, { cwd: root, exclude: (path) => path.includes('node_modules') }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(' @slow'),
  )

/** The journeys with cameras. */
const calls = '**/{call,call-*,look-calls*}.journey.ts'

/**
 * The Playwright options that select the journeys. Journeys with the tag @deep and files `*.deep.journey.ts` run only in the deep part, journeys with
 * the tag @slow in the slow one. Journeys with the tag @look or @runs run in the deep part too, where they check their pages in every view, or repeat
 * their steps more often. Three workers use two cores fully, because journeys often wait for pages and jobs. The deep part has two workers, because
 * some of its journeys measure durations. One of them at a time is a call, because the pictures of two calls need more than two cores.
 */
export const journeys =
  part === 'deep'
    ? {
        grep: /@deep|@look|@runs|\.deep\.journey\.ts/,
        workers: 2,
        projects: [
          { name: 'calls', testMatch: calls, workers: 1 },
          { name: 'others', testMatch: '**/*.journey.ts', testIgnore: calls },
        ],
      }
    : {
        testMatch: '**/*.journey.ts',
        testIgnore: '**/*.deep.journey.ts',
        grepInvert: part === 'quick' ? /@deep|@slow/ : /@deep/,
        workers: 3,
        ...(part === 'slow' && { grep: /@slow/ }),
      }
