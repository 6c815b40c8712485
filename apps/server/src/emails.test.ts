import { mailAudience, type MailKind } from '@attune/contract/features/messages/notification/notification'
import type {
  GuardedMailKind,
  GuardianKind,
} from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { languages } from '@attune/contract/common/text/text'
import { findHealthWord } from '@attune/contract/common/text/health-words'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emailKinds } from './emails.ts'
import { payerEmails } from './features/billing/invoice/links/emails.ts'
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

type Wording = { subject: string; text: string }
type GuardedWording = { subjectFor: string; textFor: string }

/** The type check fails here if a kind of email has no text in one of the languages. */
const texts = [de.mail, en.mail, es.mail, fr.mail] satisfies (Record<GuardianKind, Wording> &
  Record<Exclude<MailKind, GuardianKind>, Wording & { button: string }> &
  Record<GuardedMailKind, GuardedWording>)[]
/**
 * The type check fails here if, in one of the languages, a notification that guardians with an account receive has no text with the client's name.
 */
const notificationTexts = [de.notification, en.notification, es.notification, fr.notification] satisfies Record<
  GuardedMailKind | 'session-restored',
  { message: string; messageFor: string }
>[]

const guardianKinds = [
  'guardian-planned',
  'guardian-moved',
  'guardian-cancelled',
  'guardian-edited',
  'guardian-reminder',
  'guardian-series-planned',
  'guardian-series-changed',
  'guardian-series-cancelled',
] as const satisfies GuardianKind[]

const pushTexts = languages.map((language): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../web/worker/push/${language}.json`), 'utf8')),
)

test('the button of every email links to an existing page', () => {
  const routes = join(import.meta.dirname, '../../web/src/routes')
  const hasPage = (path: string) =>
    [path, path.replace(/(?<=dashboard\/)\w+/, '$userType')]
      .flatMap((one) => [`${one}.tsx`, join(one, 'index.tsx'), join(one, 'route.tsx')])
      .some((file) => existsSync(join(routes, file)))
  const missing = Object.entries(emailKinds).filter(([, { path }]) => path !== null && !hasPage(path))
  expect(missing.map(([kind, { path }]) => `${kind} ${path}`)).toEqual([])
})

test('every kind of email has a subject and a text in every language, and a button if it links to a page', () => {
  const parts = texts.flatMap((mail) =>
    (Object.keys(emailKinds) as MailKind[]).flatMap((kind) => {
      const { button, ...wording }: Wording & { button?: string } = mail[kind]
      return [wording.subject, wording.text, emailKinds[kind].path === null ? 'none' : (button ?? '')]
    }),
  )
  expect(parts.filter((part) => !part.trim())).toEqual([])
})

/**
 * Beginnings of words that would reveal the practice's field to anyone else who reads the email, although other fields use these words too. Emails to
 * therapists and admins may contain them, because these emails are about their own work.
 */
const revealingWords =
  /krank|malad|enferm|depress|d[ée]press|anxi|angst|journal|tagebuch|diario|questionn|fragebogen|cuestionario|safety|krise|crisis|score|sitzung|séance|\bsessions?\b/i
/** Matches phrases about a sign-in, because Spanish and French call a sign-in a session too. */
const ofSignIn = /(inici|cerr|cierr)\w* (la |su )?sesión|vos sessions/gi

const ofTherapistsAndAdmins = (kind: MailKind) =>
  kind in mailAudience && !(mailAudience[kind as keyof typeof mailAudience] as readonly string[]).includes('client')

test('no email to a client, a guardian or an invited person contains a health word, in any language', () => {
  const kinds = (Object.keys(emailKinds) as MailKind[]).filter((kind) => !ofTherapistsAndAdmins(kind))
  const found = texts.flatMap((mail) =>
    kinds.filter((kind) => revealingWords.test(JSON.stringify(mail[kind]).replaceAll(ofSignIn, ''))),
  )
  expect(found).toEqual([])
})

test('no email, push notification or text message contains a word that exists only in health care, in any language', () => {
  const mails = texts.flatMap(({ appointment, discreet, format, ...mail }) => [appointment, discreet, format, mail])
  const sent = [de, en, es, fr].flatMap(({ text, channelTest, devicePush, automaticReply }) => [
    text,
    channelTest,
    devicePush,
    automaticReply,
  ])
  const found = [...mails, ...sent, ...pushTexts]
    .flatMap((words) => [...JSON.stringify(words).matchAll(/"((?:[^"\\]|\\.)*)"(?!:)/g)].map(([, text = '']) => text))
    .filter((text) => findHealthWord(text.replaceAll(String.raw`\n`, ' ')) !== null)
  expect(found).toEqual([])
})

test('only a subject to a payer names the practice and a number, and no text has a placeholder that is not allowed', () => {
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
    'kept',
    'format',
    'details',
    'city',
    'location',
    'link',
    'forms',
    'forClient',
    'call',
    'minutes',
  ]
  const ofPayers = ['number', 'amount']
  const placeholders = (words: unknown) => [...JSON.stringify(words).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  for (const mail of texts) {
    expect(placeholders(mail).filter((name) => ![...allowed, ...ofPayers].includes(name ?? ''))).toEqual([])
    for (const kind of Object.keys(emailKinds) as MailKind[]) {
      const inSubject = kind in payerEmails ? ['number', 'sender'] : ['day']
      const { subject, subjectFor = '' }: Wording & Partial<GuardedWording> = mail[kind]
      expect(placeholders([subject, subjectFor]).filter((name) => !inSubject.includes(name ?? ''))).toEqual([])
      if (!(kind in payerEmails))
        expect(placeholders(mail[kind]).filter((name) => ofPayers.includes(name ?? ''))).toEqual([])
    }
  }
})

test('every email and notification to a guardian says for whom, in every language, and addresses no appointment as theirs', () => {
  const own =
    /\byour (appointment|session|request)|\bIhr(e|en|em|er|es)? (Termin|Sitzung|Anfrage|Änderungswunsch)|\bvo(tre|s) (rendez|séance|demande)|\bsus? (cita|sesi|solicitud)/i
  const ofMails = texts.flatMap((mail) => Object.values(mail) as Partial<GuardedWording & Wording>[])
  const withName = [
    ...ofMails.flatMap(({ textFor }) => (textFor === undefined ? [] : [textFor])),
    ...texts.flatMap((mail) => guardianKinds.map((kind) => mail[kind].text)),
    ...notificationTexts.flatMap((all) =>
      Object.values(all).flatMap((one) => ('messageFor' in one ? [one.messageFor] : [])),
    ),
  ]
  expect(withName.length).toBeGreaterThan(100)
  expect(withName.filter((text) => !text.includes('{forClient}'))).toEqual([])
  const said = [...withName, ...ofMails.flatMap(({ subjectFor }) => (subjectFor === undefined ? [] : [subjectFor]))]
  expect(said.filter((text) => own.test(text))).toEqual([])
})
