import { ORPCError } from '@orpc/client'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { registerTestCleanup } from '../../testing/browser-environment.ts'
import { useErrorMessage } from './use-error-message.ts'
import { uiText } from '../../testing/ui-text.ts'

registerTestCleanup()

const messageOf = (error: Error) => renderHook(() => useErrorMessage()).result.current(error)

test.each(['WRONG_ORIGIN', 'UNKNOWN_HOST'] as const)(
  'a refusal because of the address (%s) names the address of the page, whatever the person did',
  (code) => {
    const error = new ORPCError(code, { status: 403 })
    const expected = uiText(`common:errors.${code}`, { address: location.origin })
    expect(messageOf(error)).toBe(expected)
    expect(expected).toContain(location.origin)
    expect(renderHook(() => useErrorMessage('signUp')).result.current(error)).toBe(expected)
  },
)

test('a rate limit says how long to wait, and a reached limit names its number and no time', () => {
  const rate = new ORPCError('TOO_MANY', { status: 429, data: { retryAfterSeconds: 90 } })
  expect(messageOf(rate)).toBe(uiText('common:errors.TOO_MANY_other', { count: '2' }))
  const invitations = new ORPCError('INVITATION_LIMIT', { status: 429, data: { retryAfterSeconds: 1_795 } })
  expect(messageOf(invitations)).toMatch(/next invitation in 30 minutes/)
  const limit = new ORPCError('LIMIT_REACHED', { status: 409, data: { limit: 30 } })
  expect(messageOf(limit)).toBe(uiText('common:errors.LIMIT_REACHED', { count: '30' }))
})
