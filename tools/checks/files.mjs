import { readFile, workTreeFiles } from './source-files.mjs'

const longest = { code: 400, test: 600 }
/** The maximum number of files in a folder of a layer, without its subfolders. */
const mostFiles = 20
const generated = /\.gen\.ts$|platform\/database\/types\.ts$/
const isTest = (path) => /\.(test|testing)\.tsx?$|^e2e\//.test(path)
/** Whether a file only serves tests: a test, or a helper of tests. */
const servesTests = (path) => isTest(path) || /^apps\/[^/]+\/src\/testing\//.test(path)
const isDomain = (path) => path.startsWith('apps/server/src/features/') && !isTest(path)
const always = () => true

/**
 * Rules that the linter does not have: pattern, reason, and a function that returns whether the rule applies to a file. A pattern that would match
 * this file is composed of parts.
 */
const rules = [
  [new RegExp(`\\b(${['TO', 'DO'].join('')}|FIX${'ME'})\\b`), 'finish it or write an issue', always],
  [
    /(eslint|oxlint)-disable|@ts-(ignore|expect-error|nocheck)/,
    'fix the cause',
    (path) => !path.startsWith('tools/checks/'),
  ],
  [
    /\b(test|it|describe)\.(skip|only|todo)\b|\btest\.fixme\b/,
    'every test must run',
    (path) => !path.startsWith('tools/checks/'),
  ],
  [/waitForTimeout/, 'wait for a condition, not for time', (path) => !path.startsWith('tools/checks/')],
  [/\bnew Date\(\)|\bDate\.now\(\)|Temporal\.Now\b/, 'domain code uses the clock of the app context', isDomain],
  [
    /set_config\([^)]*,\s*false\s*\)/,
    'a session-level setting leaks to the next user of the connection',
    (path) => !path.startsWith('tools/checks/'),
  ],
  [
    /\bselect \*(?! from \()/i,
    'name the columns; a cached plan breaks when the table changes',
    (path) => /^apps\/server\/src\/(features|platform\/(?!database\/))/.test(path) && !isTest(path),
  ],
  [
    /\.(slice|substring|substr)\(0, 10\)|\.toISOString\(\)\s*\.slice\(0, [47]\)|\.split\(['"]T['"]\)/,
    'take the day of a moment with todayIn or wallClockOf and its zone, or with utcDay; move a day with shiftDay',
    servesTests,
  ],
]

export function fileLengths() {
  const findings = code().flatMap((path) => {
    const lines = readFile(path).split('\n').length - 1
    const limit = isTest(path) ? longest.test : longest.code
    return lines > limit ? [`${path}: ${lines} lines, at most ${limit}`] : []
  })
  return { ok: findings.length === 0, findings }
}

/** Checks that no folder of the layers has too many files for an overview. */
export function folderSizes() {
  const counts = Map.groupBy(
    code().filter((path) => /^(apps\/(server|web)|packages\/contract)\/src\//.test(path)),
    (path) => path.slice(0, path.lastIndexOf('/')),
  )
  const findings = [...counts]
    .filter(([, files]) => files.length > mostFiles)
    .map(([folder, files]) => `${folder}: ${files.length} files, at most ${mostFiles}`)
  return { ok: findings.length === 0, remark: `${counts.size} folders`, findings }
}

export function codeRules() {
  const findings = code().flatMap((path) => brokenRules(path, readFile(path)))
  return { ok: findings.length === 0, findings }
}

/** Returns a finding for each line of a file that breaks a rule. Exported for its test. */
export const brokenRules = (path, text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(([pattern, , applies]) => applies(path) && pattern.test(line))
        .map(([, reason]) => `${path}:${index + 1}: ${reason}: ${line.trim().slice(0, 100)}`),
    )

const code = () => workTreeFiles().filter((path) => /\.(ts|tsx|mjs|sql|css)$/.test(path) && !generated.test(path))
