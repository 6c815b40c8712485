import type { Contact } from '@attune/contract/features/people/client/client.fields'
import type { Business } from '@attune/contract/features/billing/business/business'
import type { ExportedDetails } from '../content/record-fields.ts'
import { codedConcept, type FhirElement, type FhirResource } from './elements.ts'

type Name = { firstName: string; lastName: string }

const nameOf = ({ firstName, lastName }: Name) => ({
  use: 'official',
  text: `${firstName} ${lastName}`.trim(),
  family: lastName,
  given: [firstName],
})
const telecomOf = ({ phone, email }: { phone?: string | null; email?: string | null }) => [
  ...(phone ? [{ system: 'phone', value: phone }] : []),
  ...(email ? [{ system: 'email', value: email }] : []),
]

const emergencyContact = codedConcept('http://terminology.hl7.org/CodeSystem/v2-0131', 'C', 'Emergency Contact')
const guardian = codedConcept('http://terminology.hl7.org/CodeSystem/v3-RoleCode', 'GUARD', 'guardian')

function contactOf(contact: Contact): FhirElement {
  const { name, relationship, isEmergency, isGuardian } = contact
  return {
    relationship: [
      ...(isEmergency ? [emergencyContact] : []),
      ...(isGuardian ? [guardian] : []),
      ...(relationship ? [{ text: relationship }] : []),
    ],
    name: { text: name },
    telecom: telecomOf(contact),
  }
}

type ExportedPatient = Name & {
  id: string
  managedBy: FhirElement | null
  /** Null if the personal details are not exported. */
  details: ExportedDetails | null
  contacts: readonly Contact[]
}

/** Returns the person of the record. */
export function patientOf({ id, details, contacts, managedBy, ...of }: ExportedPatient): FhirResource {
  const { pronouns, dateOfBirth, address, language } = details ?? {}
  return {
    resourceType: 'Patient',
    id,
    extension: pronouns
      ? [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/individual-pronouns',
            extension: [{ url: 'value', valueCodeableConcept: { text: pronouns } }],
          },
        ]
      : [],
    name: [nameOf(of)],
    telecom: telecomOf(details ?? {}),
    birthDate: dateOfBirth,
    address: address ? [{ text: address }] : [],
    contact: contacts.filter(({ name }) => name.trim() !== '').map(contactOf),
    communication: language
      ? [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: language }] }, preferred: true }]
      : [],
    managingOrganization: managedBy,
  }
}

/** Returns the therapist, with the numbers of health professionals in the United States and in France. */
export const practitionerOf = (
  { id, ...name }: Name & { id: string },
  business: Pick<Business, 'npi' | 'rpps'> | null,
): FhirResource => ({
  resourceType: 'Practitioner',
  id,
  identifier: [
    { system: 'http://hl7.org/fhir/sid/us-npi', value: business?.npi },
    { system: 'urn:oid:1.2.250.1.71.4.2.1', value: business?.rpps },
  ].filter(({ value }) => value),
  name: [nameOf(name)],
})

/** Returns the practice as an Organization. */
export const organizationOf = (
  id: string,
  business: Pick<Business, 'name' | 'phone' | 'email' | 'street' | 'postalCode' | 'city' | 'region' | 'country'>,
): FhirResource => ({
  resourceType: 'Organization',
  id,
  name: business.name,
  telecom: telecomOf(business),
  address: [
    {
      line: [business.street],
      city: business.city,
      state: business.region,
      postalCode: business.postalCode,
      country: business.country,
    },
  ],
})
