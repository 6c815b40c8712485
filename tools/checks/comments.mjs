import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

/** The maximum number of comments that begin with a verb and 'what'. Lower it whenever such a comment is rewritten. */
const commentsAtMost = 174

/** Checks that the number of comments that do not name the thing they describe only falls. */
export function comments() {
  const findings = sources().flatMap((path) => unnamedIn(path, readFileSync(join(root, path), 'utf8')))
  const ok = findings.length <= commentsAtMost
  return {
    ok,
    remark: `${findings.length} begin with a verb and 'what', at most ${commentsAtMost}`,
    findings: ok ? [] : findings,
  }
}

/** Returns a finding for each comment that begins with a verb and 'what', such as 'Reads what'. Exported for its test. */
export function unnamedIn(path, code) {
  return code
    .split('\n')
    .flatMap((line, index) =>
      /^\s*(?:\/\*\*|\/\/|\*)\s*[A-Z][a-z]+s what\b/.test(line)
        ? [`${path}:${index + 1} names no thing; write a noun instead of 'what': ${line.trim().slice(0, 100)}`]
        : [],
    )
}

function sources() {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)))
}
