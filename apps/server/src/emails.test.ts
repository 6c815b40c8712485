import { mailAudience, type MailKind } from '@attune/contract/features/messages/notification/notification'
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

/**
 * Beginnings of words that reveal that the practice treats health problems. Emails to therapists and admins may contain
 * these words, because these emails are about their own work.
 */
const healthWords =
  /thera|th[ée]ra|terap|psych|psic|clini|klini|patient|pacient|diagnos|sympt|krank|malad|enferm|depress|d[ée]press|anxi|angst|journal|tagebuch|diario|question|fragebogen|cuestionario|safety|krise|crisis|score/i

const ofTherapistsAndAdmins = (kind: MailKind) =>
  kind in mailAudience && !(mailAudience[kind as keyof typeof mailAudience] as readonly string[]).includes('client')

test('no email to a client, a guardian or an invited person contains a health word, in any language', () => {
  // These two emails answer a person's request to become a therapist, so they may name the profession.
  const ownProfession: MailKind[] = ['role-approved', 'role-declined']
  const kinds = (Object.keys(emailKinds) as MailKind[]).filter(
    (kind) => !ofTherapistsAndAdmins(kind) && !ownProfession.includes(kind),
  )
  const found = texts.flatMap((mail) => kinds.filter((kind) => healthWords.test(JSON.stringify(mail[kind]))))
  expect(found).toEqual([])
})

test('no subject contains a name or a health word, and no text has a placeholder that is not allowed', () => {
  const allowed = [
    'name',
    'sender',
    'when',
    'day',
    'dates',
    'due',
    'email',
    'code',
    'until',
    'count',
    'role',
    'details',
    'city',
    'location',
    'link',
    'forms',
  ]
  const placeholders = (words: unknown) => [...JSON.stringify(words).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  for (const mail of texts) {
    expect(placeholders(mail).filter((name) => !allowed.includes(name ?? ''))).toEqual([])
    for (const kind of Object.keys(emailKinds) as MailKind[]) {
      expect(placeholders(mail[kind].subject).filter((name) => name !== 'day')).toEqual([])
      if (kind !== 'role-requested') expect(mail[kind].subject).not.toMatch(healthWords)
    }
  }
})
