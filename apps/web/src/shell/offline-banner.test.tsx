import { Language } from '@attune/contract/common/text/text.schemas'
import { screen } from '@testing-library/react'
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

test.each(Language.options)(
  'the banner in %s does not say that a device keeps text, which only the editor knows',
  (language) => {
    expect(uiTextIn(language, 'common:offline.strip')).not.toMatch(/device|Gerät|dispositivo|appareil/)
  },
)
