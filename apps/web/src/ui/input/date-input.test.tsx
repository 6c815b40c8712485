import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { DateInput } from './DateInput.tsx'
import { TimeInput } from './TimeInput.tsx'
import { FormDialog } from '../dialog/FormDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const saved = vi.fn()

function Form({ day = '', time = '' }) {
  const [values, setValues] = useState({ day, time })
  return (
    <FormDialog title="Form" submit="Save" back="Cancel" busy={false} onClose={() => {}} onSubmit={() => saved(values)}>
      <DateInput label="Day" value={values.day} onChange={(next) => setValues({ ...values, day: next })} />
      <TimeInput label="Start" value={values.time} onChange={(next) => setValues({ ...values, time: next })} />
    </FormDialog>
  )
}

const show = async (values = {}) => {
  saved.mockClear()
  mockServer({})
  await renderPage(<Form {...values} />)
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, typed: string) => fireEvent.change(field(name), { target: { value: typed } })
const save = () => fireEvent.submit(field('Day').closest('form') as HTMLFormElement)

test('a day and a time are shown in words and typed in many forms', async () => {
  await show({ day: '2026-12-03', time: '09:05' })
  expect(field('Day').value).toBe('3 Dec 2026')
  type('Day', '24.12.2026')
  fireEvent.blur(field('Day'))
  expect(field('Day').value).toBe('24 Dec 2026')
  type('Start', '1430')
  fireEvent.blur(field('Start'))
  expect(field('Start').value).toBe('14:30')
  save()
  expect(saved).toHaveBeenCalledWith({ day: '2026-12-24', time: '14:30' })
})

test('a text that is not a day stays as typed, shows an error, and prevents saving the form', async () => {
  await show({ day: '2026-12-03' })
  field('Day').focus()
  type('Day', '31.2.2026')
  expect(field('Day').getAttribute('aria-invalid')).not.toBe('true')
  save()
  expect(saved).not.toHaveBeenCalled()
  expect(field('Day').value).toBe('31.2.2026')
  expect(field('Day').getAttribute('aria-invalid')).toBe('true')
  type('Day', '')
  save()
  expect(saved).toHaveBeenCalledWith({ day: '', time: '' })
})

test('a day can be picked from the calendar @slow', async () => {
  await show({ day: '2026-12-03' })
  fireEvent.click(screen.getByRole('button', { name: uiText('common:entry.openCalendar') }))
  fireEvent.click(await screen.findByRole('button', { name: '24 December 2026' }))
  expect(field('Day').value).toBe('24 Dec 2026')
})
