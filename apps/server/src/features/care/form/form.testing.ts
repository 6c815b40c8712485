import { shownText } from '@attune/contract/features/care/form/form.rules'
import type {
  FormAnswers,
  FormContent,
  FormElement,
  FormView,
  OwnFormView,
} from '@attune/contract/features/care/form/form.schemas'
import { createHash, randomUUID } from 'node:crypto'
import type { Person } from '../../../testing/people.ts'

export const field = (type: FormElement['type'], label: string, more: Partial<FormElement> = {}): FormElement => ({
  id: randomUUID(),
  type,
  label,
  hint: '',
  required: false,
  options: [],
  ...more,
})

/** Returns a consent with a required question, a choice and a signature. */
export const sampleContent = (more: Partial<FormContent> = {}): FormContent => ({
  title: 'Consent to treatment',
  language: 'en',
  isConsent: true,
  fields: [
    field('paragraph', 'I agree to the treatment.'),
    field('short-text', 'What should we call you?', { required: true }),
    field('choice', 'Do you have questions?', { options: ['Yes', 'No'] }),
    field('signature', 'Your signature'),
  ],
  ...more,
})

/** Creates a form with this content and confirms its text. */
export async function confirmedForm(therapist: Pick<Person, 'api'>, content = sampleContent()): Promise<FormView> {
  const created = await therapist.api.form.create({ id: randomUUID(), template: null, language: 'en' })
  const saved = await therapist.api.form.save({ id: created.id, version: created.version, content })
  return therapist.api.form.confirm({ id: saved.id, version: saved.version })
}

/** Sends the current version of a form to a client and returns the id of the copy. */
export async function sendTo(
  therapist: Pick<Person, 'api'>,
  clientId: string,
  { id: formId, version }: FormView,
  id: string = randomUUID(),
): Promise<string> {
  await therapist.api.form.send({ id, clientId, formId, version, remindAfterDays: 3 })
  return id
}

/** Returns answers to the required fields. */
export const completeAnswers = ({ fields }: Pick<FormContent, 'fields'>): FormAnswers =>
  Object.fromEntries(fields.filter(({ required }) => required).map(({ id }) => [id, 'Ana']))

/** Returns the input for signing an opened form as the client. */
export function signing(form: OwnFormView, answers = completeAnswers(form.content)) {
  const sha256 = createHash('sha256').update(shownText(form, answers)).digest('hex')
  return {
    id: form.id,
    version: form.version,
    sha256,
    answers,
    typedName: 'Ana Flores',
    command: randomUUID(),
  }
}
