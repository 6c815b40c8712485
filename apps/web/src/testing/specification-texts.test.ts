// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The sentences and labels that the specification quotes, by row. A text that begins with one of them counts if the row leaves its end open. */
const quoted: Record<string, readonly string[]> = {
  '2.29': ['Something went wrong', 'Try Again', 'Go Home'],
  '5.06': ['Please complete the content before saving.', 'Please select at least one therapist before sharing.'],
  '5.10': [
    'Please fill in all required fields.',
    'First name and last name are required',
    'Password must be at least 8 characters with numbers and letters.',
    'Passwords do not match.',
  ],
  '8.01': [
    'Permission denied. Please try logging out and back in.',
    'File too large. Please choose a smaller image.',
    'Invalid file type. Please choose an image file.',
    'Failed to upload avatar: ',
    'Unknown error',
    'Avatar updated successfully!',
    'You must be logged in to upload an avatar',
    'Please select an image file',
    'File size must be less than 5MB',
  ],
  '8.02': [
    'Failed to load session',
    'Failed to initialize authentication',
    'Failed to refresh profile',
    'Session expired. Please log in again.',
    'Invalid email or password. Please try again.',
    'Please check your email and confirm your account before logging in.',
    'An account with this email already exists. Please try logging in instead.',
    'Could not determine user role. Please contact support.',
    'Invalid or expired invitation link.',
  ],
  '8.04': [
    'Client not found',
    'Failed to fetch client profile data',
    'Error loading sessions. Please try again.',
    'Failed to load your therapists',
    'Failed to disconnect from therapist',
    'Failed to initialize conversation',
    'Invoice not found',
    'Error adding client',
  ],
  '8.06': ['Something went wrong', 'An unexpected error occurred. Please try again.'],
}

type Tree = { [key: string]: Tree | string }
const textsOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))
const locales = join(import.meta.dirname, '../locales')
const english = globSync('*/en.json', { cwd: locales }).flatMap((file) =>
  textsOf(JSON.parse(readFileSync(join(locales, file), 'utf8')) as Tree),
)

test.each(Object.entries(quoted))('the interface has every text that row [%s] quotes, as worded', (_, texts) => {
  const isThere = (text: string) =>
    text.endsWith(' ') ? english.some((one) => one.startsWith(text)) : english.includes(text)
  expect(texts.filter((text) => !isThere(text))).toEqual([])
})
