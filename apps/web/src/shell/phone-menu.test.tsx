import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeDevice } from '../platform/native/fake-port.testing.ts'
import { setNativePort } from '../platform/native/port.ts'
import { renderPage } from '../testing/render-page.tsx'
import { uiText } from '../testing/ui-text.ts'
import { PhoneMenu } from './PhoneMenu.tsx'

const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36'
const menu = <PhoneMenu of="client" me={null} opened onClose={() => {}} onHelp={() => {}} />
const link = () => screen.queryByRole('link', { name: uiText('shell:openInApp') })

afterEach(() => {
  setNativePort(null)
  vi.restoreAllMocks()
})

test('the browser of a phone offers to open the page in the app', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  await renderPage(menu)
  expect(link()?.getAttribute('href')).toMatch(/^attune:\/\/open\//)
})

test('a computer does not offer it', async () => {
  await renderPage(menu)
  expect(screen.getByText(uiText('shell:logOut'))).toBeTruthy()
  expect(link()).toBeNull()
})

test('the app itself does not offer to open the app', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  setNativePort(new FakeDevice().port)
  await renderPage(menu)
  expect(screen.getByText(uiText('shell:logOut'))).toBeTruthy()
  expect(link()).toBeNull()
})
