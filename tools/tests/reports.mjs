// Reads the reports of Vitest and of Playwright.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup/steps.mjs'

/** Returns the totals of Vitest's report, with a line for each failed test. */
export const resultOfTests = (report) => ({
  passed: report.numPassedTests,
  // A test file that cannot be loaded has no failed tests, so the file itself counts as a failed test.
  failed:
    report.numFailedTests +
    report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0).length,
  names: report.testResults.flatMap(failedTests),
})

/**
 * Returns the totals of Playwright's report, with a line for each failed journey. A journey that passed only the second time counts as failed; its
 * line is in `unsteady`, because the failure is not reproducible.
 */
export const resultOfJourneys = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  names: suites.flatMap((suite) => journeysWithErrors(suite, (spec) => !spec.ok)),
  unsteady: suites.flatMap((suite) => journeysWithErrors(suite, isUnsteady)),
})

/** Returns a line for each failed test of a file of Vitest's report: the file, the title and the start of the error. */
function failedTests({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${startOf(message)}`]
  return assertionResults
    .filter((each) => each.status === 'failed')
    .map(({ fullName, failureMessages: [error] }) => `${file} › ${fullName}: ${startOf(error)}`)
}

/** Returns whether a journey failed first and passed when it was repeated. */
function isUnsteady({ tests }) {
  return tests.some(({ status }) => status === 'flaky')
}

/**
 * Returns a line for each selected journey of a suite of Playwright's report: the file, the title, the start of its first error, and the dialogs and
 * alerts that were open then.
 */
function journeysWithErrors({ specs, suites = [] }, isSelected) {
  const own = specs.filter(isSelected).map(({ file, title, tests }) => {
    const failed = tests.flatMap(({ results }) => results).find((each) => each.error)
    const error = failed?.error.stack ?? failed?.error.message
    return [`e2e/${file} › ${title}: ${startOf(error)}`, ...openDialogsOf(failed)].join(' | ')
  })
  return [...own, ...suites.flatMap((suite) => journeysWithErrors(suite, isSelected))]
}

/** Returns the dialogs and alerts in the description of the page that Playwright attaches to a failed attempt. */
function openDialogsOf({ attachments = [] } = {}) {
  const pages = attachments.filter(({ name, path }) => name === 'error-context' && path)
  const lines = new Set(pages.flatMap(({ path }) => readFileSync(path, 'utf8').split('\n')))
  return [...lines].flatMap((line) => /^ *- ((?:alert)?dialog "[^"]*"|alert: .*)/.exec(line)?.[1] ?? [])
}

/** Returns the first lines of an error and the location in the test, without colors, at most 600 characters. */
function startOf(error = '') {
  const lines = stripVTControlCharacters(error.trim()).split('\n')
  const place = lines.find((line) => /^\s*(at|❯) /.test(line) && /\.(test|journey)\.tsx?:\d/.test(line))
  const start = lines.filter((line) => line.trim() && !/^\s*(at|❯) /.test(line)).slice(0, 4)
  return [...start, ...(place ? [place.trim().replace(`${root}/`, '')] : [])]
    .map((line) => line.trim())
    .join(' | ')
    .slice(0, 600)
}
