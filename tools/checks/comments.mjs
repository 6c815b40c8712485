import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

/** Checks that no comment leaves out the name of the thing that it describes. */
export function comments() {
  const findings = sources().flatMap((path) => unnamedIn(path, readFileSync(join(root, path), 'utf8')))
  return { ok: findings.length === 0, findings }
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
