import type { FoundCode } from '@attune/contract/features/care/diagnosis-code/diagnosis-code'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { signedInAnswers } from '../../schedule/session/session.testing.ts'
import { DiagnosisCodeField, NoCodeList } from './diagnosis-code.ts'

afterEach(() => vi.unstubAllGlobals())

const list = { name: 'icd-10-cm', language: 'en', edition: 2000 }
const worry: FoundCode = { code: 'F41.1', title: 'Lasting worry', own: false }
const quarrel: FoundCode = { code: 'Z63.0', title: 'Quarrel', own: true }

const chosen = vi.fn()

function Form() {
  const [code, setCode] = useState('')
  return (
    <form>
      <DiagnosisCodeField
        system="icd-10"
        label="Code"
        placeholder="F41.1"
        value={code}
        onType={setCode}
        onChoose={(found) => {
          setCode(found.code)
          chosen(found)
        }}
      />
      <NoCodeList system="icd-10" />
    </form>
  )
}

/** Shows the field with a server that finds one of the therapist's own codes and one code of its list. */
async function show(answers: Parameters<typeof mockServer>[0] = {}) {
  chosen.mockClear()
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'diagnosisCode/search': (input) => {
      const { search } = input as { search: string }
      const items = [quarrel, worry].filter(({ title }) => title.toLowerCase().includes(search))
      return { list, items: search === '' ? [quarrel] : items }
    },
    ...answers,
  })
  await renderPage(<Form />)
  return { inputsOf, field: await screen.findByRole<HTMLInputElement>('combobox', { name: 'Code' }) }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })

test('a name that is typed finds its code, and Enter chooses the first one @slow', async () => {
  const { inputsOf, field } = await show()
  type(field, 'worry')
  const option = await screen.findByRole('option', { name: 'F41.1 · Lasting worry' })
  expect(screen.getByText('ICD-10-CM 2000')).toBeTruthy()
  expect(inputsOf('diagnosisCode/search')).toContainEqual({ system: 'icd-10', language: 'en', search: 'worry' })
  await waitFor(() => expect(option.getAttribute('data-combobox-selected')).toBe('true'))
  enter(field)
  expect(chosen).toHaveBeenCalledWith(worry)
  expect(field.value).toBe('F41.1')
})

test('a click shows the own codes before anything is typed', async () => {
  const { field } = await show()
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: 'Z63.0 · Quarrel' }))
  expect(chosen).toHaveBeenCalledWith(quarrel)
  expect(screen.queryByText(uiText('diagnosisCode:noList'))).toBeNull()
})

test('Enter after a name waits for the search and sends no form @slow', async () => {
  const { field } = await show()
  type(field, 'worry')
  expect(enter(field)).toBe(false)
  expect(chosen).not.toHaveBeenCalled()
  type(field, 'nonsense')
  expect(await screen.findByText(uiText('diagnosisCode:nothing'))).toBeTruthy()
  expect(enter(field)).toBe(false)
})

test('without a list, a code is typed in capitals, Enter sends the form, and the field says so', async () => {
  const { field } = await show({ 'diagnosisCode/search': () => ({ list: null, items: [] }) })
  expect(await screen.findByText(uiText('diagnosisCode:noList'))).toBeTruthy()
  type(field, 'f41.1')
  expect(field.value).toBe('F41.1')
  expect(enter(field)).toBe(true)
  await waitFor(() => expect(screen.queryByText(uiText('diagnosisCode:nothing'))).toBeNull())
})
