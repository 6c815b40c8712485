import { afterEach, expect, test, vi } from 'vitest'
import { removePage } from './remove-page.ts'

const flushObservers = () => new Promise<void>((resolve) => queueMicrotask(resolve))
afterEach(() => {
  document.body.replaceChildren()
  document.title = ''
})

function openPage() {
  document.body.innerHTML =
    '<div id="root"><input id="field"><div id="list"></div></div><div id="dialog"></div><div id="host"></div>'
  const find = (id: string) => document.getElementById(id) as HTMLInputElement
  return { root: find('root'), field: find('field'), dialog: find('dialog'), host: find('host') }
}

test('the page and what is added to it leave the document, and come back in their order with text, focus and scroll position', async () => {
  const { root, field, dialog, host } = openPage()
  const scrolledTo = vi.fn()
  root.scrollTop = 120
  root.scrollTo = scrolledTo as typeof root.scrollTo
  vi.stubGlobal('scrollTo', vi.fn())
  field.value = 'half a sentence'
  field.focus()
  const putBack = removePage(host)
  expect([...document.body.children]).toEqual([host])
  const message = document.createElement('div')
  document.body.append(message)
  await flushObservers()
  expect([...document.body.children]).toEqual([host])
  field.value += ' more'
  host.remove()
  putBack()
  expect([...document.body.children]).toEqual([root, dialog, message])
  expect(field.value).toBe('half a sentence more')
  expect(document.activeElement).toBe(field)
  expect(scrolledTo).toHaveBeenCalledWith({ top: 120, left: 0 })
  vi.unstubAllGlobals()
})

test('the styles of the theme, which are within the page, apply while it is removed', () => {
  const { root, host } = openPage()
  vi.stubGlobal('scrollTo', vi.fn())
  root.insertAdjacentHTML('beforeend', '<style data-mantine-styles>:root { --text: black }</style>')
  const styles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent)
  const before = styles()
  const putBack = removePage(host)
  expect(styles()).toEqual(before)
  host.remove()
  putBack()
  expect(styles()).toEqual(before)
  expect(root.querySelector('style')).not.toBeNull()
  vi.unstubAllGlobals()
})

test('the title names nobody while the page is removed, and then is the one that the page wants', async () => {
  const { host } = openPage()
  vi.stubGlobal('scrollTo', vi.fn())
  document.title = 'Clara Brand'
  const putBack = removePage(host)
  expect(document.title).toBe('Attune')
  document.title = 'Leo Brandt'
  await flushObservers()
  expect(document.title).toBe('Attune')
  putBack()
  expect(document.title).toBe('Leo Brandt')
  vi.unstubAllGlobals()
})
