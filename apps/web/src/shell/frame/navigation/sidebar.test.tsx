import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSidebarOpen, useSidebar } from './use-sidebar.ts'

function TestPage() {
  const { open, toggle, drawer } = useSidebar()
  return (
    <>
      <button onClick={toggle}>toggle</button>
      <p>{open ? 'sidebar open' : 'sidebar closed'}</p>
      <p>{drawer ? 'drawer open' : 'drawer closed'}</p>
      <div contentEditable suppressContentEditableWarning data-testid="editor" />
    </>
  )
}
const press = (key: string, keys: Partial<KeyboardEventInit> = { ctrlKey: true }, on: Element = document.body) =>
  fireEvent.keyDown(on, { key, ...keys })

beforeEach(() => {
  document.cookie = 'attune-sidebar=; max-age=0; path=/'
  window.innerWidth = 1280
})

test('Ctrl or Cmd and B toggles the sidebar [2.22]', () => {
  render(<TestPage />)
  expect(screen.getByText('sidebar open')).toBeTruthy()
  press('b')
  expect(screen.getByText('sidebar closed')).toBeTruthy()
  press('B', { metaKey: true })
  expect(screen.getByText('sidebar open')).toBeTruthy()
  press('b', {})
  press('b', { ctrlKey: true, shiftKey: true })
  expect(screen.getByText('sidebar open')).toBeTruthy()
})

test('in an editor the same keys set bold text and do not toggle the sidebar', () => {
  render(<TestPage />)
  const editor = screen.getByTestId('editor')
  // jsdom does not compute `isContentEditable` from the attribute.
  Object.defineProperty(editor, 'isContentEditable', { value: true })
  press('b', { ctrlKey: true }, editor)
  expect(screen.getByText('sidebar open')).toBeTruthy()
})

test('below 768 px the keys toggle the drawer, at 768 px the sidebar [2.22, 9.14]', () => {
  window.innerWidth = 767
  render(<TestPage />)
  press('b')
  expect(screen.getByText('drawer open')).toBeTruthy()
  expect(screen.getByText('sidebar open')).toBeTruthy()
  press('b')
  window.innerWidth = 768
  press('b')
  expect(screen.getByText('drawer closed')).toBeTruthy()
  expect(screen.getByText('sidebar closed')).toBeTruthy()
})

test('the choice is stored in a cookie for 7 days [9.14]', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  render(<TestPage />)
  fireEvent.click(screen.getByText('toggle'))
  expect(written.mock.calls[0]?.[0]).toMatch(/^attune-sidebar=closed;.*max-age=604800/)
  written.mockRestore()
  document.cookie = 'attune-sidebar=closed; path=/'
  expect(readSidebarOpen()).toBe(false)
})
