import { expect, test, vi } from 'vitest'
import { refuseUnexpectedOutput } from './unexpected-output.ts'

test('an error fails the test and its text is in the failure', () => {
  console.error('Encountered two children with the same key', new Error('boom'))
  expect(refuseUnexpectedOutput).toThrow(/console\.error: Encountered two children with the same key Error: boom/)
  expect(refuseUnexpectedOutput).not.toThrow()
})

test('a warning fails the test', () => {
  console.warn('%s is deprecated', 'findOne')
  expect(refuseUnexpectedOutput).toThrow('console.warn: findOne is deprecated')
})

test('a warning of Node fails the test', async () => {
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  process.emitWarning('A promise was ignored', 'TestWarning')
  await new Promise(setImmediate)
  print.mockRestore()
  expect(refuseUnexpectedOutput).toThrow('warning of Node: TestWarning: A promise was ignored')
})

test('a message that the test expects does not fail it', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  console.error('expected')
  expect(printed).toHaveBeenCalledWith('expected')
  expect(refuseUnexpectedOutput).not.toThrow()
})

test('a replaced console does not stay replaced after the test', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  refuseUnexpectedOutput()
  console.warn('printed by the next test')
  expect(refuseUnexpectedOutput).toThrow('printed by the next test')
})

test.fails('every test is checked when it has ended, so this one fails', () => {
  expect(() => console.warn('nobody expects this')).not.toThrow()
})
