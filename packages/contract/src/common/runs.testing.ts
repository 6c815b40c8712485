/** True in `npm run test:deep`, false in `npm test`. `test.runIf(isDeep)` is a test of the deep tier in a file of both tiers. */
export const isDeep = process.env.ATTUNE_TESTS === 'deep'

const most = process.env.ATTUNE_RUNS === 'most'

/**
 * Returns the number of times that a test repeats its check: `normal` times in `npm test`, `full` times in `npm run test:deep`. With
 * ATTUNE_RUNS=most, `npm run test:deep` repeats it `longest` times, before a release for example.
 */
export const runs = (normal: number, full: number, longest = full): number =>
  isDeep ? (most ? longest : full) : normal
