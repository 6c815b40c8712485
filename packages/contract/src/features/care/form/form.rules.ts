import type { FormFieldId } from '../../../common/ids.ts'
import { hasReachedAge } from '../../../common/time/age.rules.ts'
import { isDay } from '../../../common/time/time.ts'
import type { FormAnswers, FormContent, FormElement } from './form.schemas.ts'

export const formFieldTypes = [
  'short-text',
  'long-text',
  'choice',
  'choices',
  'date',
  'scale-10',
  'scale-5',
  'heading',
  'paragraph',
  'signature',
] as const
export type FormFieldType = (typeof formFieldTypes)[number]

/** The names of the form drafts that the product provides in four languages. */
export const formTemplates = ['intake', 'treatment', 'data', 'telehealth', 'minors'] as const
export type FormTemplateName = (typeof formTemplates)[number]

/** The maximum numbers of characters, fields, options, forms and days. */
export const formLimits = {
  title: 200,
  signer: 200,
  label: 300,
  hint: 500,
  paragraph: 8_000,
  option: 200,
  options: 30,
  fields: 80,
  answer: 5_000,
  forms: 200,
  reminderDays: 90,
} as const

/** The lowest and highest values of each scale. */
export const formScales = { 'scale-10': { from: 0, to: 10 }, 'scale-5': { from: 1, to: 5 } } as const

export const isChoiceField = (type: FormFieldType): type is 'choice' | 'choices' =>
  type === 'choice' || type === 'choices'
export const isScaleField = (type: FormFieldType): type is 'scale-10' | 'scale-5' =>
  type === 'scale-10' || type === 'scale-5'
/** Whether a client answers a field of this type. Headings and paragraphs are only read, and a signature is stored separately. */
export const isAnswered = (type: FormFieldType): boolean =>
  type !== 'heading' && type !== 'paragraph' && type !== 'signature'

export const isSignedForm = (content: Pick<FormContent, 'fields'>): boolean =>
  content.fields.some(({ type }) => type === 'signature')

/** Whether a guardian must sign a form: it has a signature field, and either the client is a minor or the field is for a guardian. */
export const isSignedByGuardian = ({ fields }: Pick<FormContent, 'fields'>, isMinor: boolean): boolean =>
  fields.some(({ type, isForGuardian }) => type === 'signature' && (isMinor || isForGuardian === true))

/**
 * Whether guardians fill in and sign a form. A form for a client with an account that needs no guardian is for the client alone; no guardian sees it.
 */
export const isForGuardians = (
  content: Pick<FormContent, 'fields'>,
  client: { isMinor: boolean; hasAccount: boolean },
): boolean => !client.hasAccount || isSignedByGuardian(content, client.isMinor)

/** The ways in which a guardian without an account signs: by a link that is confirmed with a code, or on the therapist's device in the practice. */
export const ticketWays = ['link', 'practice'] as const
export type TicketWay = (typeof ticketWays)[number]

/** The ways in which a form was signed in Attune. `child-login`: a guardian signed in the client's login, which is no longer possible. */
export const signatureMethods = ['account', 'child-login', ...ticketWays] as const

/** The number of days for which a link to sign a form is valid, and the number of wrong codes after which it is void. */
export const signLinkDays = 14
export const signLinkTries = 5

/** The states of a link to sign a form. `void`: after five wrong codes. `over`: the form can no longer be signed with it. */
export const signLinkStates = ['open', 'signed', 'void', 'withdrawn', 'expired', 'over'] as const
export type SignLinkState = (typeof signLinkStates)[number]

/** The data that a guardian's contact shares with the client's record, so that the link or the code could reach the client. */
export const signLinkWarnings = ['same-email', 'same-phone'] as const
export type SignLinkWarning = (typeof signLinkWarnings)[number]

/** The signers of a form, as a guardian sees them. `paper`: the therapist recorded a signature on paper. */
export const formSigners = ['you', 'another', 'paper'] as const

export const formProblems = ['title', 'empty', 'label', 'options', 'signatures'] as const
export type ProblemOfForm = { problem: (typeof formProblems)[number]; fieldId: FormFieldId | null }

/** Returns the problems that prevent the text of a form from being confirmed. */
export function problemsOfForm({ title, fields }: FormContent): ProblemOfForm[] {
  const of = (problem: ProblemOfForm['problem'], fieldId: FormFieldId | null = null): ProblemOfForm => ({
    problem,
    fieldId,
  })
  return [
    ...(title ? [] : [of('title')]),
    ...(fields.length ? [] : [of('empty')]),
    ...(fields.filter(({ type }) => type === 'signature').length > 1 ? [of('signatures')] : []),
    ...fields.flatMap((field) => [
      ...(field.label ? [] : [of('label', field.id)]),
      ...(isChoiceField(field.type) && new Set(field.options.filter(Boolean)).size < 2
        ? [of('options', field.id)]
        : []),
    ]),
  ]
}

type Answer = FormAnswers[string] | undefined

/** Whether an answer is valid for a field. A missing answer is always valid. */
function answerFits({ type, options }: FormElement, answer: Answer): boolean {
  if (answer === undefined || answer === null || answer === '') return true
  if (type === 'choice') return typeof answer === 'string' && options.includes(answer)
  if (type === 'choices') return Array.isArray(answer) && answer.every((one) => options.includes(one))
  if (isScaleField(type)) {
    const { from, to } = formScales[type]
    return typeof answer === 'number' && Number.isInteger(answer) && answer >= from && answer <= to
  }
  if (type === 'date') return typeof answer === 'string' && isDay(answer)
  return typeof answer === 'string' && isAnswered(type)
}

/** Returns the answers that are valid for the fields. Omits answers to fields that a newer version no longer has. */
export const fittingAnswers = ({ fields }: Pick<FormContent, 'fields'>, answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const answer = answers[field.id]
      return isAnswered(field.type) && answer !== undefined && answerFits(field, answer) ? [[field.id, answer]] : []
    }),
  )

/** Returns the chosen options that indicate a danger. */
export const chosenSafetyOptions = ({ fields }: Pick<FormContent, 'fields'>, answers: FormAnswers): string[] =>
  fields.flatMap(({ id, options, safetyOptions = [] }) => {
    const given = answers[id]
    const chosen = Array.isArray(given) ? given : [given]
    return options.filter((option) => safetyOptions.includes(option) && chosen.includes(option))
  })

export const isEmptyAnswer = (answer: Answer): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** Returns the ids of the required fields without an answer. */
export const unansweredFields = ({ fields }: Pick<FormContent, 'fields'>, answers: FormAnswers): string[] =>
  fields
    .filter(({ id, type, required }) => required && isAnswered(type) && isEmptyAnswer(answers[id]))
    .map(({ id }) => id)

function answerLines(field: FormElement, answer: Answer): string[] {
  const chosen = Array.isArray(answer) ? answer : [answer]
  if (isChoiceField(field.type))
    return field.options.map((option) => `[${chosen.includes(option) ? 'x' : ' '}] ${option}`)
  if (isEmptyAnswer(answer)) return ['–']
  if (isScaleField(field.type)) return [`${String(answer)} / ${formScales[field.type].to}`]
  return String(answer).split(/\r?\n/)
}

/** A part of a form for display: a field and, if it is answered, the lines of its answer. */
export type ShownPart = { field: FormElement; answer: string[] }

/** Returns the parts of a form with their answers, in order. */
export const shownParts = ({ fields }: Pick<FormContent, 'fields'>, answers: FormAnswers): ShownPart[] =>
  fields.map((field) => ({ field, answer: isAnswered(field.type) ? answerLines(field, answers[field.id]) : [] }))

/**
 * Returns the complete content of a form as one text: version, title, and each field with its hint and answer. A signature contains the SHA-256 of
 * this text in UTF-8. Without `answers`, returns the text that the therapist confirms.
 */
export const shownText = (form: { content: FormContent; version: number }, answers: FormAnswers = {}): string =>
  [
    `${form.content.title} (${form.version})`,
    ...shownParts(form.content, answers).flatMap(({ field, answer }) => [
      '',
      `${field.label}${field.required && isAnswered(field.type) ? ' *' : ''}`,
      ...(field.hint ? [field.hint] : []),
      ...answer,
    ]),
  ].join('\n')

/** Whether a person is a minor on the ISO day `today`, with the practice's age of majority. False if the date of birth is unknown. */
export const isMinorOn = (birthDate: string | null, today: string, majorityAge: number): boolean =>
  !hasReachedAge(birthDate, majorityAge, today)
