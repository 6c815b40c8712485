import { expect, test } from 'vitest'
import { textsIn } from './journey-texts.mjs'

const texts = new Set(['Save', 'Don’t save', "Couldn't save"])

test('strings and patterns of a journey that equal a text of the product are found with their line', () => {
  const code = [
    "await press('Save')",
    'await expect(text).toHaveText("Couldn\'t save")',
    'click({ name: /^Save$/ })',
  ].join('\n')
  expect(textsIn('a.journey.ts', code, texts)).toEqual([
    "e2e/a.journey.ts:1 contains the text 'Save'; name its key by uiText or serverText",
    "e2e/a.journey.ts:2 contains the text 'Couldn't save'; name its key by uiText or serverText",
    "e2e/a.journey.ts:3 contains the text 'Save'; name its key by uiText or serverText",
  ])
})

test('other strings, keys of texts and the exceptions of a file have no findings', () => {
  const code =
    "press(uiText('journal:save')); fill('Saved by me'); goto('/Save/it'); expect(page.getByText('Don’t save'))"
  expect(textsIn('a.journey.ts', code, texts, { 'Don’t save': 'the wording of a row' })).toEqual([])
})
