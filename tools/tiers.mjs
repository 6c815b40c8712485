// Which files `npm test` runs and which `npm run test:deep` runs. CONTRIBUTING.md says which tests belong where.
const deep = process.env.ATTUNE_TESTS === 'deep'

/** The files of one folder for Vitest. `*.runs.test.ts` run in both tiers; the deep one gives them more random runs. */
export const testsIn = (folder) =>
  deep
    ? { include: [`${folder}/**/*.{deep,runs}.test.{ts,tsx}`], exclude: ['**/node_modules/**'] }
    : { include: [`${folder}/**/*.test.{ts,tsx}`], exclude: ['**/node_modules/**', '**/*.deep.test.{ts,tsx}'] }

/** Journeys that judge the look of pages among other things. */
const mixed = ['booking', 'journal', 'people', 'safety', 'shared-journal']

/** The journeys for Playwright. Those that judge the look of pages run in both tiers; the deep one judges every view. */
export const journeys = deep
  ? { testMatch: ['**/*.deep.journey.ts', '**/look-*.journey.ts', `**/{${mixed}}.journey.ts`] }
  : { testMatch: '**/*.journey.ts', testIgnore: '**/*.deep.journey.ts' }
