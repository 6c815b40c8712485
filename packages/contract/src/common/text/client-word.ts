import type { Language } from './text.schemas.ts'

/** The words for a client. A practice chooses one of them. The language files contain the first. */
export const clientWords = ['clients', 'patients'] as const
export type ClientWord = (typeof clientWords)[number]

/** A form of the word in the language files, in lower case, and what replaces it. */
type Form = readonly [RegExp, string]

/**
 * The forms of each language, in the order in which they are replaced. French and Spanish replace an article together with the word,
 * because 'personne suivie' and 'persona atendida' are feminine.
 */
const patientForms: Record<Language, readonly Form[]> = {
  en: [[/\bclient/gi, 'patient']],
  de: [[/klient/gi, 'patient']],
  es: [
    [/\bde la persona atendida/gi, 'del paciente'],
    [/\ba la persona atendida/gi, 'al paciente'],
    [/\bla persona atendida/gi, 'el paciente'],
    [/\bninguna persona atendida/gi, 'ningún paciente'],
    [/\buna persona atendida/gi, 'un paciente'],
    [/\blas personas atendidas/gi, 'los pacientes'],
    [/\bpersonas atendidas/gi, 'pacientes'],
    [/\bpersona atendida/gi, 'paciente'],
    [/\blas personas que atiende(?!n)/gi, 'sus pacientes'],
    [/\bclient[ea]/gi, 'paciente'],
  ],
  fr: [
    [/\bles personnes que vous suivez/gi, 'vos patients'],
    [/\bdes personnes que vous suivez/gi, 'de vos patients'],
    [/\baux personnes que vous suivez/gi, 'à vos patients'],
    [/\bles personnes que je suis/gi, 'mes patients'],
    [/\btoutes les personnes suivies/gi, 'tous les patients'],
    [/\bnouvelles personnes suivies/gi, 'nouveaux patients'],
    [/\bnouvelle personne suivie/gi, 'nouveau patient'],
    [/\bpersonnes déjà suivies/gi, 'patients déjà suivis'],
    [/\bpersonnes suivies par(?!\p{L})/giu, 'patients de'],
    [/\baucune personne suivie/gi, 'aucun patient'],
    [/\bune personne suivie/gi, 'un patient'],
    [/\bde la personne suivie/gi, 'du patient'],
    [/(?<!\p{L})à la personne suivie/giu, 'au patient'],
    [/\bla personne suivie/gi, 'le patient'],
    [/\bpersonnes suivies/gi, 'patients'],
    [/\bpersonne suivie/gi, 'patient'],
  ],
}

/** Placeholders and tags, which stay as they are. */
const fixedParts = /(\{\{.*?\}\}|\{\w+\}|<[^>]+>)/

/** Returns a text of the language files with the word 'patient' in place of the word for a client. */
export const withPatientWord = (language: Language, text: string): string =>
  text
    .split(fixedParts)
    .map((part, index) => (index % 2 === 1 ? part : patientForms[language].reduce(replaceForm, part)))
    .join('')

/** Replaces a form. The replacement begins with a capital letter if the form does. */
const replaceForm = (text: string, [form, word]: Form) =>
  text.replace(form, (found) =>
    found.charAt(0) === found.charAt(0).toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1),
  )
