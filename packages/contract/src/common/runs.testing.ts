/** True in `npm run test:deep`, false in `npm test`. */
const deep = process.env.ATTUNE_TESTS === 'deep'

/** How often a test repeats itself: a few times in `npm test`, the full number in `npm run test:deep`. */
export const runs = (normal: number, full: number): number => (deep ? full : normal)
