// @vitest-environment node
import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import texts from '../../../../locales/account/en.json'
import { ConnectionError } from '../../../../platform/api/errors.ts'
import { maxAvatarBytes } from '@attune/contract/common/constants'
import { avatarProblem, avatarUploadProblem } from './avatar.ts'
import { initialEditMode, editModeReducer } from './use-edit-mode.ts'

const picture = { type: 'image/png', size: 1000 }
const messageOf = (problem: ReturnType<typeof avatarProblem>) => problem && texts.avatar[problem.textKey]

test('an invalid picture is refused before the upload with the specified message [5.01, 8.01]', () => {
  expect(avatarProblem(picture, true)).toBeNull()
  expect(avatarProblem({ ...picture, size: maxAvatarBytes }, true)).toBeNull()
  expect(messageOf(avatarProblem(picture, false))).toBe('You must be logged in to upload an avatar')
  expect(messageOf(avatarProblem({ type: 'application/pdf', size: 1 }, true))).toBe('Please select an image file')
  expect(messageOf(avatarProblem({ type: '', size: 1 }, true))).toBe('Please select an image file')
  expect(messageOf(avatarProblem({ ...picture, size: maxAvatarBytes + 1 }, true))).toBe(
    'File size must be less than 5MB',
  )
  expect(messageOf(avatarProblem({ type: 'image/svg+xml', size: 1 }, true))).toBe(
    'Invalid file type. Please choose an image file.',
  )
})

const refusal = (status: number) => new ORPCError('X', { status })

test('each cause of a failed upload has its own message [8.01]', () => {
  expect(messageOf(avatarUploadProblem(refusal(403)))).toBe('Permission denied. Please try logging out and back in.')
  expect(messageOf(avatarUploadProblem(refusal(413)))).toBe('File too large. Please choose a smaller image.')
  expect(messageOf(avatarUploadProblem(refusal(415)))).toBe('Invalid file type. Please choose an image file.')
  expect(messageOf(avatarUploadProblem(refusal(401)))).toBe('You must be logged in to upload an avatar')
  expect(avatarUploadProblem(new Error('boom'))).toEqual({ textKey: 'failed' })
  expect(avatarUploadProblem(new ConnectionError('TIMEOUT'))).toEqual({ textKey: 'failed', reason: 'TIMEOUT' })
  expect(texts.avatar.failed.replace('{{reason}}', texts.avatar.reasons.unknown)).toBe(
    'Failed to upload avatar: Unknown error',
  )
  expect(texts.avatar.updated).toBe('Avatar updated successfully!')
})

test('the edit mode has two booleans, editing and a pending password change, both initially false [3.17]', () => {
  expect(initialEditMode).toEqual({ editing: false, passwordPending: false })
  const both = editModeReducer(editModeReducer(initialEditMode, 'edit'), 'password-begun')
  expect(both).toEqual({ editing: true, passwordPending: true })
  expect(editModeReducer(both, 'done')).toEqual({ editing: false, passwordPending: true })
  expect(editModeReducer(both, 'password-ended')).toEqual({ editing: true, passwordPending: false })
})
