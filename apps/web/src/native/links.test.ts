import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observedLock } from '../platform/auth/use-auth.ts'
import { FakeDevice } from '../platform/native/fake-port.testing.ts'
import { takeRedirectAfterLogin } from '../platform/login/redirect-after-login.ts'
import { router } from '../router.ts'
import { followLinks, pathOfLink } from './links.ts'

beforeEach(() => router.history.replace('/'))
afterEach(() => {
  vi.restoreAllMocks()
  takeRedirectAfterLogin()
  router.history.replace('/')
})

test.each([
  ['attune://open/dashboard/client/tasks?view=board#today', '/dashboard/client/tasks?view=board#today'],
  ['attune://open/dashboard', '/dashboard'],
  ['attune://open/dashboard/../setup', null],
  ['attune://open//evil.example/dashboard', null],
  ['attune://open/onboarding', null],
  ['attune://signed-in?code=1', null],
  ['https://practice.example/dashboard', null],
])('the link %s opens %s', (address, path) => {
  expect(pathOfLink(address)).toBe(path)
})

test('a link that starts the app opens its page, also after a sign-in', async () => {
  const device = new FakeDevice()
  device.startAddress = 'attune://open/dashboard/client/tasks'
  await followLinks(device.port)
  expect(router.history.location.href).toBe('/dashboard/client/tasks')
  expect(takeRedirectAfterLogin()).toBe('/dashboard/client/tasks')
})

test('a sign-in that ends and an invitation reach the screens that wait for them', async () => {
  const device = new FakeDevice()
  const links = await followLinks(device.port)
  device.openAddress('attune://signed-in?code=abc')
  device.openAddress('attune://join?address=practice.example')
  device.openAddress('attune://something-else')
  expect([links.code.get(), links.join.get()]).toEqual(['abc', 'practice.example'])
})

test('the back button closes a dialog, then goes back, then leaves the app', async () => {
  const device = new FakeDevice()
  await followLinks(device.port)
  router.history.push('/dashboard/client/tasks')
  const dialog = document.createElement('div')
  dialog.role = 'dialog'
  document.body.append(dialog)
  const keys: string[] = []
  dialog.addEventListener('keydown', ({ key }) => keys.push(key))
  device.goBack()
  dialog.remove()
  expect(keys).toEqual(['Escape'])
  expect(router.history.location.pathname).toBe('/dashboard/client/tasks')
  const back = vi.spyOn(router.history, 'back').mockImplementation(() => {})
  device.goBack()
  expect(back).toHaveBeenCalledOnce()
  vi.spyOn(router.history, 'canGoBack').mockReturnValue(false)
  device.goBack()
  expect(device.hasLeft).toBe(true)
})

test('the back button leaves a locked app, whose page stays covered', async () => {
  const device = new FakeDevice()
  await followLinks(device.port)
  router.history.push('/dashboard/client/tasks')
  const back = vi.spyOn(router.history, 'back')
  observedLock.set(true)
  device.goBack()
  observedLock.set(false)
  expect([device.hasLeft, back.mock.calls.length]).toEqual([true, 0])
})
