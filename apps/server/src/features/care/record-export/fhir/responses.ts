import { shownParts, isAnswered } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, FormContent, FormElement } from '@attune/contract/features/care/form/form.schemas'
import { responseToFhir } from '@attune/contract/features/care/measure/fhir/measure.fhir-response'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { questionnaireScore } from '@attune/contract/features/care/task/task.scores'
import type { BundleContext } from './care.ts'
import { type FhirElement, type FhirResource, loinc, referenceTo } from './elements.ts'

/** The LOINC codes of the two questionnaires: of the panel, of each item in its order, and of the total score. */
const codesOf = {
  'phq-9': {
    panel: '44249-1',
    items: ['44250-9', '44255-8', '44259-0', '44254-1', '44251-7', '44258-2', '44252-5', '44253-3', '44260-8'],
    total: '44261-6',
  },
  'gad-7': {
    panel: '69737-5',
    items: ['69725-0', '68509-9', '69733-4', '69734-2', '69735-9', '69689-8', '69736-7'],
    total: '70274-6',
  },
} as const

/** The answers of both questionnaires in LOINC, by their points. */
const scaleAnswers = [
  { code: 'LA6568-5', display: 'Not at all' },
  { code: 'LA6569-3', display: 'Several days' },
  { code: 'LA6570-1', display: 'More than half the days' },
  { code: 'LA6571-9', display: 'Nearly every day' },
] as const

const ordinalValue = 'http://hl7.org/fhir/StructureDefinition/ordinalValue'

const scaleAnswer = (points: number) => ({
  valueCoding: {
    extension: [{ url: ordinalValue, valueDecimal: points }],
    system: loinc,
    ...scaleAnswers[points],
  },
})

type Given = { id: string; at: string }

/** Returns the answer to a questionnaire or a measure; null for other tasks. */
export function measureResponse(
  { id, at, form, answer }: Given & { form: TaskForm; answer: TaskAnswer },
  context: BundleContext,
): FhirResource | null {
  const authored = context.moment(at)
  if (answer.kind === 'measure' && form.kind === 'measure' && form.copy) {
    const { measureId, answers, language } = answer
    const response = responseToFhir({ measureId, copy: form.copy, answers, language, authored })
    return { ...response, ...responseHead(id, form.copy.content.title, context), source: referenceTo(context.patient) }
  }
  if (answer.kind !== 'questionnaire') return null
  const { panel, items, total } = codesOf[answer.name]
  const score = questionnaireScore(answer)
  return {
    ...responseHead(id, answer.name.toUpperCase(), context),
    questionnaire: `${loinc}/q/${panel}`,
    status: 'completed',
    authored,
    source: referenceTo(context.patient),
    item: [
      ...items.flatMap((code, place) => {
        const points = answer.answers[place]
        return typeof points === 'number' ? [{ linkId: `/${code}`, answer: [scaleAnswer(points)] }] : []
      }),
      ...(score === null ? [] : [{ linkId: `/${total}`, answer: [{ valueInteger: score }] }]),
    ],
  }
}

const responseHead = (id: string, title: string, { patient }: BundleContext) => ({
  resourceType: 'QuestionnaireResponse',
  id,
  _questionnaire: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/display', valueString: title }] },
  subject: referenceTo(patient),
})

type AnsweredForm = Given & {
  content: FormContent
  answers: FormAnswers
  /** The name under which the form was signed; empty if it was only submitted. */
  signer: string
  isByGuardian: boolean
}

/** Returns a form that was answered, with its signature. */
export function formResponse(form: AnsweredForm, context: BundleContext): FhirResource {
  const { id, at, content, answers, signer, isByGuardian } = form
  return {
    ...responseHead(id, content.title, context),
    language: content.language,
    extension: signer ? [signatureOf(form, context)] : [],
    status: 'completed',
    authored: context.moment(at),
    source: isByGuardian ? undefined : referenceTo(context.patient),
    item: shownParts(content, answers)
      .filter(({ field }) => field.type !== 'signature')
      .map(({ field, answer }) => ({
        linkId: field.id,
        text: field.label,
        answer: isAnswered(field.type) ? answer.map((line) => valueOfField(field, line)) : [],
      })),
  }
}

const valueOfField = ({ type }: FormElement, line: string): FhirElement =>
  type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(line) ? { valueDate: line } : { valueString: line }

const signatureTypes = 'urn:iso-astm:E1762-95:2013'

const signatureOf = ({ at, content, signer, isByGuardian }: AnsweredForm, context: BundleContext) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature',
  valueSignature: {
    type: [
      content.isConsent
        ? { system: signatureTypes, code: '1.2.840.10065.1.12.1.7', display: 'Consent Signature' }
        : { system: signatureTypes, code: '1.2.840.10065.1.12.1.1', display: "Author's Signature" },
    ],
    when: context.moment(at),
    who: isByGuardian ? { display: signer } : { ...referenceTo(context.patient), display: signer },
  },
})
