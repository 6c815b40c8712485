import { Language } from '@attune/contract/common/text/text.schemas'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { resetPage } from '../testing/reset-page.ts'
import { uiText, uiTextIn } from '../testing/ui-text.ts'
import { OfflineBanner } from './OfflineBanner.tsx'

afterEach(resetPage)

test('without a connection, the banner says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderPage(<OfflineBanner />)
  await screen.findByText(uiText('common:offline.strip'))
})

test('the hidden banner stays hidden until the connection is lost again', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const setOnline = (value: boolean) =>
    act(() => {
      online.mockReturnValue(value)
      dispatchEvent(new Event(value ? 'online' : 'offline'))
    })
  await renderPage(
    <>
      <OfflineBanner />
      <main id="main" tabIndex={-1} />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: uiText('common:offline.hide') }))
  expect(screen.queryByText(uiText('common:offline.strip'))).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  setOnline(true)
  expect(screen.queryByText(uiText('common:offline.strip'))).toBeNull()
  setOnline(false)
  await screen.findByText(uiText('common:offline.strip'))
})

test.each(Language.options)(
  'the banner in %s does not say that a device keeps text, which only the editor knows',
  (language) => {
    for (const key of ['common:offline.strip', 'common:offline.stripMore'] as const)
      expect(uiTextIn(language, key)).not.toMatch(/device|Gerät|dispositivo|appareil/)
  },
)
