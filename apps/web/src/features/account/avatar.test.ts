// @vitest-environment node
import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import words from '../../locales/en/account.json'
import { ConnectionError } from '../../platform/faults.ts'
import { mostBytes, problemOf, uploadProblem } from './avatar.ts'
import { atRest, editStep } from './edit-mode.ts'

const picture = { type: 'image/png', size: 1000 }
const messageOf = (problem: ReturnType<typeof problemOf>) => problem && words.avatar[problem.words]

test('an invalid picture is refused before the upload with the specified message [5.01, 8.01]', () => {
  expect(problemOf(picture, true)).toBeNull()
  expect(problemOf({ ...picture, size: mostBytes }, true)).toBeNull()
  expect(messageOf(problemOf(picture, false))).toBe('You must be logged in to upload an avatar')
  expect(messageOf(problemOf({ type: 'application/pdf', size: 1 }, true))).toBe('Please select an image file')
  expect(messageOf(problemOf({ type: '', size: 1 }, true))).toBe('Please select an image file')
  expect(messageOf(problemOf({ ...picture, size: mostBytes + 1 }, true))).toBe('File size must be less than 5MB')
  expect(messageOf(problemOf({ type: 'image/svg+xml', size: 1 }, true))).toBe(
    'Invalid file type. Please choose an image file.',
  )
})

const refusal = (status: number) => new ORPCError('X', { status })

test('each cause of a failed upload has its own message [8.01]', () => {
  expect(messageOf(uploadProblem(refusal(403)))).toBe('Permission denied. Please try logging out and back in.')
  expect(messageOf(uploadProblem(refusal(413)))).toBe('File too large. Please choose a smaller image.')
  expect(messageOf(uploadProblem(refusal(415)))).toBe('Invalid file type. Please choose an image file.')
  expect(messageOf(uploadProblem(refusal(401)))).toBe('You must be logged in to upload an avatar')
  expect(uploadProblem(new Error('boom'))).toEqual({ words: 'failed' })
  expect(uploadProblem(new ConnectionError('TIMEOUT'))).toEqual({ words: 'failed', reason: 'TIMEOUT' })
  expect(words.avatar.failed.replace('{{reason}}', words.avatar.reasons.unknown)).toBe(
    'Failed to upload avatar: Unknown error',
  )
  expect(words.avatar.updated).toBe('Avatar updated successfully!')
})

test('editing and a pending change of the password are two booleans, both initially false [3.17]', () => {
  expect(atRest).toEqual({ editing: false, passwordPending: false })
  const both = editStep(editStep(atRest, 'edit'), 'password-begun')
  expect(both).toEqual({ editing: true, passwordPending: true })
  expect(editStep(both, 'done')).toEqual({ editing: false, passwordPending: true })
  expect(editStep(both, 'password-ended')).toEqual({ editing: true, passwordPending: false })
})
