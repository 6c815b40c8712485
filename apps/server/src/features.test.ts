import { expect, test } from 'vitest'
import { features } from './features.ts'

test('the cleanup of files runs after the cleanups that end the use of files', () => {
  const names = Object.keys(features)
  const before = ['journal', 'document'].map((name) => names.indexOf(name) < names.indexOf('file'))
  expect(before).toEqual([true, true])
})
