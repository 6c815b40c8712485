import type { MailKind } from '@attune/contract/features/notification'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emailKinds } from './emails.ts'
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** The type check fails here if a kind of email has no text in one of the languages. */
const texts = [de.mail, en.mail, es.mail, fr.mail] satisfies Record<
  MailKind,
  { subject: string; text: string; button: string }
>[]

test('the button of every email links to an existing page', () => {
  const routes = join(import.meta.dirname, '../../web/src/routes')
  const hasPage = (path: string) =>
    [path, path.replace(/(?<=dashboard\/)\w+/, '$userType')]
      .flatMap((one) => [`${one}.tsx`, join(one, 'index.tsx'), join(one, 'route.tsx')])
      .some((file) => existsSync(join(routes, file)))
  const missing = Object.entries(emailKinds).filter(([, { path }]) => !hasPage(path))
  expect(missing.map(([kind, { path }]) => `${kind} ${path}`)).toEqual([])
})

test('every kind of email has a subject, a text and a button in every language', () => {
  const parts = texts.flatMap((mail) =>
    (Object.keys(emailKinds) as MailKind[]).flatMap((kind) => [mail[kind].subject, mail[kind].text, mail[kind].button]),
  )
  expect(parts.filter((part) => !part.trim())).toEqual([])
})
