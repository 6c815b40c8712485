import type { ApiAccess } from '@attune/contract/features/practice/api-access/api-access'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { AllowedOriginSettings } from './AllowedOriginSettings.tsx'
import { PublicKeySettings } from './PublicKeySettings.tsx'
import { RequestLimitSettings } from './RequestLimitSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

const text = (key: string, values?: Record<string, string>) => uiText(`apiAccess:${key}` as never, values as never)
const access: ApiAccess = {
  origins: [],
  isEnforced: true,
  limits: [{ group: 'writes', limit: 300, requests: 12_345, refused: 3, highest: 280 }],
}

function serve(answers: Record<string, (input: never) => unknown> = {}) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', email: 'ada@practice.test', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'apiAccess/get': () => access,
    ...answers,
  } as never)
  return { of: inputsOf }
}

test('before and after a second rotation within 24 hours, the dialog says that the oldest key ends [2.07] @slow', async () => {
  document.head.innerHTML = '<meta name="attune-key" content="pk_old">'
  const since = '2026-11-20T10:00:00.000Z'
  const until = '2026-11-21T10:00:00.000Z'
  serve({
    'administration/publicKey': () => ({ key: 'pk_two', since, previousUntil: until, oldestEndedAt: null }),
    'administration/rotatePublicKey': () => ({ key: 'pk_three', since, previousUntil: until, oldestEndedAt: since }),
  })
  await renderPage(<PublicKeySettings />)
  await screen.findByText(/The previous key works until/)
  fireEvent.click(screen.getByRole('button', { name: text('key.rotate') }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/It stops working immediately/)
  fireEvent.click(within(dialog).getByRole('button', { name: text('rotating.submit') }))
  await screen.findByText(text('rotated.endedOldest'))
  expect(document.querySelector('meta[name="attune-key"]')?.getAttribute('content')).toBe('pk_three')
  expect(await screen.findByText('pk_three')).toBeTruthy()
})

test('only an origin without a path is allowed, as a copied address is reduced to [2.07]', async () => {
  const calls = serve({ 'apiAccess/allowOrigin': () => ({ ...access, origins: ['https://app.example'] }) })
  await renderPage(<AllowedOriginSettings />)
  await screen.findByText(text('origins.none'))
  screen.getByText('capacitor://localhost')
  const field = screen.getByLabelText(text('origins.label'))
  const add = screen.getByRole('button', { name: text('origins.add') })
  fireEvent.change(field, { target: { value: 'https://app.example/path' } })
  fireEvent.click(add)
  await screen.findByText(text('origins.problem.HAS_PATH'))
  fireEvent.change(field, { target: { value: 'https://App.example/' } })
  fireEvent.click(add)
  await screen.findByRole('button', { name: text('origins.removeOf', { origin: 'https://app.example' }) })
  expect(calls.of('apiAccess/allowOrigin')).toEqual([{ origin: 'https://app.example' }])
})

test('an origin that is one too many is kept in the field, with the reason [2.07]', async () => {
  serve({ 'apiAccess/allowOrigin': () => refusalResponse(409, 'LIMIT_REACHED', { limit: 20 }) })
  await renderPage(<AllowedOriginSettings />)
  const field = (await screen.findByLabelText(text('origins.label'))) as HTMLInputElement
  fireEvent.change(field, { target: { value: 'https://app.example' } })
  fireEvent.click(screen.getByRole('button', { name: text('origins.add') }))
  await screen.findByText(text('origins.full'))
  expect(field.value).toBe('https://app.example')
})

test('a limit shows its use and is saved within its bounds [2.07]', async () => {
  const calls = serve({
    'apiAccess/saveLimit': ({ limit }: { limit: number }) => ({
      ...access,
      limits: access.limits.map((one) => ({ ...one, limit })),
    }),
  })
  await renderPage(<RequestLimitSettings />)
  const field = (await screen.findByLabelText(text('limits.group.writes'))) as HTMLInputElement
  screen.getByText(/12,345 requests, 3 refused, at most 280/)
  fireEvent.change(field, { target: { value: '5' } })
  await screen.findByText(text('limits.bounds', { min: '60', max: '5,000' }))
  fireEvent.blur(field)
  fireEvent.change(field, { target: { value: '400' } })
  fireEvent.blur(field)
  await waitFor(() => expect(calls.of('apiAccess/saveLimit')).toEqual([{ group: 'writes', limit: 400 }]))
  await waitFor(() => expect(field.value).toBe('400'))
})
