import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { SecretInput } from './SecretInput.tsx'

test('a password field has a named button that shows the characters and that the keyboard reaches', async () => {
  await renderPage(<SecretInput label="Key" defaultValue="rk_live_1" />)
  const field = screen.getByLabelText<HTMLInputElement>('Key')
  const button = screen.getByRole('button', { name: uiText('common:showSecret') })
  expect([field.type, button.tabIndex]).toEqual(['password', 0])
  fireEvent.mouseDown(button)
  expect(field.type).toBe('text')
})

test('every password field of the web app is a SecretInput', () => {
  const source = join(import.meta.dirname, '../..')
  const others = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx$/.test(file) && !file.endsWith('SecretInput.tsx'))
    .filter((file) => /<PasswordInput|type="password"/.test(readFileSync(join(source, file), 'utf8')))
  expect(others).toEqual([])
})
