import { afterEach, expect, test } from 'vitest'
import { clearLinkToken, takeLinkToken } from './link-token.ts'

afterEach(() => history.replaceState(null, '', '/'))

test('the token of a link is read from the address, removed from it and survives a reload on its own page [9.12]', () => {
  history.replaceState(null, '', '/confirm?x=1#token=abc')
  expect(takeLinkToken()).toBe('abc')
  expect(location.href).toMatch(/\/confirm\?x=1$/)
  expect(takeLinkToken()).toBe('abc')
  history.replaceState(null, '', '/reset-password')
  expect(takeLinkToken()).toBe('')
  history.replaceState(null, '', '/confirm')
  clearLinkToken()
  expect(takeLinkToken()).toBe('')
})
