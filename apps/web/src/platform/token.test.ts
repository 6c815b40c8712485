import { afterEach, expect, test } from 'vitest'
import { dropToken, takeToken } from './token.ts'

afterEach(() => history.replaceState(null, '', '/'))

test('the token of a link is read from the address, removed from it and survives a reload on its own page [9.12]', () => {
  history.replaceState(null, '', '/confirm?x=1#token=abc')
  expect(takeToken()).toBe('abc')
  expect(location.href).toMatch(/\/confirm\?x=1$/)
  expect(takeToken()).toBe('abc')
  history.replaceState(null, '', '/reset-password')
  expect(takeToken()).toBe('')
  history.replaceState(null, '', '/confirm')
  dropToken()
  expect(takeToken()).toBe('')
})
