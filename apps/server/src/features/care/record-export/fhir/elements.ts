import { momentWithOffset } from '@attune/contract/common/time/time'
import { createHash } from 'node:crypto'

/** A FHIR element or resource. */
export type FhirElement = { readonly [key: string]: unknown }
export type FhirResource = FhirElement & { resourceType: string; id: string }

export const loinc = 'http://loinc.org'

/** The namespace of the ids of this export. */
const namespace = Buffer.from('6d1f0f3c7a2c4f5e9b0a1f4f6a3f2b71', 'hex')

/** Returns a UUID (version 5) that is the same for the same names. A bundle that is exported again has the same ids. */
export function stableId(...names: string[]): string {
  const hash = createHash('sha1').update(namespace).update(names.join('\n')).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([from, to]) => hex.slice(from, to)).join('-')
}

const urlOf = (id: string) => `urn:uuid:${id}`
export const referenceTo = (id: string) => ({ reference: urlOf(id) })
export const codedConcept = (system: string, code: string, display: string) => ({
  coding: [{ system, code, display }],
})

/** Returns a function that writes an instant, in any form that the database returns, with the offset of a time zone. */
export const momentsIn = (zone: string) => (instant: string) => momentWithOffset(instant, zone)

/**
 * Returns a value without the parts that FHIR does not permit: blank texts, empty lists and elements, null. Undefined if nothing is left. Numbers and
 * booleans stay.
 */
export function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter((one) => one !== undefined)
    return kept.length > 0 ? kept : undefined
  }
  const kept = Object.entries(value)
    .map(([key, of]) => [key, withoutEmpty(of)] as const)
    .filter(([, of]) => of !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** Returns an entry of a bundle as JSON. */
export const entryJson = (resource: FhirResource): string =>
  JSON.stringify({ fullUrl: urlOf(resource.id), resource: withoutEmpty(resource) })
