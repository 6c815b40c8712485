import { contract } from '@attune/contract'
import { Id } from '@attune/contract/common/ids'
import type { z } from 'zod'
import { unknownContext } from '../fixtures/unknown-fixtures.ts'
import { testedProcedures } from './sample-input-registry.ts'
import { sampleInputsOf } from './sample-input.ts'

/** Fields that are missing from every sample input, each with the reason. */
const unnamed: Record<string, string> = {
  'message.send template': 'the id of a template of the provider, which is no row; the channel WhatsApp is off',
  'task.saveDraft answer.done[]': 'a line of the form, which is no row; the task that is tried has no list',
  'task.complete answer.done[]': 'a line of the form, which is no row; the task that is tried has no list',
  'task.saveDraft answer.measureId': 'the measure of the form, and the task that is tried has none',
  'task.complete answer.measureId': 'the measure of the form, and the task that is tried has none',
  'task.assign form.copy': 'the server sets it and ignores it in an input',
  'task.edit form.copy': 'the server sets it and ignores it in an input',
  'task.saveTemplate form.copy': 'the server sets it and ignores it in an input',
  'administration.saveLegalText text.content[].attrs.fileId': 'the contract takes no picture in a legal text',
  'administration.saveLegalText before.content[].attrs.fileId': 'the contract takes no picture in a legal text',
  'account.onboard agreedVersionId': 'a text that is not online is refused; legal-text.test.ts names published ones',
  'connection.join agreedVersionId': 'a text that is not online is refused; legal-text.test.ts names published ones',
  'login.acceptInvitation agreedVersionId':
    'a text that is not online is refused; legal-text.test.ts names published ones',
  'login.acceptInvitationSignedIn agreedVersionId':
    'a text that is not online is refused; legal-text.test.ts names published ones',
  'legalText.publish text.content[].attrs.fileId': 'the contract takes no picture in a legal text',
  'treatmentPlan.share diagnosisIds[]':
    'a shared diagnosis would be in later answers to the client; treatment-plan.test.ts names some',
  'task.saveTemplate description.content[].attrs.fileId': 'the contract takes no picture in a template',
  'note.save text.content[].attrs.fileId': 'the contract takes no picture in a note',
  'note.saveClient text.content[].attrs.fileId': 'the contract takes no picture in a note',
  'assistant.accept text.content[].attrs.fileId': 'the contract takes no picture in a note',
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

/** Returns the paths of all optional fields and ids of an input, such as `rows[].contacts`. Follows recursive schemas one level deep. */
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

/** Returns the paths of all fields of a value, in the notation of `optionalFieldsAndIds`. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((each) => pathsOf(each, `${path}[]`))]
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path]
  return [path, ...Object.entries(value).flatMap(([key, field]) => pathsOf(field, path ? `${path}.${key}` : key))]
}

const context = unknownContext()

type Contracts = Record<string, Record<string, { '~orpc': { inputSchema: z.ZodType } }>>
const contracts = contract as unknown as Contracts
function inputSchemaOf(name: string): z.ZodType {
  const [feature = '', procedure = ''] = name.split('.')
  return contracts[feature]?.[procedure]?.['~orpc'].inputSchema as z.ZodType
}

/**
 * Returns the optional fields and ids that no sample input contains and that `unnamed` does not list. Also returns the entries of `unnamed`
 * that a sample input contains.
 */
export function unnamedFields(): string[] {
  const missing = testedProcedures.flatMap(({ name, sample }) => {
    const named = new Set(sampleInputsOf(sample, context, 'own').flatMap(({ input }) => pathsOf(input)))
    const fields = optionalFieldsAndIds(inputSchemaOf(name) as unknown as Schema)
    return fields.filter((field) => !named.has(field)).map((field) => `${name} ${field}`)
  })
  const listed = Object.keys(unnamed)
  return [...missing.filter((field) => !listed.includes(field)), ...listed.filter((field) => !missing.includes(field))]
}

/** Returns the sample inputs that the contract refuses, each with the reason. */
export function invalidSampleInputs(): string[] {
  return testedProcedures.flatMap(({ name, sample }) =>
    sampleInputsOf(sample, context, 'own').flatMap(({ field, input }) => {
      const { error } = inputSchemaOf(name).safeParse(input)
      return error ? [`${name} ${field ?? ''}: ${error.message}`] : []
    }),
  )
}
