import { contract } from '@attune/contract'
import { Id } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { policies } from '../../router.ts'
import { unknownFixtures } from '../../testing/fixtures/unknown-fixtures.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'
import { type ProcedurePolicy, sampleInputsOf } from './policy.ts'

/** Fields that no sample input contains, each with the reason. */
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

/** The paths of all fields of a value, in the same notation. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((each) => pathsOf(each, `${path}[]`))]
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path]
  return [path, ...Object.entries(value).flatMap(([key, field]) => pathsOf(field, path ? `${path}.${key}` : key))]
}

const fixtures = unknownFixtures()
const world: TestContext = {
  caller: { accountId: randomUUID(), email: 'nobody@attune.test', password: 'Winter-2026' },
  fixturesOf: () => fixtures,
  newId: randomUUID,
  freeSlot: () => '2027-01-04T08:00:00.000Z',
  yesterday: () => '2026-11-19T08:00:00.000Z',
}

const procedures = Object.entries(policies).flatMap(([feature, entries]) =>
  Object.entries(entries as Record<string, ProcedurePolicy>).map(([name, entry]) => ({
    name: `${feature}.${name}`,
    entry,
    schema: (contract as unknown as Record<string, Record<string, { '~orpc': { inputSchema: z.ZodType } }>>)[feature]?.[
      name
    ]?.['~orpc'].inputSchema as z.ZodType,
  })),
)

test('every optional field and every id is in a sample input, or listed with a reason [6.06]', () => {
  const missing: string[] = []
  for (const { name, entry, schema } of procedures) {
    const named = new Set(sampleInputsOf(entry, world, 'own').flatMap(({ input }) => pathsOf(input)))
    const fields = optionalFieldsAndIds(schema as unknown as Schema)
    missing.push(...fields.filter((field) => !named.has(field)).map((field) => `${name} ${field}`))
  }
  expect(missing).toEqual(Object.keys(unnamed))
})

test('every sample input is valid [6.06]', () => {
  const wrong: string[] = []
  for (const { name, entry, schema } of procedures) {
    for (const { field, input } of sampleInputsOf(entry, world, 'own')) {
      const { error } = schema.safeParse(input)
      if (error) wrong.push(`${name} ${field ?? ''}: ${error.message}`)
    }
  }
  expect(wrong).toEqual([])
})
