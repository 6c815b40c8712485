import { createElement as h } from 'react'
import { translate } from '../text/translations.ts'
import type { MailContent } from './mail-content.ts'
import { darkStyles, styles } from './template-styles.ts'

/** Turns line breaks into <br>, because a list of dates has one date per line. */
const linesOf = (paragraph: string) =>
  paragraph.split('\n').flatMap((line, number) => (number ? [h('br', { key: number }), line] : [line]))

export type RenderedMail = { subject: string; text: string; html: string }

/** The texts of an email in the recipient's language, in the order in which the email shows them. */
type Texts = {
  subject: string
  /** The line that the recipient's list of emails shows under the subject. */
  preview: string
  /** The paragraphs above the button. */
  before: string[]
  /** The text of the button; null for an email without one. */
  button: string | null
  /** The paragraphs below the button. */
  after: string[]
  /** The line with the code; null without a code. */
  code: string | null
  /** The line that says how long the code is valid; null without a code. */
  closing: string | null
  /** The text of the link that replaces a button which does not work. */
  linkHint: string
  /** The lines below the horizontal line with the name and the postal address of the sender; empty without an address. */
  sender: string[]
  /** The text of the link to the settings. */
  settings: string
  /** The last line. */
  footer: string
}

/** Returns the texts of an email. In a neutral email, sender, subject and preview name neither the practice nor the topic. */
function textsOf({ language, kind, words, name, code, sender, link, isForGuardian }: MailContent): Texts {
  const params: Record<string, string> = { ...words, sender: sender.name }
  const say = (part: string, more = params) => translate(language, `mail.${part}`, more).trim()
  const forGuardian = isForGuardian ? 'For' : ''
  const greeting = name ? say('greeting', { ...params, name }) : say('greetingPlain')
  const paragraphs = [greeting, ...say(`${kind}.text${forGuardian}`).split('\n\n')]
  // In an email with a code, the button follows the second paragraph. The later paragraphs explain the code, which people who use the
  // button do not need.
  const before = code ? paragraphs.slice(0, 2) : paragraphs
  const neutralSubject = say(words.day ? 'discreet.day' : 'discreet.subject')
  return {
    subject: sender.isNeutral ? neutralSubject : say(`${kind}.subject${forGuardian}`),
    preview: sender.isNeutral ? say('discreet.preview') : (paragraphs[1] ?? ''),
    before,
    button: link ? say(`${kind}.button`) : null,
    after: paragraphs.slice(before.length),
    code: code ? say(`${kind}.code`, { ...params, code }) : null,
    closing: code ? say(`${kind}.until`) : null,
    linkHint: say('linkHint'),
    sender: sender.address ? [sender.name, ...sender.address.split('\n')] : [],
    settings: say('settings'),
    footer: say('footer'),
  }
}

/** Renders an email in the recipient's language, as text and as HTML without external resources. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const texts = textsOf(content)
  const { link, settingsLink } = content
  const text = [
    ...texts.before,
    texts.button && `${texts.button}:\n${link}`,
    ...texts.after,
    texts.code,
    texts.closing,
    ['--', ...texts.sender, settingsLink && `${texts.settings}: ${settingsLink}`, texts.footer]
      .filter(Boolean)
      .join('\n'),
  ]
    .filter((part) => part !== null)
    .join('\n\n')
  return { subject: texts.subject, text, html: await renderHtml(content, texts) }
}

/**
 * Loads the parts of an email with the first email, because a server that renders no email does not need them. Loads each part from its own package,
 * because the package with all parts also loads Tailwind and a syntax highlighter, which takes five times as long.
 */
async function loadParts() {
  const parts = await Promise.all([
    import('@react-email/body'),
    import('@react-email/button'),
    import('@react-email/container'),
    import('@react-email/head'),
    import('@react-email/hr'),
    import('@react-email/html'),
    import('@react-email/link'),
    import('@react-email/preview'),
    import('@react-email/text'),
    import('@react-email/render'),
  ])
  const [body, button, container, head, hr, html, link, preview, text, rendering] = parts
  return { ...body, ...button, ...container, ...head, ...hr, ...html, ...link, ...preview, ...text, ...rendering }
}

async function renderHtml({ language, link, settingsLink, sender }: MailContent, texts: Texts): Promise<string> {
  const { Body, Button, Container, Head, Hr, Html, Link, Preview, Text, render } = await loadParts()
  const { subject, preview, before, button, after, code, closing, linkHint, footer } = texts
  const part = (name: keyof typeof styles) => ({ style: styles[name], className: name })
  const paragraph = (words: string) => h(Text, { key: words, ...part('text') }, ...linesOf(words))
  return render(
    h(
      Html,
      { lang: language },
      h(
        Head,
        null,
        h('title', null, subject),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('style', null, darkStyles),
      ),
      h(Preview, null, preview),
      h(
        Body,
        part('body'),
        h(
          Container,
          part('box'),
          h(Text, part('mark'), sender.name),
          ...before.map(paragraph),
          link && h(Button, { href: link, ...part('button') }, button),
          ...after.map(paragraph),
          code && h(Text, part('code'), code),
          closing && h(Text, part('text'), closing),
          // The address is long and means nothing to a person, so the HTML shows these words as a link. The text version shows the address.
          link && h(Text, part('small'), h(Link, { href: link, ...part('link') }, linkHint)),
          h(Hr, part('line')),
          texts.sender.length > 0 && h(Text, part('small'), ...linesOf(texts.sender.join('\n'))),
          settingsLink && h(Text, part('small'), h(Link, { href: settingsLink, ...part('link') }, texts.settings)),
          h(Text, part('small'), footer),
        ),
      ),
    ),
  )
}
