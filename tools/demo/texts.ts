import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { readFileSync } from 'node:fs'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

type Therapist = { first: string; last: string; specialization: string; credentials: string; aboutMe: string }
/** An entry of a journal: title, text, tags, the therapist's reply, and the therapist's own comment. */
export type JournalText = readonly [title: string, text: string, tags: string[], reply: string, comment: string]
/**
 * A task: title, description and answer. The answer is a text, the five parts of a thought record, or the items of a checklist; empty if the task
 * is not answered yet.
 */
export type TaskText = readonly [title: string, description: string, answer: string | string[]]
/** An objective: its text, its measure, its target. */
type ObjectiveText = readonly [text: string, measure: string, target: string]
type SafetyText = {
  signs: string[]
  helps: string[]
  people: [name: string, phone: string][]
  professionals: [name: string, phone: string][]
}

export type GuardianText = [name: string, relation: string, phone: string]

/** The texts about a client and by the client. A note with `|` has the three parts of the template. */
export type PersonTexts = {
  first: string
  last: string
  street: string
  emergency: [name: string, relation: string]
  about: string
  diagnosis?: string
  notes: string[]
  journal: JournalText[]
  tasks: TaskText[]
  comments?: string[]
  /** The messages of the conversation. `T:` precedes a message of the therapist, `C:` one of the client. */
  messages: string[]
  plan?: [goal: string, ...objectives: ObjectiveText[]][]
  interventions?: string[]
  /** The answers of the intake form: name, household, work, concern, since when, hope, medication. */
  intake?: string[]
  /** The guardians of the client. The first guardian has an account and pays. */
  guardians?: GuardianText[]
  next?: string[]
  safety?: SafetyText
  /** The reason of a request to move a session, and of a late cancellation. */
  reason?: string
  late?: string
  /** The therapist's answer to the client's request for a copy of the record: the way in which it was handed over. */
  copyAnswer?: string
  /** The reason of the legal hold on the record. */
  hold?: string
}

export type DemoTexts = {
  practice: {
    name: string
    zone: string
    country: string
    city: string
    postalCode: string
    street: string
    phone: string
    taxId: string
    siret?: string
    iban: string
    bic: string
    bankName: string
    license: string
    footer: string
    /** The prices of a session, a couple session and a short session, in minor units. */
    prices: [number, number, number]
    room: string
    secondRoom: string
  }
  admin: [first: string, last: string]
  therapists: [Therapist, Therapist]
  applicant: Therapist
  services: [string, string, string]
  types: [string, string, string, string]
  tags: [string, string, string, string, string]
  busy: string[]
  template: [name: string, fields: [heading: string, hint: string][]]
  taskTemplates: [title: string, description: string][]
  checkIn: [question: string, low: string, high: string]
  /** The therapist's own questionnaire. The second score is that of the last three items. */
  ownMeasure: {
    title: string
    intro: string
    items: string[]
    options: string[]
    scores: [all: string, part: string]
    bands: [string, string, string]
  }
  autoReply: string
  reminder: string
  document: [referral: string, rules: string, wanted: string]
  people: Record<string, PersonTexts>
  /**
   * The name of each couple, family or group, in which `{name}` stands for its people, and the notes on its sessions: shared parts, and parts about
   * one person, in which `{name}` stands for that person.
   */
  together: Record<'couple' | 'family' | 'group', { name: string; whole: string[]; part: string[] }>
}

/** Reads the texts of the demo practice in a language. */
export const readTexts = (language: Language): DemoTexts =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8')) as DemoTexts

/** Returns the language of `--language de` or `--language=de`; English without this option. Throws a StartError for another language. */
export function languageOf(args: readonly string[]): Language {
  const place = args.findIndex((arg) => /^--language(=|$)/.test(arg))
  if (place < 0) return 'en'
  const wanted = args[place]?.split('=')[1] ?? args[place + 1] ?? ''
  const known = languages.find((language) => language === wanted)
  if (!known) throw new StartError(`--language must be one of ${languages.join(', ')}, not '${wanted}'.`)
  return known
}
