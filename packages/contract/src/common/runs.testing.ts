/** True in `npm run test:deep`, false in `npm test`. */
const deep = process.env.ATTUNE_TESTS === 'deep'

/** Returns how often a test repeats its check: `normal` times in `npm test`, `full` times in `npm run test:deep`. */
export const runs = (normal: number, full: number): number => (deep ? full : normal)
