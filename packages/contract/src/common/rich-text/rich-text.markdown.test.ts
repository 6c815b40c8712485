import fc from 'fast-check'
import { marked, type Token } from 'marked'
import { expect, test } from 'vitest'
import { toMarkdown } from './rich-text.markdown.ts'
import { arbitraryRichText } from './rich-text.testing.ts'
import { type Block, type Inline, type Mark, richTextFromPlain } from './rich-text.ts'
import type { RichText } from './rich-text.schemas.ts'

const signs = { strong: 'bold', em: 'italic', del: 'strike' } as const

const decoded = (text: string) =>
  text
    .replaceAll('&nbsp;', '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name: 'lt' | 'gt' | 'quot' | '#39' | 'amp') => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name],
    )

const within = (token: Token): Token[] => ('tokens' in token && token.tokens) || []

/** Returns the output of a Markdown renderer: each character except spaces, together with its formats. */
function rendered(tokens: readonly Token[], formats: string[] = []): string[] {
  return tokens.flatMap((token): string[] => {
    const more = (form: string, inside: readonly Token[] = within(token)) =>
      rendered(inside, [...formats, form].toSorted())
    const letters = (text: string) =>
      [...decoded(text).replaceAll(/\s+/gu, '')].map((one) => `${one} ${formats.join(' ')}`)
    if (token.type === 'list')
      return token.items.flatMap((item: Token) => more(token.ordered ? 'ol' : 'ul', within(item)))
    if (token.type === 'heading') return more(`h${token.depth}`)
    if (token.type === 'blockquote') return more('quote')
    if (token.type === 'hr') return [`--- ${formats.join(' ')}`]
    if (token.type === 'link') return more(token.href)
    if (token.type in signs) return more(signs[token.type as keyof typeof signs])
    if (token.type === 'escape') return letters(token.raw.slice(1))
    if (token.type === 'space' || token.type === 'br') return []
    if (token.type === 'paragraph' || (token.type === 'text' && within(token).length > 0))
      return rendered(within(token), formats)
    if (token.type === 'text') return letters(token.raw)
    return [`${token.type} ${token.raw}`]
  })
}

const formatOf = (mark: Mark) => (mark.type === 'link' ? mark.attrs.href : mark.type === 'underline' ? [] : mark.type)

/** Returns the characters and formats of the document itself, in the same notation as `rendered`. */
function expected(blocks: readonly Block[], formats: string[] = []): string[] {
  const letters = (text: string, more: string[] = []) =>
    [...text.replaceAll(/\s+/gu, '')].map((one) => `${one} ${[...formats, ...more].toSorted().join(' ')}`)
  const inline = (content: readonly Inline[] = [], more: string[] = []) =>
    content.flatMap((part) =>
      part.type === 'text' ? letters(part.text, [...more, ...(part.marks ?? []).flatMap(formatOf)]) : [],
    )
  return blocks.flatMap((block): string[] => {
    if (block.type === 'paragraph') return inline(block.content)
    if (block.type === 'heading') return inline(block.content, [`h${block.attrs.level}`])
    if (block.type === 'image') return letters(block.attrs.alt)
    if (block.type === 'horizontalRule') return [`--- ${formats.join(' ')}`]
    if (block.type === 'blockquote') return expected(block.content, [...formats, 'quote'].toSorted())
    if (block.type === 'checklist')
      return block.content.flatMap(({ attrs, content }) => {
        const inItem = [...formats, 'ul'].toSorted()
        return [`${attrs.checked ? '☑' : '☐'} ${inItem.join(' ')}`, ...expected(content, inItem)]
      })
    const list = block.type === 'orderedList' ? 'ol' : 'ul'
    return block.content.flatMap((item) => expected(item.content, [...formats, list].toSorted()))
  })
}

const read = (doc: RichText) => rendered(marked.lexer(toMarkdown(doc)))

/** Replaces strikethrough with underlining, because `marked`, unlike CommonMark, does not treat `~` next to `*` as punctuation. */
const withoutStrike = (doc: RichText) =>
  JSON.parse(JSON.stringify(doc).replaceAll('"strike"', '"underline"')) as RichText

test('any document renders from Markdown with the same characters and formats @slow', () => {
  fc.assert(
    fc.property(arbitraryRichText.map(withoutStrike), (doc) => {
      expect(read(doc)).toEqual(expected(doc.content))
    }),
    { numRuns: 200, seed: 20_261_120 },
  )
})

test('strikethrough renders alone, in bold text and inside a word', () => {
  const strike = (text: string, ...marks: Mark[]): Inline => ({
    type: 'text',
    text,
    marks: [...marks, { type: 'strike' }],
  })
  const word = (text: string): Inline => ({ type: 'text', text })
  for (const content of [
    [word('un'), strike('happy'), word('!')],
    [word('a '), strike(' b. ', { type: 'bold' }), word('c')],
    [word('a'), strike('b', { type: 'italic' }), word('c')],
  ]) {
    const doc: RichText = { type: 'doc', content: [{ type: 'paragraph', content }] }
    expect(read(doc)).toEqual(expected(doc.content))
  }
})

const lookalikes = [
  '# no heading',
  '## #',
  '1. no list',
  '12) no list',
  '- no list',
  '+ no list',
  '* no list',
  '> no quote',
  '---',
  '***',
  '===',
  '    no code',
  '\tno code',
  '```',
  '~~~',
  '`code`',
  '**bold**',
  '__bold__',
  '*it*',
  '_it_',
  'snake_case_word',
  '~~gone~~',
  '[link](https://example.org)',
  '![image](x.png)',
  '<b>bold</b>',
  '<script>alert(1)</script>',
  '<!-- gone -->',
  '&amp; &lt; &#35;',
  '| a | b |',
  ':--',
  '[ref]: https://example.org',
  '[^1]',
  'https://example.org/a_b_c',
  'www.example.org',
  'a_b@example.org',
  'ends with \\',
  '\\*',
  'two spaces  ',
  'Setext\n===',
  'Setext\n---',
  'a\r\nb',
  '$x$ ^y^',
  '- [ ] box',
]

test('text that looks like Markdown or HTML stays plain text, alone and within other text', () => {
  for (const text of lookalikes) {
    for (const doc of [
      richTextFromPlain(text),
      { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }] },
    ])
      expect(read(doc), text).toEqual(expected(doc.content))
  }
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...lookalikes), { maxLength: 6 }),
      fc.constantFrom(' ', '', '\n'),
      (parts, by) => {
        const doc = richTextFromPlain(parts.join(by))
        expect(read(doc)).toEqual(expected(doc.content))
      },
    ),
  )
})

test('a document with every block type becomes readable Markdown', () => {
  const text = (words: string, ...marks: Mark[]): Inline => ({ type: 'text', text: words, marks })
  const item = (words: string) => ({
    type: 'listItem' as const,
    content: [{ type: 'paragraph' as const, content: [text(words)] }],
  })
  const fileId = '0199f0de-0000-4000-8000-000000000001'
  const doc: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('The train from Altona')] },
      {
        type: 'paragraph',
        content: [
          text('I took the '),
          text('early ', { type: 'bold' }),
          text('train'),
          { type: 'hardBreak' },
          text('see here', { type: 'link', attrs: { href: 'https://example.org' } }),
        ],
      },
      { type: 'bulletList', content: [item('breathing before the call'), item('the window seat')] },
      { type: 'orderedList', content: [item('one'), item('two')] },
      { type: 'blockquote', content: [{ type: 'paragraph', content: [text('grey and very still')] }] },
      { type: 'image', attrs: { fileId, alt: 'The river' } },
    ],
  }
  expect(toMarkdown(doc, (id) => `files/${id}.jpg`)).toBe(`## The train from Altona

I took the **early** train\\
[see here](<https://example.org>)

- breathing before the call
- the window seat

1. one
2. two

> grey and very still

![The river](<files/${fileId}.jpg>)
`)
})
