/**
 * Returns the values of the grid lines behind bars: three to five in equal steps, including 0, that enclose all values from `least` (0 or less) to
 * `most` (0 or more). A step is 1, 2 or 5 times a power of ten and at least `smallestStep`, which must be such a number too.
 */
export function roundTicks(least: number, most: number, smallestStep: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max((most - least) / 4, smallestStep)))
  for (const factor of [1, 2, 5, 10, 20, 50]) {
    const step = factor * power
    const below = Math.ceil(-least / step)
    const steps = below + Math.ceil(most / step)
    if (step >= smallestStep && steps <= 4) {
      return Array.from({ length: Math.max(steps, 2) + 1 }, (_, at) => (at - below) * step)
    }
  }
  return [0]
}
