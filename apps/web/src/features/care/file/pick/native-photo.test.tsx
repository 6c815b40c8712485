import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeDevice } from '../../../../platform/native/fake-port.testing.ts'
import { setNativePort } from '../../../../platform/native/port.ts'
import { setTransport } from '../../../../platform/api/transport.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { NativeShareFileButton } from '../../../../ui/file/NativeShareFileButton.tsx'
import { ServerPicture } from '../../../../ui/file/ServerPicture.tsx'
import { saveText } from '../../../../ui/file/save-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { TakePhotoButton } from './TakePhotoButton.tsx'

let device: FakeDevice
beforeEach(() => {
  device = new FakeDevice()
  setNativePort(device.port)
  setTransport({
    send: () => Promise.reject(new TypeError('not used')),
    liveAddress: () => '',
    socketAddress: (path) => path,
    address: async (path) => `https://practice.example${path}?pass=x`,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setNativePort(null)
  setTransport(null)
})

test('a photo from the camera is added like a chosen file, and a denied camera adds none', async () => {
  const photos: File[] = []
  await renderPage(
    <>
      <Toasts />
      <TakePhotoButton disabled={false} onPhoto={(photo) => photos.push(photo)} />
    </>,
  )
  const button = await screen.findByRole('button', { name: uiText('file:takePhoto') })
  fireEvent.click(button)
  await waitFor(() => expect(button).not.toHaveProperty('disabled', true))
  expect(photos).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  device.features.photo = new Blob(['a photo'], { type: 'image/jpeg' })
  fireEvent.click(button)
  await waitFor(() => expect(photos).toHaveLength(1))
  expect(photos[0]).toMatchObject({ type: 'image/jpeg', name: expect.stringMatching(/^photo-[\d-]+\.jpg$/) })
})

test('a picture of the server is loaded by an address with its own right', async () => {
  await renderPage(<ServerPicture path="/api/storage/business-logo/1" alt="Logo" />)
  const picture = await screen.findByAltText('Logo')
  await waitFor(() =>
    expect(picture.getAttribute('src')).toBe('https://practice.example/api/storage/business-logo/1?pass=x'),
  )
})

test('an invoice is shared under the name that the server gives it, and a closed share sheet says nothing', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('pdf', { headers: { 'content-disposition': 'attachment; filename="invoice-7.pdf"' } })
  })
  await renderPage(
    <>
      <Toasts />
      <NativeShareFileButton path="/api/invoice/7/pdf" name="PDF" />
    </>,
  )
  const button = await screen.findByRole('button', { name: 'Share: PDF' })
  fireEvent.click(button)
  await waitFor(() => expect(device.features.shared).toHaveLength(1))
  expect(asked).toEqual(['https://practice.example/api/invoice/7/pdf?pass=x'])
  expect(device.features.shared[0]?.file?.name).toBe('invoice-7.pdf')
  device.features.cancelsSharing = true
  fireEvent.click(button)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(screen.queryByText(uiText('common:shareFailed'))).toBeNull()
  vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
  fireEvent.click(button)
  expect(await screen.findByText(uiText('common:shareFailed'))).toBeTruthy()
})

test('a text that a browser would download goes to the share sheet', async () => {
  saveText('clients.csv', 'a;b', 'text/csv')
  await waitFor(() => expect(device.features.shared.map(({ file }) => file?.name)).toEqual(['clients.csv']))
})
