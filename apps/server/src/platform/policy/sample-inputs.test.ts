import { contract } from '@attune/contract'
import { Id } from '@attune/contract/common/ids'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { unknownContext } from '../../testing/fixtures/unknown-fixtures.ts'
import { sampleInputs, testedProcedures } from '../../testing/sample-input-registry.ts'
import { sampleInputsOf } from '../../testing/sample-input.ts'

/** Fields that are missing from every sample input, each with the reason. */
const unnamed: Record<string, string> = {
  'task.saveDraft answer.done[]': 'a line of the form, which is no row; the task that is tried has no list',
  'task.complete answer.done[]': 'a line of the form, which is no row; the task that is tried has no list',
  'task.saveTemplate description.content[].attrs.fileId': 'the contract takes no picture in a template',
}

type Schema = { _zod: { def: Record<string, unknown> } }
type Def = {
  type: string
  shape?: Record<string, Schema>
  options?: Schema[]
  element?: Schema
  innerType?: Schema
  in?: Schema
}

/** The paths of all optional fields and ids of an input, such as `rows[].contacts`. Recursive schemas are followed one level. */
function optionalFieldsAndIds(schema: Schema, path = ''): string[] {
  const { type, shape = {}, options = [], element, innerType, in: before } = schema._zod.def as Def
  const own = (schema as unknown) === Id || type === 'optional' || type === 'default' ? [path] : []
  const below = [
    ...Object.entries(shape).flatMap(([key, field]) => optionalFieldsAndIds(field, path ? `${path}.${key}` : key)),
    ...(element ? optionalFieldsAndIds(element, `${path}[]`) : []),
    ...[innerType, before, ...options].flatMap((part) => (part?._zod ? optionalFieldsAndIds(part, path) : [])),
  ]
  return [...new Set([...own, ...below])]
}

/** The paths of all fields of a value, in the notation of `optionalFieldsAndIds`. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((each) => pathsOf(each, `${path}[]`))]
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path]
  return [path, ...Object.entries(value).flatMap(([key, field]) => pathsOf(field, path ? `${path}.${key}` : key))]
}

const context = unknownContext()

type Contracts = Record<string, Record<string, { '~orpc': { inputSchema: z.ZodType } }>>
const contracts = contract as unknown as Contracts
const namesIn = (features: Record<string, object>) =>
  Object.entries(features).flatMap(([feature, procedures]) =>
    Object.keys(procedures).map((procedure) => `${feature}.${procedure}`),
  )

function inputSchemaOf(name: string): z.ZodType {
  const [feature = '', procedure = ''] = name.split('.')
  return contracts[feature]?.[procedure]?.['~orpc'].inputSchema as z.ZodType
}

test('every procedure has a sample input, and every sample input a procedure', () => {
  expect(namesIn(sampleInputs).toSorted()).toEqual(namesIn(contracts).toSorted())
})

test('every optional field and every id is in a sample input, or listed with a reason', () => {
  const missing: string[] = []
  for (const { name, sample } of testedProcedures) {
    const named = new Set(sampleInputsOf(sample, context, 'own').flatMap(({ input }) => pathsOf(input)))
    const fields = optionalFieldsAndIds(inputSchemaOf(name) as unknown as Schema)
    missing.push(...fields.filter((field) => !named.has(field)).map((field) => `${name} ${field}`))
  }
  expect(missing).toEqual(Object.keys(unnamed))
})

test('every sample input is valid', () => {
  const wrong: string[] = []
  for (const { name, sample } of testedProcedures) {
    for (const { field, input } of sampleInputsOf(sample, context, 'own')) {
      const { error } = inputSchemaOf(name).safeParse(input)
      if (error) wrong.push(`${name} ${field ?? ''}: ${error.message}`)
    }
  }
  expect(wrong).toEqual([])
})
