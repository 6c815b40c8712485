import { type Block, isAllowedHref, plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { RichText as Schema, type RichText as Doc } from '@attune/contract/common/rich-text/rich-text.schemas'
import { arbitraryRichText } from '@attune/contract/common/rich-text/rich-text.testing'
import { hostileHrefs, hostileMarkup } from '@attune/contract/common/rich-text/rich-text.payloads.testing'
import { DOMParser as Reader, Node } from '@tiptap/pm/model'
import { getSchema } from '@tiptap/core'
import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeHref } from './editor/editor-commands.ts'
import { sanitizePastedHtml } from './paste/paste.ts'
import { ImageExtension, richTextExtensions } from './editor/extensions.ts'
import { toRichText } from './to-rich-text.ts'
import { RichTextView } from './RichTextView.tsx'
import { uiText } from '../../testing/ui-text.ts'

const schema = getSchema([
  ...richTextExtensions(
    () => '',
    () => '',
  ),
  ImageExtension,
])
const fileId = '0199f0de-0000-4000-8000-000000000001'
const paragraph = (text: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
})
const doc = (...content: unknown[]) => ({ type: 'doc', content }) as Doc
const through = (value: Doc) => toRichText(Node.fromJSON(schema, value).toJSON())

/** Parses pasted HTML with the browser's parser and the editor's schema. */
function pasted(html: string): Doc {
  const page = new DOMParser().parseFromString(sanitizePastedHtml(html), 'text/html')
  return toRichText(Reader.fromSchema(schema).parse(page.body).toJSON())
}

test('any value is reduced to what the contract accepts @slow', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), arbitraryRichText), (value) => {
      const reduced = toRichText(value)
      expect(Schema.safeParse(reduced).success).toBe(true)
      expect(toRichText(reduced)).toEqual(reduced)
    }),
  )
})

test('a document keeps its text through the editor and is stable after that @slow', () => {
  fc.assert(
    fc.property(arbitraryRichText, (value) => {
      const once = through(value)
      expect(plainTextOf(once)).toBe(plainTextOf(value))
      expect(Schema.safeParse(once).success).toBe(true)
      expect(through(once)).toEqual(once)
    }),
  )
})

test('blocks that are nested too deep move up and keep their text', () => {
  let deep: unknown = paragraph('the deepest')
  for (let depth = 0; depth < 12; depth++)
    deep = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(`at ${depth}`), deep] }] }
  const reduced = toRichText(doc(deep))
  expect(Schema.safeParse(reduced).success).toBe(true)
  for (const text of ['the deepest', 'at 0', 'at 11']) expect(plainTextOf(reduced)).toContain(text)
})

test('the renderer outputs each format as an element, safe links, and images as the page renders them', () => {
  const value = doc(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Train' }] },
    paragraph('bold', { type: 'bold' }, { type: 'link', attrs: { href: 'https://example.org/' } }),
    { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('one')] }] },
    { type: 'blockquote', content: [paragraph('grey')] },
    { type: 'image', attrs: { fileId, alt: 'The river' } },
    { type: 'horizontalRule' },
  )
  const drawn = render(<RichTextView value={value} />)
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Train')
  const link = screen.getByRole('link', { name: 'bold' })
  expect(link.getAttribute('href')).toBe('https://example.org/')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.querySelector('strong') ?? link.closest('strong')).toBeTruthy()
  expect(screen.getByText(uiText('richText:imageOf', { alt: 'The river' }))).toBeTruthy()
  expect(drawn.container.querySelectorAll('ol > li, blockquote, hr')).toHaveLength(3)
  drawn.rerender(<RichTextView value={value} image={(id, alt) => <img src={`/files/${id}`} alt={alt} />} />)
  expect(screen.getByAltText('The river').getAttribute('src')).toBe(`/files/${fileId}`)
})

test('three hundred attacks are rendered as plain text @slow', () => {
  const allowed = new Set(['DIV', 'P', 'BR'])
  for (const text of hostileMarkup) {
    const { container, unmount } = render(<RichTextView value={doc(paragraph(text))} />)
    expect(container.textContent).toBe(text)
    expect([...container.querySelectorAll('*')].every(({ tagName }) => allowed.has(tagName))).toBe(true)
    unmount()
  }
  for (const href of hostileHrefs) {
    const { container, unmount } = render(
      <RichTextView value={doc(paragraph('x', { type: 'link', attrs: { href } }))} />,
    )
    expect(container.querySelector('a'), href).toBeNull()
    unmount()
  }
})

test('pasted HTML keeps its text and only the supported formats', () => {
  expect(
    pasted(`<meta charset="utf-8"><style>p{color:red}</style><script>alert(1)</script>
      <h1 style="color:red" onclick="alert(1)">Train</h1>
      <p class="MsoNormal">I took <b>the</b> <i>early</i> <span style="font-family:x">one</span>.</p>
      <ul><li>a<ul><li>b</li></ul></li></ul>
      <ol start="20"><li>c</li></ol>
      <a href="https://example.org/">site</a> <a href="javascript:alert(1)">trap</a>
      <img src="https://evil.example/pixel.gif" alt="pixel"><table><tbody><tr><td>d</td><td>e</td></tr><tr><th>next row</th></tr></tbody></table>
      <pre><code>f</code></pre><iframe src="https://evil.example"></iframe>`),
  ).toEqual(
    doc(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Train' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'I took ' },
          { type: 'text', text: 'the', marks: [{ type: 'bold' }] },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'early', marks: [{ type: 'italic' }] },
          { type: 'text', text: ' one.' },
        ],
      },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph('a'),
              { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('b')] }] },
            ],
          },
        ],
      },
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('c')] }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'site', marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] },
          { type: 'text', text: ' trap' },
        ],
      },
      paragraph('d e'),
      paragraph('next row'),
      paragraph('f'),
    ),
  )
})

test('attributes that the content policy refuses are removed before parsing, and bold with normal weight is ignored', () => {
  expect(
    sanitizePastedHtml('<p onclick="alert(1)" style=\'color:red\' class="x" onload=go()>style="mine" onclick=1</p>'),
  ).toBe('<p class="x">style="mine" onclick=1</p>')
  expect(pasted('<b style="font-weight:normal;" id="docs-1"><p>plain <b>bold</b></p></b>').content).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'plain ' },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
      ],
    },
  ])
})

test('no pasted attack leaves a format, a link or an image that the contract refuses @slow', () => {
  const links = hostileHrefs.map((href) => `<a href="${href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">x</a>`)
  const hrefsOf = (value: unknown): string[] =>
    [...JSON.stringify(value).matchAll(/"href":("(?:[^"\\]|\\.)*")/g)].map(
      ([, href]) => JSON.parse(href as string) as string,
    )
  for (const html of [...hostileMarkup, ...links, hostileMarkup.join('')]) {
    const value = pasted(html)
    expect(Schema.safeParse(value).success, html).toBe(true)
    expect(hrefsOf(value).every(isAllowedHref), html).toBe(true)
    expect(value.content.some(({ type }: Block) => type === 'image')).toBe(false)
  }
})

test('a typed address is completed to the intended URL', () => {
  for (const [typed, href] of [
    ['example.org', 'https://example.org/'],
    [' https://example.org/a b ', 'https://example.org/a%20b'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['nora@example.org', 'mailto:nora@example.org'],
    ['+49 40 / 123', 'tel:+4940123'],
    ['+49 (40) 123-4', 'tel:+49401234'],
    ['112', 'tel:112'],
    ['mailto:nora@example.org', 'mailto:nora@example.org'],
  ] as const)
    expect(completeHref(typed)).toBe(href)
  for (const typed of ['javascript:alert(1)', 'data:text/html,x', ''])
    expect(isAllowedHref(completeHref(typed)), typed).toBe(false)
})
