import { act, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { MoneyInput } from './MoneyInput.tsx'

const saved = vi.fn()
afterEach(async () => {
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en')
})

function Form({ price, currency }: { price: string; currency: string }) {
  const [value, setValue] = useState(price)
  return (
    <FormDialog title="Form" submit="Save" back="Back" busy={false} onClose={() => {}} onSubmit={() => saved(value)}>
      <MoneyInput label="Price" currency={currency} value={value} onChange={setValue} />
    </FormDialog>
  )
}

async function show(price: string, currency = 'EUR') {
  saved.mockClear()
  mockServer({})
  await renderPage(<Form price={price} currency={currency} />)
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' })
const type = (typed: string) => {
  fireEvent.change(field(), { target: { value: typed } })
  fireEvent.blur(field())
}
const save = () => fireEvent.submit(field().closest('form') as HTMLFormElement)

test('an amount is shown and read with the decimal sign of the reader’s language', async () => {
  await show('123450')
  expect(field().value).toBe('1234.50')
  type('80')
  expect(field().value).toBe('80.00')
  i18next.addResourceBundle('de', 'common', { entry: {} })
  await act(() => i18next.changeLanguage('de'))
  type('1.234,5')
  expect(field().value).toBe('1234,50')
  save()
  expect(saved).toHaveBeenCalledWith('123450')
})

test('a currency without decimal digits takes none', async () => {
  await show('8000', 'JPY')
  expect(field().value).toBe('8000')
  type('80.5')
  save()
  expect(saved).not.toHaveBeenCalled()
})

test('a text that is no amount, a negative amount and one that is too high stay as typed, and the form is not saved', async () => {
  await show('')
  for (const typed of ['abc', '-5', '100000000']) {
    type(typed)
    expect(field().value).toBe(typed)
    screen.getByText(uiText('common:entry.amountInvalid', { example: '80.50' }))
  }
  save()
  expect(saved).not.toHaveBeenCalled()
})
