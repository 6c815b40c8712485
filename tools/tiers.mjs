// Which files `npm test` runs and which `npm run test:deep` runs. CONTRIBUTING.md says which tests belong where.
const deep = process.env.ATTUNE_TESTS === 'deep'

/** The files of one folder for Vitest. `*.runs.test.ts` run in both tiers; the deep one gives them more random runs. */
export const testsIn = (folder) =>
  deep
    ? { include: [`${folder}/**/*.{deep,runs}.test.{ts,tsx}`], exclude: ['**/node_modules/**'] }
    : { include: [`${folder}/**/*.test.{ts,tsx}`], exclude: ['**/node_modules/**', '**/*.deep.test.{ts,tsx}'] }

/**
 * The journeys for Playwright. A journey with the tag @deep and a file `*.deep.journey.ts` run in the deep tier alone. One with the tag @look
 * runs in both; the deep tier judges the look of its pages in every view.
 */
export const journeys = deep
  ? { testMatch: '**/*.journey.ts', grep: /@deep|@look|\.deep\.journey\.ts/ }
  : { testMatch: '**/*.journey.ts', testIgnore: '**/*.deep.journey.ts', grepInvert: /@deep/ }
