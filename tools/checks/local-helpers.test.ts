import { expect, test } from 'vitest'
import { helpersIn, localHelpers, repeatedHelpers } from './local-helpers.mjs'

const folder = 'apps/server/src/features/care'

test('local functions are found however they are declared, and exported functions and other constants are not', () => {
  const found = helpersIn(
    [
      'function lineOf() {}',
      'const isSame = (one: string) => one',
      'const read = async function () {}',
      'export const shown = () => null',
      'export function listLines() {}',
      'const limit = 3',
    ].join('\n'),
  )
  expect(found).toEqual(['lineOf', 'isSame', 'read'])
})

test('a name in two files of one feature is refused', () => {
  const declared = ['check/check.ts', 'cleanup.ts'].map((file) => ({ path: `${folder}/file/${file}`, names: ['find'] }))
  expect(repeatedHelpers(declared)).toEqual([
    `find is a function of ${folder}/file/check/check.ts and ${folder}/file/cleanup.ts`,
  ])
})

test('the same name in two features is accepted', () => {
  const declared = ['file', 'form'].map((feature) => ({ path: `${folder}/${feature}/read.ts`, names: ['find'] }))
  expect(repeatedHelpers(declared)).toEqual([])
})

test('the local functions of each feature of the server have different names @slow', () => {
  expect(localHelpers().findings).toEqual([])
})
