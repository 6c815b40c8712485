import { createElement as h } from 'react'
import { translate } from '../translations.ts'
import type { MailContent } from './mail-content.ts'

const ink = '#26332d'
const quiet = '#5d6b64'
const sage = '#4f6f5f'

const styles = {
  body: { backgroundColor: '#f6f8f6', fontFamily: 'Helvetica, Arial, sans-serif', margin: 0, padding: '24px 0' },
  box: { backgroundColor: '#ffffff', borderRadius: '12px', maxWidth: '520px', padding: '32px 36px' },
  mark: { color: sage, fontSize: '15px', fontWeight: 600, letterSpacing: '0.02em', margin: '0 0 20px' },
  text: { color: ink, fontSize: '16px', lineHeight: '26px', margin: '0 0 16px' },
  code: {
    backgroundColor: '#eef3ef',
    borderRadius: '8px',
    color: ink,
    fontSize: '20px',
    letterSpacing: '0.12em',
    margin: '0 0 20px',
    padding: '12px 16px',
  },
  button: {
    backgroundColor: sage,
    borderRadius: '8px',
    color: '#ffffff',
    display: 'inline-block',
    fontSize: '16px',
    margin: '8px 0 24px',
    padding: '12px 22px',
    textDecoration: 'none',
  },
  small: { color: quiet, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' },
  link: { color: sage, fontSize: '13px', lineHeight: '20px', wordBreak: 'break-all' as const },
  line: { borderColor: '#e1e8e3', margin: '24px 0 16px' },
}

/** Turns line breaks into <br>, because a list of dates has one date per line. */
const linesOf = (paragraph: string) =>
  paragraph.split('\n').flatMap((line, number) => (number ? [h('br', { key: number }), line] : [line]))

export type RenderedMail = { subject: string; text: string; html: string }

/** Renders an email in the recipient's language, as text and as HTML without external resources. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const { language, kind, words, link, code } = content
  const say = (part: string, params = words) => translate(language, `mail.${part}`, params)
  const subject = say(`${kind}.subject`)
  const greeting = content.name ? say('greeting', { name: content.name }) : say('greetingPlain')
  const paragraphs = [greeting, ...say(`${kind}.text`).split('\n\n')]
  // In an email with a code, the button follows the second paragraph. The later paragraphs explain the code, which the button does not
  // need.
  const [before, after] = code ? [paragraphs.slice(0, 2), paragraphs.slice(2)] : [paragraphs, []]
  const codeLine = code ? say(`${kind}.code`, { code }) : null
  const closing = code ? say(`${kind}.until`) : null
  const button = say(`${kind}.button`)
  const footer = say('footer')
  const text = [...before, `${button}:\n${link}`, ...after, codeLine, closing, `--\n${footer}`]
    .filter((part) => part !== null)
    .join('\n\n')

  // Loads these modules with the first email, because a server that renders no email does not need them.
  const { Body, Button, Container, Head, Hr, Html, Link, Preview, Text, render } =
    await import('@react-email/components')
  const html = await render(
    h(
      Html,
      { lang: language },
      h(Head, null, h('title', null, subject)),
      h(Preview, null, paragraphs[1] ?? subject),
      h(
        Body,
        { style: styles.body },
        h(
          Container,
          { style: styles.box },
          h(Text, { style: styles.mark }, 'Attune'),
          ...before.map((paragraph) => h(Text, { key: paragraph, style: styles.text }, ...linesOf(paragraph))),
          h(Button, { href: link, style: styles.button }, button),
          ...after.map((paragraph) => h(Text, { key: paragraph, style: styles.text }, paragraph)),
          codeLine && h(Text, { style: styles.code }, codeLine),
          closing && h(Text, { style: styles.text }, closing),
          h(Text, { style: styles.small }, say('linkHint')),
          h(Link, { href: link, style: styles.link }, link),
          h(Hr, { style: styles.line }),
          h(Text, { style: styles.small }, footer),
        ),
      ),
    ),
  )
  return { subject, text, html }
}
