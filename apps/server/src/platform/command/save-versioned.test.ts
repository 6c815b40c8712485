import { expect, test, vi } from 'vitest'
import { createRefusal } from '../policy/refusal.ts'
import { saveVersioned } from './save-versioned.ts'

type Text = { version: number; text: string }

/** Saves 'new', based on version `base`, over a stored text. Returns the result, or the code of the refusal, and whether anything was written. */
async function saveOver(stored: Text | null, repeat: 'next' | 'any', base = 3) {
  const save = vi.fn(async () => 'saved')
  const result = await saveVersioned(
    {
      stored,
      base,
      repeat,
      isSame: ({ text }) => text === 'new',
      current: () => 'repeated',
      changed: () => createRefusal('CONFLICT', 409),
    },
    save,
  ).catch(({ code }) => code)
  return { result, isWritten: save.mock.calls.length > 0 }
}

const saved = { result: 'saved', isWritten: true }
const repeated = { result: 'repeated', isWritten: false }
const refused = { result: 'CONFLICT', isWritten: false }

test('content on the stored version is written', async () => {
  expect(await saveOver({ version: 3, text: 'old' }, 'next')).toEqual(saved)
  expect(await saveOver({ version: 3, text: 'old' }, 'any')).toEqual(saved)
})

test('without a row, content on version 0 is written and content on another version is refused', async () => {
  expect(await saveOver(null, 'next', 0)).toEqual(saved)
  expect(await saveOver(null, 'any', 0)).toEqual(saved)
  expect(await saveOver(null, 'next')).toEqual(refused)
})

test('the same content one version later is a repeat, and other content is refused', async () => {
  expect(await saveOver({ version: 4, text: 'new' }, 'next')).toEqual(repeated)
  expect(await saveOver({ version: 4, text: 'other' }, 'next')).toEqual(refused)
  expect(await saveOver({ version: 4, text: 'other' }, 'any')).toEqual(refused)
})

test('the same content in another version than the next is a repeat only where any version is', async () => {
  expect(await saveOver({ version: 5, text: 'new' }, 'next')).toEqual(refused)
  expect(await saveOver({ version: 3, text: 'new' }, 'next')).toEqual(saved)
  for (const version of [3, 5]) expect(await saveOver({ version, text: 'new' }, 'any')).toEqual(repeated)
})
