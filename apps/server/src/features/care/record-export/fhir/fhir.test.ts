import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { encounterOf, fileDocument, progressNote, textDocument, type BundleContext } from './care.ts'
import { entryJson, momentsIn, stableId, withoutEmpty, type FhirResource } from './elements.ts'
import { invoiceOf } from './invoices.ts'
import { organizationOf, patientOf, practitionerOf } from './people.ts'
import { formResponse, measureResponse } from './responses.ts'
import { expectValidResource } from './validate.testing.ts'

const context: BundleContext = {
  patient: stableId('patient', 'ana'),
  practitioner: stableId('practitioner', 'nora'),
  organization: stableId('organization', 'nora'),
  moment: momentsIn('Europe/Berlin'),
  language: 'en',
}
const at = '2026-11-18T10:00:00.000Z'
/** Returns a resource as it is in the bundle, after its validation. */
function valid(resource: FhirResource | null) {
  if (!resource) throw new Error('no resource')
  const { resource: written } = JSON.parse(entryJson(resource))
  expectValidResource(written)
  return written
}

const contact = { id: randomUUID(), name: 'Mia', phone: '+49 30 3', email: 'mia@attune.test', relationship: 'Mother' }
const guardian = { ...contact, isEmergency: true, isGuardian: true, isPayer: false } as never
const patient = (contacts = [guardian]) =>
  valid(
    patientOf({
      id: context.patient,
      firstName: 'Ana',
      lastName: 'Flores',
      managedBy: null,
      details: {
        pronouns: 'she/her',
        dateOfBirth: '1990-05-04',
        email: 'ana@attune.test',
        phone: '',
        address: '1 Long Lane',
        language: 'fr',
      },
      contacts,
    }),
  )

test('a patient has the details and contacts of the record', () => {
  expect(patient()).toMatchObject({
    birthDate: '1990-05-04',
    name: [{ family: 'Flores', given: ['Ana'] }],
    telecom: [{ system: 'email', value: 'ana@attune.test' }],
    contact: [
      {
        name: { text: 'Mia' },
        relationship: [{ coding: [{ code: 'C' }] }, { coding: [{ code: 'GUARD' }] }, { text: 'Mother' }],
        telecom: [
          { system: 'phone', value: '+49 30 3' },
          { system: 'email', value: 'mia@attune.test' },
        ],
      },
    ],
  })
  expect(patient([])).not.toHaveProperty('contact')
})

test('a patient without a last name and without details is valid', () => {
  const name = { firstName: 'Ana', lastName: '' }
  const bare = patientOf({
    id: context.patient,
    ...name,
    managedBy: null,
    details: null,
    contacts: [],
  })
  expect(valid(bare).name).toEqual([{ use: 'official', text: 'Ana', given: ['Ana'] }])
})

test('a therapist and a practice have their numbers and addresses', () => {
  const nora = { id: context.practitioner, firstName: 'Nora', lastName: 'Lind' }
  expect(valid(practitionerOf(nora, { npi: '1234567893', rpps: '' })).identifier).toEqual([
    { system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' },
  ])
  expect(valid(practitionerOf(nora, null))).not.toHaveProperty('identifier')
  const address = { street: 'Lindenstr. 5', postalCode: '10969', city: 'Berlin', region: '', country: 'DE' }
  const practice = organizationOf(context.organization ?? '', { name: 'Praxis Lind', phone: '', email: '', ...address })
  expect(valid(practice).address).toEqual([
    { line: ['Lindenstr. 5'], city: 'Berlin', postalCode: '10969', country: 'DE' },
  ])
})

test.each([
  ['in-person', 'AMB'],
  ['video', 'VR'],
  ['phone', 'VR'],
])('a session of format %s has the class %s, and its times have the offset of the zone', (format, code) => {
  const encounter = valid(
    encounterOf({ id: stableId('session'), at, minutes: 50, format, location: 'Room 2' }, context),
  )
  expect(encounter).toMatchObject({
    class: { code },
    period: { start: '2026-11-18T11:00:00.000+01:00', end: '2026-11-18T11:50:00.000+01:00' },
    location: [{ location: { display: 'Room 2' } }],
  })
  expect(encounter.participant).toHaveLength(1)
})

test('a note contains its text, says whether it is signed, and its addendum refers to it', () => {
  const note = {
    id: stableId('note'),
    type: progressNote,
    title: 'Note',
    text: 'Slept through – twice.',
    at,
    isSigned: false,
  }
  const written = valid(textDocument(note, context))
  expect(written).toMatchObject({ docStatus: 'preliminary', type: { coding: [{ code: '11506-3' }] } })
  const [{ attachment }] = written.content
  expect(Buffer.from(attachment.data, 'base64').toString()).toBe('Slept through – twice.')
  const addendum = {
    ...note,
    id: stableId('addendum'),
    isSigned: true,
    appendsTo: note.id,
    encounter: stableId('session'),
  }
  expect(valid(textDocument(addendum, context))).toMatchObject({
    docStatus: 'final',
    relatesTo: [{ code: 'appends', target: { reference: `urn:uuid:${note.id}` } }],
    context: { encounter: [{ reference: `urn:uuid:${stableId('session')}` }] },
  })
})

test('a file is a document whose address is its path in the ZIP', () => {
  const file = {
    id: stableId('file'),
    type: { text: 'Documents' },
    name: 'A <1>.pdf',
    contentType: 'application/pdf',
    size: 12,
    at,
  }
  const [{ attachment }] = valid(fileDocument({ ...file, path: 'files/documents/A _1_.pdf' }, context)).content
  expect(attachment).toMatchObject({ url: 'files/documents/A%20_1_.pdf', contentType: 'application/pdf', size: 12 })
})

test('an answer to the PHQ-9 has the LOINC codes of its items and its score; one with a missing item has no score', () => {
  const form = { kind: 'questionnaire', name: 'phq-9' } as const
  const answer = (answers: (number | null)[]) =>
    ({ kind: 'questionnaire', name: 'phq-9', answers, language: 'en' }) as const
  const given = { id: stableId('answer'), at, form }
  const whole = valid(measureResponse({ ...given, answer: answer([1, 2, 3, 0, 0, 0, 0, 0, 1]) }, context))
  expect(whole).toMatchObject({
    questionnaire: 'http://loinc.org/q/44249-1',
    authored: '2026-11-18T11:00:00.000+01:00',
  })
  expect(whole.item).toHaveLength(10)
  expect(whole.item[0]).toMatchObject({ linkId: '/44250-9', answer: [{ valueCoding: { code: 'LA6569-3' } }] })
  expect(whole.item[9]).toEqual({ linkId: '/44261-6', answer: [{ valueInteger: 7 }] })
  expect(
    valid(measureResponse({ ...given, answer: answer([1, null, 3, 0, 0, 0, 0, 0, 1]) }, context)).item,
  ).toHaveLength(8)
})

test('an answer to another kind of task is no response', () => {
  const answer = { kind: 'plain', note: 'Done.' } as const
  expect(measureResponse({ id: stableId('answer'), at, form: { kind: 'plain' }, answer }, context)).toBeNull()
})

const field = (id: string, type: string, label: string) =>
  ({ id, type, label, hint: '', required: false, options: [] }) as never
const content = {
  title: 'Consent',
  language: 'en',
  isConsent: true,
  fields: [field('a', 'heading', 'About you'), field('b', 'short-text', 'Name?'), field('c', 'signature', 'Signature')],
} as const
const form = {
  id: stableId('form'),
  at,
  content: content as never,
  answers: { b: 'Ana' },
  signer: 'Ana Flores',
  isByGuardian: false,
}

test('a signed form has its answers and the signature; the form of a guardian has another signer', () => {
  const signed = valid(formResponse(form, context))
  expect(signed._questionnaire.extension[0].valueString).toBe('Consent')
  expect(signed.item).toEqual([
    { linkId: 'a', text: 'About you' },
    { linkId: 'b', text: 'Name?', answer: [{ valueString: 'Ana' }] },
  ])
  expect(signed.extension[0].valueSignature).toMatchObject({
    who: { display: 'Ana Flores', reference: `urn:uuid:${context.patient}` },
  })
  const byGuardian = valid(formResponse({ ...form, signer: 'Mia Flores', isByGuardian: true }, context))
  expect(byGuardian.extension[0].valueSignature.who).toEqual({ display: 'Mia Flores' })
  expect(byGuardian).not.toHaveProperty('source')
  expect(valid(formResponse({ ...form, signer: '' }, context))).not.toHaveProperty('extension')
})

test('an invoice has its amounts in the digits of its currency, and is balanced once it is paid', () => {
  const row = {
    id: stableId('invoice'),
    at,
    number: '2026-1',
    kind: 'invoice',
    grossMinor: '9550',
    netMinor: '9550',
    paidMinor: '0',
    currency: 'EUR',
  }
  const lines = [{ text: 'Psychotherapy', netMinor: '9550' }]
  expect(valid(invoiceOf({ ...row, lines }, context, 'Invoice 2026-1'))).toMatchObject({
    status: 'issued',
    totalGross: { value: 95.5, currency: 'EUR' },
    lineItem: [{ chargeItemCodeableConcept: { text: 'Psychotherapy' } }],
  })
  const yen = { ...row, currency: 'JPY', paidMinor: '9550', lines: [] }
  expect(valid(invoiceOf(yen, context, 'Invoice'))).toMatchObject({ status: 'balanced', totalGross: { value: 9550 } })
  const credit = {
    ...row,
    kind: 'credit-note',
    grossMinor: '-9550',
    netMinor: '-9550',
    lines: [{ text: ' ', netMinor: '-9550' }],
  }
  expect(valid(invoiceOf(credit, context, 'Credit note'))).toMatchObject({
    status: 'issued',
    totalNet: { value: -95.5 },
  })
})

test('ids are the same for the same names and differ for others, and are UUIDs of version 5', () => {
  expect(stableId('note', 'a')).toBe(stableId('note', 'a'))
  expect(new Set([stableId('note', 'a'), stableId('note', 'b'), stableId('notea')]).size).toBe(3)
  expect(stableId('note', 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('blank texts and empty parts are left out; zero and false stay', () => {
  expect(withoutEmpty({ a: ' ', b: [], c: { d: null }, e: 0, f: false, g: ['', { h: 'x' }] })).toEqual({
    e: 0,
    f: false,
    g: [{ h: 'x' }],
  })
})

test('an invalid resource is refused by the validation of these tests', () => {
  expect(() => expectValidResource({ resourceType: 'Encounter', id: 'x', status: 'finished' })).toThrow('class')
  expect(() => expectValidResource({ resourceType: 'Patient', id: 'x', nickname: 'Ann' })).toThrow('nickname')
  expect(() =>
    expectValidResource({
      resourceType: 'DocumentReference',
      id: 'x',
      status: 'new',
      content: [{ attachment: { title: 'x' } }],
    }),
  ).toThrow('status')
})
