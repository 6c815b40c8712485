/**
 * Returns the checks that have one of the words in their name; all checks if there are no words. Throws an error with the
 * names of all checks if no name contains a word.
 * @template Check
 * @param {[name: string, check: Check][]} checks
 * @param {string[]} words
 */
export function chosenChecks(checks, words) {
  const unknown = words.filter((word) => !checks.some(([name]) => name.includes(word)))
  if (unknown.length > 0) {
    const asked = unknown.map((word) => `'${word}'`).join(', ')
    throw new Error(`No check has ${asked} in its name. The checks are: ${checks.map(([name]) => name).join(', ')}.`)
  }
  return checks.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)))
}
