import type { RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import { Readable } from 'node:stream'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Business } from '@attune/contract/features/billing/business/business'
import { readBusiness } from '../../../billing/business/business.ts'
import { withoutGuardianAddresses } from '../content/guardian-addresses.ts'
import { listOtherParticipants, redactionOf, type Redaction } from '../names/redaction.ts'
import type { RecordFile } from '../record-export.files.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { textsOf } from '../record-export.texts.ts'
import { type BundleContext, fileDocument } from './care.ts'
import { entryJson, type FhirResource, momentsIn, referenceTo, stableId } from './elements.ts'
import { organizationOf, patientOf, practitionerOf } from './people.ts'
import { readPatientDetails, readTherapist } from './reads.ts'
import { type BundledRecord, partResources } from './parts.ts'

type BundledFile = RecordFile & { path: string }

/**
 * Returns a record as a FHIR R4 bundle, which refers to files by their paths beside it. It contains nothing about the other clients of a session.
 * Reads the rows in pages while the bundle is sent.
 */
export const recordBundle = (app: AppContext, record: ExportedRecord, files: readonly BundledFile[]): Readable =>
  Readable.from(bundleJson(app, record, files))

async function* bundleJson(app: AppContext, record: ExportedRecord, files: readonly BundledFile[]) {
  const { madeAt, reader } = record
  const head = {
    resourceType: 'Bundle',
    id: stableId('bundle', record.clientId, madeAt),
    type: 'collection',
    timestamp: momentsIn(reader.zone)(madeAt),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"entry":[`
  let isFirst = true
  for await (const resource of bundledResources(app, record, files)) {
    yield `${isFirst ? '' : ','}\n${entryJson(resource)}`
    isFirst = false
  }
  yield '\n]}\n'
}

/** Yields the resources of a bundle: first the people, then the chosen parts in their order, then the files. */
async function* bundledResources(
  app: AppContext,
  ordered: ExportedRecord,
  files: readonly BundledFile[],
): AsyncGenerator<FhirResource> {
  const record = { ...ordered, order: { ...ordered.order, withShared: false, keptNames: [] } }
  const { business, therapist, others } = await app.db.asActor(record.actor, async (tx) => ({
    business: await readBusiness(tx),
    therapist: await readTherapist(tx),
    others: await listOtherParticipants(tx, record.clientId),
  }))
  const redaction = redactionOf(record, others)
  const context = contextOf(record, business)
  yield await readPatient(app, record, { context, redaction })
  yield practitionerOf({ id: context.practitioner, ...therapist }, business)
  if (context.organization && business) yield organizationOf(context.organization, business)
  const bundled: BundledRecord = { record, context, redaction, encounters: new Set() }
  // Encounters come first, so that the notes refer only to encounters in the bundle.
  for (const part of inOrder(record.order.parts)) yield* partResources[part](app, bundled)
  const { t } = textsOf(record)
  for (const { id, part, name, type, path, size, at } of files)
    yield fileDocument(
      {
        id: stableId('file', record.clientId, id),
        type: { text: t(`part.${part}`) },
        name,
        contentType: type,
        path,
        size,
        at,
      },
      context,
    )
}

const inOrder = (parts: readonly RecordPart[]) => [
  ...parts.filter((part) => part === 'sessions'),
  ...parts.filter((part) => part !== 'sessions'),
]

const contextOf = ({ clientId, actor, reader }: ExportedRecord, business: Business | null): BundleContext => ({
  patient: stableId('patient', clientId),
  practitioner: stableId('practitioner', actor.id),
  organization: business?.name ? stableId('organization', actor.id) : null,
  moment: momentsIn(reader.zone),
  language: reader.language,
})

/** Returns the person of the record. Leaves out contacts with the name of another client with whom there was a session. */
async function readPatient(
  app: Pick<AppContext, 'db'>,
  record: ExportedRecord,
  { context, redaction }: { context: BundleContext; redaction: Redaction },
): Promise<FhirResource> {
  const { firstName, lastName, order, clientId } = record
  const found = order.parts.includes('record')
    ? await app.db.asActor(record.actor, (tx) => readPatientDetails(tx, clientId))
    : null
  const shown = found && withoutGuardianAddresses(record, found.details, found.contacts)
  return patientOf({
    id: context.patient,
    firstName,
    lastName,
    managedBy: context.organization ? referenceTo(context.organization) : null,
    details: shown?.details ?? null,
    contacts: (shown?.contacts ?? []).filter(({ name }) => redaction.plain('', name) === name),
  })
}
