import { expect, test } from 'vitest'
import { unreadableOverrides } from './packages.mjs'

test('an override with a version is allowed, and one by another package is found, also inside a package', () => {
  expect(unreadableOverrides({ left: '1.2.3', right: { inner: '^2.0.0' } })).toEqual([])
  expect(unreadableOverrides({ left: 'npm:empty@1.0.0', right: { inner: 'file:../inner' } })).toEqual([
    'the override of left is not a version, so npm 9 cannot read the lock file',
    'the override of inner is not a version, so npm 9 cannot read the lock file',
  ])
})
