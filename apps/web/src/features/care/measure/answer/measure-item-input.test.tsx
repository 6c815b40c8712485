import type { MeasureAnswers, MeasureItem } from '@attune/contract/features/care/measure/measure.schemas'
import { choiceItem, numberItem } from '@attune/contract/features/care/measure/measure.testing'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { MeasureItemInput } from './MeasureItemInput.tsx'

/** Renders items without answers, and reports each change. */
async function openItems(items: MeasureItem[]) {
  const onChange = vi.fn<(answers: MeasureAnswers) => void>()
  function Items() {
    const [answers, setAnswers] = useState<MeasureAnswers>({})
    const change = (next: MeasureAnswers) => {
      onChange(next)
      setAnswers(next)
    }
    return <MeasureItemInput items={items} answers={answers} onChange={change} language="de" mainLanguage="en" />
  }
  await renderPage(<Items />)
  return { last: () => onChange.mock.lastCall?.[0] }
}

test('an item with a condition is asked once its condition is met, in the language that it has', async () => {
  const when = { join: 'all' as const, conditions: [{ item: 'mood', operator: '=' as const, value: '1' }] }
  await openItems([
    choiceItem('mood', [0, 1], { text: { en: 'Mood', de: 'Stimmung' } }),
    choiceItem('why', [0, 1], { when, text: { en: 'Since when?' } }),
  ])
  expect(screen.getByText(/Stimmung/).lang).toBe('de')
  expect(screen.queryByText(/Since when/)).toBeNull()
  fireEvent.click(screen.getAllByRole('radio')[1] as HTMLElement)
  expect(screen.getByText(/Since when/).lang).toBe('en')
})

test('a number is read with a decimal comma or point, and a text that is no number is named', async () => {
  const { last } = await openItems([numberItem('sleep', { isWhole: false, from: null, to: null })])
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: '7,5' } })
  expect(last()).toEqual({ sleep: 7.5 })
  fireEvent.change(field, { target: { value: 'seven' } })
  expect(last()).toEqual({ sleep: null })
  fireEvent.blur(field)
  screen.getByText(uiText('measureItem:numberInvalid', { example: '1.5' }))
})

test('the answer to an optional question can be cleared', async () => {
  const { last } = await openItems([choiceItem('1', [0, 1], { required: false })])
  fireEvent.click(screen.getAllByRole('radio')[0] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: uiText('measureItem:clear') }))
  expect(last()).toEqual({ 1: null })
})
