import { expect, test } from 'vitest'
import { unknownKeysIn } from './text-keys.mjs'

const keys = new Map([
  ['common', ['save']],
  ['session', ['title', 'status.pending', 'count']],
  ['task', ['name']],
])
const found = (code: string) => unknownKeysIn('a.tsx', `useTranslation(['session', 'task']); ${code}`, keys)

test.each([
  "t('titel')",
  "t('client.title')",
  "t('session:name')",
  "t('sesion:title')",
  't(`statuss.${status}`)',
  't(`session:state.${status}`)',
  "t(isNew ? 'title' : 'old')",
  '<Trans t={t} i18nKey="titel" />',
])('a key that no language file has is found: %s', (code) => {
  expect(found(code)).toHaveLength(1)
})

test.each([
  "t('title'); t('name'); t('save'); t('count', { count: 2 })",
  "t('session:status.pending')",
  't(`status.${status}`)',
  't(`session:${key}`)',
  't(key); format(t, "titel")',
  '<Trans t={t} i18nKey="title" />',
])('existing keys, composed keys and keys in variables have no finding: %s', (code) => {
  expect(found(code)).toEqual([])
})

test('a file that names no namespace may use the keys of every namespace', () => {
  expect(unknownKeysIn('a.ts', "t('name')", keys)).toEqual([])
  expect(unknownKeysIn('a.ts', "t('nam')", keys)).toEqual(["a.ts names the text 'nam', which no language file has"])
})
