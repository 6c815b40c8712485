import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultOfJourneys, resultOfTests } from './reports.mjs'

const failedAttempt = { error: { stack: 'Error: the page is empty\n    at e2e/a.journey.ts:3:1' } }
const journey = (title: string, status: 'expected' | 'flaky' | 'unexpected') => ({
  file: 'a.journey.ts',
  title,
  ok: status !== 'unexpected',
  tests: [{ status, results: status === 'expected' ? [{}] : [failedAttempt, {}] }],
})

test('a journey that passes only at its second attempt counts as failed and is named with its first error', () => {
  const specs = [journey('steady', 'expected'), journey('shaky', 'flaky'), journey('broken', 'unexpected')]
  const report = { stats: { expected: 1, flaky: 1, unexpected: 1 }, suites: [{ specs: [], suites: [{ specs }] }] }
  expect(resultOfJourneys(report)).toEqual({
    passed: 1,
    failed: 2,
    names: ['e2e/a.journey.ts › broken: Error: the page is empty | at e2e/a.journey.ts:3:1'],
    unsteady: ['e2e/a.journey.ts › shaky: Error: the page is empty | at e2e/a.journey.ts:3:1'],
  })
})

test('the line of a failed journey names the dialogs and alerts that were open', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'attune-report-')), 'error-context.md')
  writeFileSync(path, '- main:\n  - dialog "Log out?":\n    - alert: No connection\n  - heading "dialog"\n')
  const failed = { ...journey('broken', 'unexpected'), tests: [{ status: 'unexpected', results: [attemptWith(path)] }] }
  const report = { stats: { expected: 0, flaky: 0, unexpected: 1 }, suites: [{ specs: [failed] }] }
  expect(resultOfJourneys(report).names).toEqual([
    'e2e/a.journey.ts › broken: Error: the page is empty | at e2e/a.journey.ts:3:1 | dialog "Log out?" | alert: No connection',
  ])
})

const attemptWith = (path: string) => ({ ...failedAttempt, attachments: [{ name: 'error-context', path }] })

test('a test file that cannot be loaded counts as one failed test', () => {
  const files = [
    { name: 'a.test.ts', status: 'failed', message: 'SyntaxError: x', assertionResults: [] },
    { name: 'b.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
  ]
  const result = resultOfTests({ numPassedTests: 1, numFailedTests: 0, testResults: files })
  expect(result).toMatchObject({ passed: 1, failed: 1, names: [expect.stringContaining('a.test.ts: SyntaxError: x')] })
})
