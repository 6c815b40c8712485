import { expect, test } from 'vitest'
import { features } from './features.ts'
import { cleanupsOf } from './jobs.ts'
import type { Feature } from './platform/feature.ts'

test('the cleanup of files runs after the cleanups that end the use of files', () => {
  const order = cleanupsOf(Object.values<Feature>(features))
  const [lastUser = -1, firstOfFiles = -1] = [
    Math.max(...[...features.journal.cleanups, ...features.document.cleanups].map((step) => order.indexOf(step))),
    Math.min(...features.file.cleanups.map((step) => order.indexOf(step))),
  ]
  expect(lastUser).toBeGreaterThan(-1)
  expect(firstOfFiles).toBeGreaterThan(lastUser)
})
