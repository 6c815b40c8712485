import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { NamesForm } from './NamesForm.tsx'

afterEach(() => {
  drafts.discard(
    'names',
    drafts.versions('names').map(({ writer }) => writer),
  )
  vi.unstubAllGlobals()
})

test('a name that is typed while the other one is being saved stays in the form', async () => {
  const held = Promise.withResolvers<void>()
  const me = { id: 'nora', role: 'therapist', firstName: 'Nora', lastName: 'Lindqvist', zone: 'UTC' }
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => me,
    'account/saveNames': async (names: object) => {
      await held.promise
      return { ...me, ...names }
    },
  })
  await renderPage(<NamesForm me={me as Me} />)
  const [first, last] = (['firstName', 'lastName'] as const).map((name) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: uiText(`account:profile.${name}`) }),
  )
  const type = (field: HTMLInputElement | undefined, value: string) =>
    fireEvent.change(field as HTMLInputElement, { target: { value } })
  type(first, 'Eleonora')
  fireEvent.submit(first?.form as HTMLFormElement)
  await waitFor(() => expect(inputsOf('account/saveNames')).toHaveLength(1))
  type(last, 'Berg')
  held.resolve()
  const saveButton = screen.getByRole('button', { name: uiText('account:profile.save') })
  await waitFor(() => expect(saveButton).toHaveProperty('disabled', false))
  expect([first?.value, last?.value]).toEqual(['Eleonora', 'Berg'])
  expect(drafts.versions('names').map(({ value }) => value)).toEqual([{ firstName: 'Eleonora', lastName: 'Berg' }])
})
