// Selects the files that `npm test` and `npm run test:deep` run. CONTRIBUTING.md says which tests belong where.
const deep = process.env.ATTUNE_TESTS === 'deep'

/**
 * Returns the Vitest options that select the test files of a folder. Both tiers run `*.runs.test.ts`, and `npm run
 * test:deep` repeats their random checks more often.
 */
export const testsIn = (folder) =>
  deep
    ? { include: [`${folder}/**/*.{deep,runs}.test.{ts,tsx}`], exclude: ['**/node_modules/**'] }
    : { include: [`${folder}/**/*.test.{ts,tsx}`], exclude: ['**/node_modules/**', '**/*.deep.test.{ts,tsx}'] }

/**
 * The Playwright options that select the journeys. Journeys with the tag @deep and files `*.deep.journey.ts` run only in `npm run test:deep`.
 * Journeys with the tag @look or @runs run in both tiers; in `npm run test:deep` they check their pages in every view, or repeat their steps more
 * often. In `npm test`, three workers use two cores fully, because journeys often wait for pages and jobs. The deep tier has two workers, because
 * some of its journeys measure durations.
 */
export const journeys = deep
  ? { testMatch: '**/*.journey.ts', grep: /@deep|@look|@runs|\.deep\.journey\.ts/, workers: 2 }
  : { testMatch: '**/*.journey.ts', testIgnore: '**/*.deep.journey.ts', grepInvert: /@deep/, workers: 3 }
