import { createHash } from 'node:crypto'
import { codedConcept, type FhirElement, type FhirResource, referenceTo } from './elements.ts'

/**
 * The context of the resources of a bundle: the references to the people and the practice, the language, and a function that formats an instant with
 * its UTC offset.
 */
export type BundleContext = {
  patient: string
  practitioner: string
  organization: string | null
  moment: (instant: string) => string
  language: string
}

type ExportedEncounter = { id: string; at: string; minutes: number; format: string; location: string }

const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const participationType = 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType'

/** Returns a session that took place. Its only participants are the patient and the therapist. */
export const encounterOf = (session: ExportedEncounter, context: BundleContext): FhirResource => {
  const { id, at, minutes, format, location } = session
  const end = new Date(new Date(at).getTime() + minutes * 60_000).toISOString()
  return {
    resourceType: 'Encounter',
    id,
    status: 'finished',
    class:
      format === 'in-person'
        ? { system: actCode, code: 'AMB', display: 'ambulatory' }
        : { system: actCode, code: 'VR', display: 'virtual' },
    subject: referenceTo(context.patient),
    participant: [
      {
        type: [codedConcept(participationType, 'PPRF', 'primary performer')],
        individual: referenceTo(context.practitioner),
      },
    ],
    period: { start: context.moment(at), end: context.moment(end) },
    length: { value: minutes, unit: 'min', system: 'http://unitsofmeasure.org', code: 'min' },
    location: location.trim() ? [{ location: { display: location } }] : [],
    serviceProvider: context.organization && referenceTo(context.organization),
  }
}

/** The type of notes on sessions. */
export const progressNote = codedConcept('http://loinc.org', '11506-3', 'Progress note')

type ExportedText = {
  id: string
  type: FhirElement
  title: string
  text: string
  at?: string | undefined
  /** Whether the text is signed; undefined for a text that is not signed in the product. */
  isSigned?: boolean
  encounter?: string | null
  /** The id of the document to which this one is an addendum. */
  appendsTo?: string
}

/** Returns a text as a DocumentReference that contains it in base64. */
export function textDocument(of: ExportedText, context: BundleContext): FhirResource {
  const bytes = Buffer.from(of.text)
  return {
    ...documentHead(of, context),
    docStatus: of.isSigned === undefined ? undefined : of.isSigned ? 'final' : 'preliminary',
    author: [referenceTo(context.practitioner)],
    relatesTo: of.appendsTo ? [{ code: 'appends', target: referenceTo(of.appendsTo) }] : [],
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          language: context.language,
          data: bytes.toString('base64'),
          size: bytes.length,
          hash: createHash('sha1').update(bytes).digest('base64'),
          title: of.title,
        },
      },
    ],
    context: of.encounter ? { encounter: [referenceTo(of.encounter)] } : undefined,
  }
}

type ExportedFile = {
  id: string
  type: FhirElement
  name: string
  contentType: string | null
  /** The path of the file beside the bundle. */
  path: string
  size: number
  at: string
}

/** Returns a file as a document. Its address is the path of the file in the same ZIP. */
export const fileDocument = ({ id, type, name, at, ...file }: ExportedFile, context: BundleContext): FhirResource => ({
  ...documentHead({ id, type, title: name, at }, context),
  content: [
    {
      attachment: {
        contentType: file.contentType ?? 'application/octet-stream',
        url: file.path.split('/').map(encodeURIComponent).join('/'),
        size: file.size,
        title: name,
      },
    },
  ],
})

const documentHead = (
  { id, type, title, at }: Pick<ExportedText, 'id' | 'type' | 'title' | 'at'>,
  context: BundleContext,
) => ({
  resourceType: 'DocumentReference',
  id,
  status: 'current',
  type,
  subject: referenceTo(context.patient),
  date: at && context.moment(at),
  description: title,
  custodian: context.organization && referenceTo(context.organization),
})
