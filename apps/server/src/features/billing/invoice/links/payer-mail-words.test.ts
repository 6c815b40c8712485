import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { documentKinds, invoiceKinds } from '@attune/contract/features/billing/invoice/invoice.rules'
import { expect, test } from 'vitest'
import { renderMail } from '../../../../platform/mail/template.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { documentName } from '../documents/document-name.ts'
import { payerEmails } from './emails.ts'

/** Beginnings of words that are used only in health care, or that name the relationship between therapist and client. */
const careWords: Record<Language, RegExp> = {
  en: /therap|session|treat|client|patient|diagnos|psych|health|clinic|appointment|counsel/i,
  de: /therap|sitzung|behandl|klient|patient|diagnos|psych|gesundheit|klinik|termin|berat/i,
  fr: /thérap|therap|séance|seance|soin|traitement|patient|personne suivie|diagnos|psych|santé|clini|rendez-vous/i,
  es: /terap|sesi[oó]n|tratamiento|paciente|cliente|persona atendida|diag|psic|salud|cl[ií]nic|\bcita/i,
}
const words = { number: '2026-0147', amount: '95,00 €', until: '20 Feb' }
const kinds = Object.keys(payerEmails)

test.each(languages.flatMap((language) => kinds.map((kind) => [kind, language] as const)))(
  'the email %s in %s names sender, number and amount, and has no word of health care',
  async (kind, language) => {
    const mail = await renderMail({
      to: 'payer@example.org',
      sender: { name: 'Lindqvist', address: '', isNeutral: false },
      settingsLink: null,
      kind,
      language,
      name: '',
      link: 'https://example.org/invoice#1',
      words,
      code: null,
      calendar: [],
    })
    const shown = mail.html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    for (const text of [mail.subject, mail.text, shown]) expect(text).not.toMatch(careWords[language])
    for (const part of ['Lindqvist', words.number]) expect(mail.subject).toContain(part)
    for (const part of ['Lindqvist', words.number, words.amount]) expect(mail.text).toContain(part)
  },
)

test.each(languages)('no name of a file for a payer has a word of health care in %s', (language) => {
  const names = invoiceKinds.flatMap((invoiceKind) =>
    documentKinds.map((kind) => documentName({ number: words.number, invoiceKind, language }, kind)),
  )
  names.push(translate(language, 'invoice.file.statement'))
  for (const name of names) expect(name).not.toMatch(careWords[language])
})
