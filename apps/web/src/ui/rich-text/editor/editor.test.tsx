import { emptyRichText, plainTextOf, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText as Doc } from '@attune/contract/common/rich-text/rich-text.schemas'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef, useState, type Ref } from 'react'
import { expect, test, vi } from 'vitest'
import type { RichEditorHandle, RichEditorProps } from './editor-commands.ts'
import { TiptapEditor } from './TiptapEditor.tsx'
import { uiText } from '../../../testing/ui-text.ts'

const fileId = '0199f0de-0000-4000-8000-000000000001'

// Replaces layout functions that jsdom lacks.
document.elementFromPoint = () => null
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

type Given = Partial<RichEditorProps> & { start?: Doc; handle?: Ref<RichEditorHandle> }

function Page({ start = emptyRichText, handle, onChange, ...rest }: Given) {
  const [value, setValue] = useState(start)
  const take = (next: Doc) => {
    setValue(next)
    onChange?.(next)
  }
  return (
    <MantineProvider env="test">
      <TiptapEditor ref={handle} label="Entry" value={rest.value ?? value} {...rest} onChange={take} />
    </MantineProvider>
  )
}

/** Returns the text field of the editor. */
const page = () => screen.getByRole('textbox', { name: 'Entry' })
const button = (name: string) => screen.getByRole('button', { name })

function paste(data: Record<string, string>, files: File[] = []) {
  const clipboardData = {
    files,
    types: [...Object.keys(data), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type: string) => data[type] ?? '',
  }
  act(() => {
    fireEvent.paste(page(), { clipboardData })
  })
}

test('pasted HTML becomes a document, and the buttons show and change its format @slow', async () => {
  const onChange = vi.fn<(value: Doc) => void>()
  render(<Page onChange={onChange} />)
  paste({ 'text/html': '<p>early <b>train</b></p>', 'text/plain': 'early train' })
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(plainTextOf(onChange.mock.lastCall?.[0] as Doc)).toBe('early train')
  fireEvent.click(button('Heading'))
  await waitFor(() => expect(button('Heading').getAttribute('aria-pressed')).toBe('true'))
  expect(onChange.mock.lastCall?.[0].content[0]?.type).toBe('heading')
  fireEvent.click(button('Undo'))
  await waitFor(() => expect(onChange.mock.lastCall?.[0].content[0]?.type).toBe('paragraph'))
})

test('only a new document from outside replaces the text @slow', async () => {
  const onChange = vi.fn<(value: Doc) => void>()
  const drawn = render(<Page value={richTextFromPlain('one')} onChange={onChange} />)
  expect(page().textContent).toBe('one')
  drawn.rerender(<Page value={richTextFromPlain('two')} onChange={onChange} />)
  await waitFor(() => expect(page().textContent).toBe('two'))
  expect(onChange).not.toHaveBeenCalled()
})

test('pasted files go to the page, except the picture that comes with pasted text @slow', () => {
  const onFiles = vi.fn<(files: File[]) => void>()
  render(<Page onFiles={onFiles} />)
  const file = new File(['x'], 'river.jpg', { type: 'image/jpeg' })
  paste({ 'text/html': '<p>words</p>', 'text/plain': 'words' }, [file])
  expect(onFiles).not.toHaveBeenCalled()
  paste({}, [file])
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file])
})

test('pictures can be chosen with a button, and an inserted picture follows the text @slow', () => {
  const onFiles = vi.fn<(files: File[]) => void>()
  const handle = createRef<RichEditorHandle>()
  const onChange = vi.fn<(value: Doc) => void>()
  const { container, unmount } = render(
    <Page value={richTextFromPlain('one')} handle={handle} onFiles={onFiles} onChange={onChange} />,
  )
  const chooser = container.querySelector('input') as HTMLInputElement
  const opened = vi.spyOn(chooser, 'click')
  fireEvent.click(button(uiText('richText:tool.picture')))
  expect(opened).toHaveBeenCalledOnce()
  const file = new File(['x'], 'river.jpg', { type: 'image/jpeg' })
  fireEvent.change(chooser, { target: { files: [file] } })
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file])
  act(() => handle.current?.insertImage(fileId, 'The river'))
  expect(onChange.mock.lastCall?.[0].content.map(({ type }) => type).slice(0, 2)).toEqual(['paragraph', 'image'])
  unmount()
  render(<Page />)
  expect(screen.queryByRole('button', { name: uiText('richText:tool.picture') })).toBeNull()
})

test('typing after an inserted image continues behind it and keeps the image @slow', async () => {
  const handle = createRef<RichEditorHandle>()
  const onChange = vi.fn<(value: Doc) => void>()
  render(<Page value={richTextFromPlain('before')} handle={handle} onChange={onChange} />)
  act(() => handle.current?.insertImage(fileId, 'The river'))
  paste({ 'text/plain': 'behind' })
  const types = onChange.mock.lastCall?.[0].content.map(({ type }) => type)
  expect(types).toContain('image')
  expect(JSON.stringify(onChange.mock.lastCall?.[0])).toMatch(/image.*behind/)
})

test('an image is inserted and removed by its file id, and rendered by the page @slow', async () => {
  const handle = createRef<RichEditorHandle>()
  const onChange = vi.fn<(value: Doc) => void>()
  render(<Page handle={handle} onChange={onChange} image={(id, alt) => <img src={`/files/${id}`} alt={alt} />} />)
  act(() => handle.current?.insertImage(fileId, 'The river'))
  expect((await screen.findByAltText('The river')).getAttribute('src')).toBe(`/files/${fileId}`)
  expect(onChange.mock.lastCall?.[0].content).toContainEqual({ type: 'image', attrs: { fileId, alt: 'The river' } })
  act(() => handle.current?.dropImage(fileId))
  await waitFor(() => expect(screen.queryByAltText('The river')).toBeNull())
  expect(JSON.stringify(onChange.mock.lastCall?.[0])).not.toContain(fileId)
})

test('the toolbar is one Tab stop, moves with arrow keys and has a name', () => {
  render(<Page />)
  const bar = screen.getByRole('toolbar', { name: uiText('richText:toolbar', { label: 'Entry' }) })
  const stops = () => [...bar.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0)
  expect(stops()).toEqual([button('Bold')])
  button('Bold').focus()
  fireEvent.keyDown(button('Bold'), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(button('Italic'))
  fireEvent.keyDown(button('Italic'), { key: 'End' })
  expect(document.activeElement).toBe(button('Redo'))
  expect(stops()).toEqual([button('Redo')])
})

test('Ctrl+B in the text and in the toolbar sets bold text and does not reach the page @slow', async () => {
  const heard = vi.fn<(event: KeyboardEvent) => void>()
  addEventListener('keydown', heard)
  render(<Page />)
  fireEvent.keyDown(button('Italic'), { key: 'b', ctrlKey: true })
  await waitFor(() => expect(button('Bold').getAttribute('aria-pressed')).toBe('true'))
  fireEvent.keyDown(page(), { key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true })
  await waitFor(() => expect(button('Bold').getAttribute('aria-pressed')).toBe('false'))
  expect(heard.mock.calls.every(([event]) => event.defaultPrevented)).toBe(true)
  removeEventListener('keydown', heard)
})

test('characters are counted near the maximum, and too many are reported @slow', () => {
  const drawn = render(<Page value={richTextFromPlain('a'.repeat(80))} max={100} />)
  expect(screen.getByRole('status').textContent).toBe('')
  drawn.rerender(<Page value={richTextFromPlain('a'.repeat(95))} max={100} />)
  expect(screen.getByRole('status').textContent).toBe('95 of 100 characters')
  drawn.rerender(<Page value={richTextFromPlain('a'.repeat(101))} max={100} />)
  expect(screen.getByRole('status').textContent).toBe(uiText('richText:tooLong_one', { over: '1' }))
})

test('the link dialog sets a link and refuses addresses that are not allowed @slow', async () => {
  const onChange = vi.fn<(value: Doc) => void>()
  render(<Page onChange={onChange} />)
  fireEvent.click(button(uiText('richText:tool.link')))
  const field = await screen.findByRole('textbox', { name: uiText('richText:link.address') })
  fireEvent.change(field, { target: { value: 'javascript:alert(1)' } })
  fireEvent.click(button(uiText('richText:link.submit')))
  expect(await screen.findByText(uiText('richText:link.wrong'))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'example.org' } })
  fireEvent.click(button(uiText('richText:link.submit')))
  await waitFor(() =>
    expect(JSON.stringify(onChange.mock.lastCall?.[0])).toContain(
      '{"type":"link","attrs":{"href":"https://example.org/"}}',
    ),
  )
})

test('a new editor takes the focus, but not from a field in which the person has begun to type @slow', async () => {
  const { unmount } = render(<Page autofocus start={richTextFromPlain('A walk')} />)
  await waitFor(() => expect(document.activeElement).toBe(page()))
  unmount()
  const onFocus = vi.fn<() => void>()
  render(
    <>
      <input aria-label="Title" autoFocus />
      <div onFocus={onFocus}>
        <Page autofocus />
      </div>
    </>,
  )
  // After the editor is shown, Tiptap itself sets the focus, in a timer and an animation frame.
  await act(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
  expect(onFocus).not.toHaveBeenCalled()
})
