import { configure, getConfig, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { asyncUtilTimeout } = getConfig()
beforeEach(() => {
  document.body.innerHTML = '<main>a part of the page</main>'
  configure({ asyncUtilTimeout: 200 })
})
afterEach(() => configure({ asyncUtilTimeout }))

test('a query that finds nothing prints the document, and so does one that was repeated', async () => {
  const printed = /Unable to find an element with the text: absent[\s\S]*a part of the page/
  expect(() => screen.getByText('absent')).toThrow(printed)
  await expect(screen.findByText('absent')).rejects.toThrow(printed)
})
