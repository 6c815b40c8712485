// @vitest-environment node
import { expect, test } from 'vitest'
import { mailPage } from './mail-page.ts'

test('only the inline styles of an email change, into rules of one style element with the page’s nonce', () => {
  const html =
    '<html><head><title>T</title></head><body style="margin:0"><a href="/" style="color:red;font-family:&quot;A&quot;">Go</a></body></html>'
  expect(mailPage(html, 'n1')).toBe(
    '<html><head><title>T</title><style nonce="n1">[data-s="0"]{margin:0}[data-s="1"]{color:red;font-family:"A"}</style></head><body data-s="0"><a href="/" data-s="1">Go</a></body></html>',
  )
})

test('the content of an email cannot close the style element', () => {
  expect(mailPage('<p style="x:&lt;/style&gt;<b>">A</p>', 'n1')).not.toMatch(/<\/style>.*<\/style>/)
})

test('a style element of the email gets the nonce', () => {
  expect(mailPage('<head><style>p{color:red}</style></head><p>A</p>', 'n1')).toContain(
    '<style nonce="n1">p{color:red}</style>',
  )
})
