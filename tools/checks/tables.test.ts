import { expect, test } from 'vitest'
import { demoFaults } from './demo-tables.mjs'
import { triggerFaults, unusedNameFaults } from './subscribed-changes.mjs'
import { commentFaults } from './table-comments.mjs'
import { exportFaults, partsIn, partsWithoutTable, unwrittenParts, writtenParts } from './table-exports.mjs'
import { namesIn, periodFaults } from './table-periods.mjs'
import { sampleRowFaults, subscriptionFaults, tablesIn } from './tables.mjs'

const rules = 'owner: therapist; erasure: delete; disconnect: keep'
const migrations = [{ path: 'db/migrations/0002-tags.sql', text: 'create table app.tag (' }]
const definers = [
  { name: 'end_tags', args: 'uuid,uuid,timestamp with time zone' },
  { name: 'tag_gone', args: '' },
]

const samples = [
  {
    path: 'apps/server/src/features/people/tag/tag.sample-inputs.testing.ts',
    text: 'const rows = {\n  tag: () => ({}),\n} satisfies Partial<SampleRows>\n\nexport const tagSamples = { rows }\n',
  },
]
const registry = "const samples = {\n  tag: tagSamples,\n}\ntype TableOfNoFeature =\n  | 'audit'\n\n"
const contract = [
  {
    path: 'packages/contract/src/features/people/tag/tag.ts',
    text: "export const tagTables = {\n  tags: { table: 'tag', filters: ['id'] },\n} as const satisfies RealtimeTables\n",
  },
]
const noNames = [{ path: 'packages/contract/src/features/people/tag/tag.ts', text: 'export const tagTables = {}' }]

const oneTable = (line: string) => tablesIn(line)
const cleaners = {
  tables: new Set(['app.tag']),
  definers: new Set(['delete_old_mails']),
  code: namesIn([{ text: 'async function deleteOldChanges() {}' }]),
  decisions: new Set(['0106']),
}
const live = oneTable(`app.tag changes: insert update; comment: ${rules}`)
const silent = oneTable(`app.tag changes: none; comment: ${rules}`)

const subscription = (more: object): string[] =>
  subscriptionFaults({
    tables: live,
    contract,
    collection: '  ...tagTables,',
    samples,
    withoutSubscription: new Set<string>(),
    migrations,
    ...more,
  })
const comment = (text: string): string[] =>
  commentFaults(oneTable(`app.tag changes: none; comment: ${text}`), definers, migrations)

test('a table with triggers, public name, sample row and rules has no findings', () => {
  expect(subscription({})).toEqual([])
  expect(sampleRowFaults({ tables: live, samples, registry })).toEqual([])
  expect(comment(rules)).toEqual([])
})

test('a public name without change triggers is found with its contract file and the migration', () => {
  expect(subscription({ tables: silent })).toEqual([
    expect.stringMatching(
      /^packages\/contract\/src\/features\/people\/tag\/tag\.ts gives app\.tag .* db\/migrations\/0002-tags\.sql/,
    ),
  ])
})

test('change triggers without a public name are found with the contract file of the feature', () => {
  expect(subscription({ contract: noNames })).toEqual([
    'app.tag has change triggers but no public name: add it to the tables in packages/contract/src/features/people/tag/tag.ts',
  ])
})

test('a table with neither is found until it is listed as such', () => {
  expect(subscription({ tables: silent, contract: noNames })).toEqual([
    expect.stringMatching(/^app\.tag has neither .*list it in tools\/checks\/tables-without-subscription\.mjs/),
  ])
  const withoutSubscription = new Set(['tag'])
  expect(subscription({ tables: silent, contract: noNames, withoutSubscription })).toEqual([])
  expect(subscription({ withoutSubscription })).toEqual([
    expect.stringMatching(/delete it from tools\/checks\/tables-without-subscription\.mjs/),
  ])
})

test('public names that contract.ts does not collect are found', () => {
  expect(subscription({ collection: '' })).toEqual([
    'tagTables of packages/contract/src/features/people/tag/tag.ts is not in realtimeTables: add it to packages/contract/src/contract.ts',
  ])
})

test('a public name of a table that does not exist is found', () => {
  expect(subscription({ tables: [] })).toEqual([expect.stringMatching(/public name to app\.tag, which does not exist/)])
})

test('a table without a sample row is found with the file of its feature', () => {
  const tables = tablesIn(`app.tag_client changes: none; comment: ${rules}\napp.audit changes: none; comment: ${rules}`)
  expect(sampleRowFaults({ tables, samples, registry })).toEqual([
    'app.tag_client has no sample row for the isolation test: add one to apps/server/src/features/people/tag/tag.sample-inputs.testing.ts',
  ])
})

test('sample rows that the registry does not collect are found', () => {
  expect(sampleRowFaults({ tables: live, samples, registry: '' })).toEqual([
    expect.stringMatching(/^tagSamples of .* is not in the list of samples: add it to .*sample-input-registry\.ts$/),
  ])
})

test.each([
  ['owner: therapist; erasure: delete; disconnect: keep; feature: tag', 'does not say who cleans it'],
  ['disconnect: keep; kept: a while; feature: tag', "unknown period 'a while'"],
  [
    'disconnect: keep; kept: 1 year by def.delete_old_tags (after its creation)',
    'def.delete_old_tags, which does not exist',
  ],
  ['disconnect: keep; kept: 2 hours by deleteTags (after the change)', 'deleteTags, which the server does not have'],
  ['disconnect: keep; kept: with app.label', 'app.label, which does not exist'],
  ['disconnect: keep; kept: for ever (decision 9999); feature: tag', 'decision 9999, which does not exist'],
])('the comment %s is found, because it names nobody who cleans the table', (text, fault) => {
  expect(periodFaults(text, cleaners)[0]).toContain(fault)
})

test.each([
  '1 year by def.delete_old_mails (after it was queued)',
  '1 hour by deleteOldChanges (after the change)',
  'until it expires by deleteOldChanges',
  'with app.tag',
  'record',
  'few (one row per account)',
  'until its therapist deletes it',
  'for ever (decision 0106)',
])('the period %s is valid', (kept) => {
  expect(periodFaults(`disconnect: keep; kept: ${kept}; feature: tag`, cleaners)).toEqual([])
})

test('a comment without its owner or without a rule is found with the migration', () => {
  expect(comment('none')[0]).toMatch(/^app\.tag lacks owner, erasure, disconnect in its comment.*0002-tags\.sql/)
  expect(comment('owner: therapist; erasure: delete')[0]).toMatch(/^app\.tag lacks disconnect in its comment/)
  expect(comment('owner: therapist; disconnect: keep')[0]).toMatch(/^app\.tag lacks erasure in its comment/)
})

test('a rule of another form, without its reason, or with an unknown table or function is found', () => {
  const erasure = (rule: string): string[] => comment(`owner: therapist; erasure: ${rule}; disconnect: keep`)
  const disconnect = (rule: string): string[] => comment(`owner: therapist; erasure: delete; disconnect: ${rule}`)
  expect(erasure('forget')[0]).toMatch(/unknown rule 'forget' for erasure/)
  expect(erasure('keep')[0]).toMatch(/keeps its rows at erasure without a reason/)
  expect(erasure('with app.other')[0]).toMatch(/goes with app\.other at erasure, which does not exist/)
  expect(erasure('delete by def.end_tags')[0]).toMatch(/names def\.end_tags for erasure/)
  expect(disconnect('keep by def.end_tags and def.tag_gone')).toEqual([])
  expect(disconnect('keep by def.unknown')[0]).toMatch(/names def\.unknown for disconnect/)
})

test('a change that a role may make to a followed table needs its trigger', () => {
  const rights = 'table app.tag attune_app_therapist DELETE\ncolumns app.tag attune_app_therapist INSERT id name\n'
  const line = (changes: string) => `app.tag changes: ${changes}; comment: ${rules}\n`
  expect(triggerFaults(line('insert delete'), rights)).toEqual([])
  expect(triggerFaults(line('none'), rights)).toEqual([])
  expect(triggerFaults(line('insert update'), rights)).toEqual([expect.stringMatching(/^app\.tag .*none for delete/)])
  expect(triggerFaults(line('insert'), rights.replace('therapist DELETE', 'definer DELETE'))).toEqual([])
})

test('a public name to which no page subscribes is found', () => {
  const page = (text: string) => [{ path: 'apps/web/src/features/people/tag/use-tags.ts', text }]
  expect(unusedNameFaults(contract, page("useSubscription({ table: 'tags' })"))).toEqual([])
  expect(unusedNameFaults(contract, page("const tags = read('tags')"))).toEqual([
    expect.stringMatching(/'tags'.*tag\.ts/),
  ])
})

test('a table that the demo practice neither fills nor lists as empty is a finding', () => {
  const tables = oneTable(`app.tag changes: none; comment: ${rules}; feature: client-tag`)
  const list = (constant: string, name: string) => [
    { path: 'tag.ts', text: `const ${constant} = {\n  ${name}: 'has no example yet',\n} satisfies EmptyInDemo\n` },
  ]
  expect(demoFaults(tables, '', list('rows', 'tag'))).toEqual([
    'app.tag is empty in the demo practice: fill it in tools/demo, or give the reason in emptyInDemo beside its sample row',
  ])
  expect(demoFaults(tables, '', list('emptyInDemo', 'tag'))).toEqual([])
  expect(demoFaults(tables, '', list('emptyWithoutSamples', 'tag'))).toEqual([])
  expect(demoFaults(tables, 'await api.clientTag.create({})', [])).toEqual([])
  expect(demoFaults(tables, 'await api.clientTag.create({})', list('emptyInDemo', 'tags'))).toEqual([
    'tag.ts lists app.tags as empty, which does not exist',
  ])
})

test('a table names a part of the export, the exports of records, or why it is in none', () => {
  const faults = (clause: string) => exportFaults(`disconnect: keep; ${clause}kept: record; feature: tag`, ['journal'])
  for (const clause of ['export: journal; ', 'export: record; ', 'export: none (a key); '])
    expect(faults(clause), clause).toEqual([])
  for (const clause of ['', 'export: diary; ', 'export: none; ']) expect(faults(clause), clause).toHaveLength(1)
})

test('a table whose feature writes nothing into the part of the export that its comment names is found', () => {
  const path = 'apps/server/src/features/people/tag/tag.exported.ts'
  const text =
    "import { definePart } from '../../../platform/personal-export/exported-part.ts'\ndefinePart({\n  name: 'settings',\n})"
  const table = (part: string, feature = 'tag') => ({
    schema: 'app',
    name: 'tag',
    comment: `owner: therapist; disconnect: keep; export: ${part}; kept: record; feature: ${feature}`,
  })
  const parts = ['settings', 'journal']
  const written = writtenParts([{ path, text }], parts)
  const faults = (...of: Parameters<typeof table>) => unwrittenParts([table(...of)], parts, written)
  expect([faults('settings'), faults('record'), faults('none (ids alone)')]).toEqual([[], [], []])
  expect(faults('journal')).toEqual([expect.stringContaining('app.tag is in the part')])
  expect(faults('settings', 'note')).toEqual([expect.stringContaining('note.exported.ts')])
})

test('a part of the export that no table names is found', () => {
  const parts = partsIn("export const personalExportParts = [\n  'journal',\n  'safety-plan',\n] as const")
  expect(parts).toEqual(['journal', 'safety-plan'])
  expect(partsWithoutTable(['owner: account; export: journal; kept: record'], parts)).toEqual([
    expect.stringContaining("'safety-plan'"),
  ])
})
