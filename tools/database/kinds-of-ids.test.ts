import { expect, test } from 'vitest'
import { filesWithIds, kindsIn, moduleOf } from './kinds-of-ids.mjs'
import { withKindsOfIds } from './types.ts'

const imports = 'import type { ColumnType } from "kysely";'
const table = (name: string, ...columns: string[]) =>
  `export interface ${name} {\n${columns.map((column) => `  ${column};\n`).join('')}}`

test('a file of the contract defines the ids whose type is IdOf, and no other', () => {
  const text = [
    "export const AbsenceId = idOf<'absence'>()",
    "export type AbsenceId = IdOf<'absence'>",
    'export type OtherId = string',
    "type OwnId = IdOf<'own'>",
  ].join('\n')
  expect(kindsIn(text)).toEqual(['AbsenceId'])
})

test('an id that one feature uses is found in the contract of the feature, and in no second file', () => {
  const paths = (kind: string) => filesWithIds().flatMap(({ path, kinds }) => (kinds.includes(kind) ? [path] : []))
  expect(paths('ClientId')).toEqual(['packages/contract/src/common/ids.ts'])
  expect(paths('CustodyNoteId')).toEqual(['packages/contract/src/features/people/guardian/guardian.custody.ts'])
  const all = filesWithIds().flatMap(({ kinds }) => kinds)
  expect(all).toEqual([...new Set(all)])
})

test('the types of tables import each kind of id from the module that defines it', () => {
  const generated = [
    imports,
    table('Absence', 'id: string', 'therapist_id: string', 'title: string'),
    table('RecordCopy', 'id: Generated<string>', 'client_id: string | null', 'resource_id: string'),
  ]
  expect(withKindsOfIds(generated.join('\n'))).toBe(
    [
      'import type { ClientId, TherapistId } from "@attune/contract/common/ids";',
      'import type { RecordCopyId } from "@attune/contract/features/care/record-copy/record-copy";',
      'import type { AbsenceId } from "@attune/contract/features/schedule/availability/availability";',
      imports,
      table('Absence', 'id: AbsenceId', 'therapist_id: TherapistId', 'title: string'),
      table('RecordCopy', 'id: Generated<RecordCopyId>', 'client_id: ClientId | null', 'resource_id: string'),
    ].join('\n'),
  )
})

test('a module of the contract has the name under which other packages import it', () => {
  expect(moduleOf('packages/contract/src/common/ids.ts')).toBe('@attune/contract/common/ids')
})
