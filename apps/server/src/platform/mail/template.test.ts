import { Language } from '@attune/contract/common/text/text.schemas'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translate } from '../text/translations.ts'
import { renderMail } from './template.ts'

const link = 'https://practice.test/dashboard/client/sessions/session-details?id=5a1f4b7e'
const render = (language: Language) =>
  renderMail({
    to: 'ana@practice.test',
    sender: { name: 'Lindqvist', address: '', isNeutral: false },
    settingsLink: null,
    kind: 'session-reminder',
    language,
    name: 'Ana',
    link,
    words: { when: 'Monday', day: 'Mon 21 Dec' },
    code: null,
    calendar: [],
  })

test('the button of an email has the green of the main buttons in the web app', async () => {
  const theme = readFileSync(join(import.meta.dirname, '../../../../web/src/ui/theme.ts'), 'utf8')
  const shades = /const sage[^[]*= \[([^\]]*)\]/.exec(theme)?.[1]?.match(/#[0-9a-f]{6}/g)
  const main = shades?.[Number(/primaryShade: (\d)/.exec(theme)?.[1])]
  const { html } = await render('en')
  const button = /<a href="[^"]*" class="button" style="([^"]*)"/.exec(html)?.[1] ?? html
  expect(button).toContain(`background-color:${main}`)
})

test.each(Language.options)(
  'an email in %s hides the address behind words, and its text version shows it',
  async (language) => {
    const { html, text } = await render(language)
    const shown = html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').replaceAll('&#x27;', "'")
    expect(shown).not.toContain('https://')
    expect(shown).toContain(translate(language, 'mail.linkHint'))
    expect(html.split(`href="${link}"`)).toHaveLength(3)
    expect(text).toContain(link)
  },
)
