/**
 * Returns the options that indicate a danger after the lines of options were edited. A mark stays with its line while lines are edited, inserted or
 * deleted. If several lines are merged into fewer, the last of the new lines is marked if any of the old lines that it replaces was, so that no mark
 * is lost unnoticed.
 */
export function safetyOptionsAfterEdit(
  marked: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const [old, edited] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const isMarked = (option: string | undefined) => option !== undefined && marked.includes(option)
  const renamed = edited.filter((_, at) =>
    at === edited.length - 1 ? old.slice(at).some(isMarked) : isMarked(old[at]),
  )
  const kept = marked.filter((option) => after.includes(option))
  return [...new Set([...kept, ...renamed])].filter((option) => option.trim() !== '')
}
