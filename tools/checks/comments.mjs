import { readFile, workTreeFiles } from './source-files.mjs'

/** Checks that every comment names the thing that it describes. */
export function comments() {
  const findings = workTreeFiles('*.ts', '*.tsx', '*.mjs').flatMap((path) => unnamedIn(path, readFile(path)))
  return { ok: findings.length === 0, findings }
}

/** Finds 'Reads what', 'Returns how', and clauses without a noun, such as 'What a page shows', at the beginning of a comment. */
const unnamed =
  /^(?:[A-Z][a-z]+s what|Returns (?:how|whose|where|why)|What|Who|Whose|Whoever|Whatever|Which|How|Why|Until when)\b/

/** Returns a finding for each comment that describes a thing by a clause without its noun. Exported for its test. */
export function unnamedIn(path, code) {
  const lines = code.split('\n')
  return lines.flatMap((line, index) => {
    const isFirst = !/^\s*\*/.test(line) || /^\s*\/\*\*$/.test(lines[index - 1] ?? '')
    const text = line.match(/^\s*(?:\/\*\*|\/\/|\*)\s*(.*)/)?.[1] ?? ''
    return isFirst && unnamed.test(text)
      ? [`${path}:${index + 1} names no thing; write a noun instead of the clause: ${line.trim().slice(0, 100)}`]
      : []
  })
}
