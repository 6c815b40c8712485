import { randomUUID } from 'node:crypto'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { CodeList, SearchedSystem } from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { beforeAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { codeTitleLength, countLoadedLists, replaceCodes } from './diagnosis-code.load.ts'

// All titles are made up.
const app = await startSharedApp({ worker: false })
const [therapist, other] = await Promise.all([app.person('therapist', 1), app.person('therapist', 2)])
const worker = { role: 'worker', id: null } as const
const edition = 2000

const load = (name: CodeList, language: Language, titles: Record<string, string>) =>
  app.db.asActor(worker, (tx) =>
    replaceCodes(
      tx,
      { name, language, edition },
      Object.entries(titles).map(([code, title]) => ({ code, title })),
    ),
  )

const english = {
  'F41.1': 'Lasting worry',
  'F41.9': 'Worry, unspecified',
  'F41.8': 'Other (Worrying) disorders',
  'H52.4': 'Unworried and mild',
  'Z63.0': 'Quarrel with 100% of partners',
}

beforeAll(async () => {
  await load('icd-10-cm', 'en', english)
  await load('icd-10-gm', 'de', {
    'F41.1': 'Anhaltende Sorge',
    'F43.2': 'Gestörte Ängstlichkeit',
    'F70.0': 'Maßlosigkeit',
  })
})

const search = (typed: string, language: Language = 'en', system: SearchedSystem = 'icd-10', who = therapist) =>
  who.api.diagnosisCode.search({ system, language, search: typed })
const codesFor = async (...input: Parameters<typeof search>) => (await search(...input)).items.map(({ code }) => code)

test('a code is found by its beginning with or without the dot, before the names', async () => {
  expect(await codesFor('f41')).toEqual(['F41.1', 'F41.9', 'F41.8'])
  expect(await codesFor('f411')).toEqual(['F41.1'])
  expect(await codesFor(' F41.1 ')).toEqual(['F41.1'])
  expect((await search('F41.1')).items).toEqual([{ code: 'F41.1', title: 'Lasting worry', own: false }])
})

test('names are found by all typed words, first where a word begins with the typed one', async () => {
  expect(await codesFor('worry')).toEqual(['F41.9', 'F41.1', 'F41.8'])
  expect(await codesFor('worr')).toEqual(['F41.9', 'F41.1', 'F41.8', 'H52.4'])
  expect(await codesFor('UNSPECIFIED  wor')).toEqual(['F41.9'])
  expect(await codesFor('worry 100')).toEqual([])
})

test('names are found in the language of the reader without accents, and otherwise in a language that is loaded', async () => {
  expect((await search('angst', 'de')).list).toEqual({ name: 'icd-10-gm', language: 'de', edition })
  expect(await codesFor('gestorte angst', 'de')).toEqual(['F43.2'])
  expect(await codesFor('massl', 'de')).toEqual(['F70.0'])
  for (const language of ['en', 'fr', 'es'] as const)
    expect((await search('worry', language)).list).toEqual({ name: 'icd-10-cm', language: 'en', edition })
  await load('icd-11', 'de', { '6A70.1': 'Erfundene Verstimmung' })
  expect((await search('verstimmung', 'fr', 'icd-11')).items.map(({ code }) => code)).toEqual(['6A70.1'])
  expect(await codesFor('6a701', 'fr', 'icd-11')).toEqual(['6A70.1'])
})

test('a superbill searches ICD-10-CM in every language', async () => {
  expect((await search('worry', 'de', 'icd-10-cm')).list?.name).toBe('icd-10-cm')
  expect(await codesFor('f432', 'de', 'icd-10-cm')).toEqual([])
})

test.each(['%', '_', "'", '😀', '—', 'x'.repeat(100), 'مرض'])(
  'the search %j finds nothing and fails nowhere',
  async (typed) => {
    expect(await codesFor(typed)).toEqual([])
  },
)

test('a search finds at most 20 codes and refuses more than 100 characters', async () => {
  await load(
    'icd-11',
    'es',
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`1A${at + 10}`, `Inventado ${at}`])),
  )
  expect((await search('inventado', 'es', 'icd-11')).items).toHaveLength(20)
  await expect(search('x'.repeat(101))).rejects.toMatchObject({ status: 400 })
})

async function diagnose(code: string, text: string) {
  const clientId = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: clientId, lastName: 'Coded', invite: false })
  const fields = { system: 'icd-10', code, text, from: '2026-01-05', until: null } as const
  await therapist.api.treatmentPlan.saveDiagnosis({ id: randomUUID(), clientId, version: 0, ...fields })
}

test('the own codes come first, the most used before the latest, and only for their therapist', async () => {
  await diagnose('Z63.0', 'Own words')
  await diagnose('Z63.0', 'Own words')
  await diagnose('F41.9', '')
  const own = { own: true }
  expect((await search('')).items).toEqual([
    { code: 'Z63.0', title: 'Own words', ...own },
    { code: 'F41.9', title: 'Worry, unspecified', ...own },
  ])
  expect((await therapist.api.treatmentPlan.favorites({})).items.map(({ code }) => code)).toEqual(['Z63.0', 'F41.9'])
  expect(await codesFor('worry')).toEqual(['F41.9', 'F41.1', 'F41.8'])
  expect(await codesFor('own')).toEqual(['Z63.0'])
  expect(await codesFor('', 'en', 'icd-10', other)).toEqual([])
})

test('a list is replaced as a whole, and stays if its replacement fails', async () => {
  const loaded = async () =>
    (await app.db.asActor(worker, (tx) => countLoadedLists(tx, [{ name: 'icd-11', language: 'en' }])))[0]?.count
  expect(await loaded()).toBeUndefined()
  await load('icd-11', 'en', { '6A70': 'One', '6A71': 'Two' })
  await load('icd-11', 'en', { '6A72': 'Three' })
  expect(await loaded()).toBe(1)
  await expect(load('icd-11', 'en', { '6A70': 'x'.repeat(codeTitleLength + 1) })).rejects.toThrow('check')
  expect(await codesFor('6A7', 'en', 'icd-11')).toEqual(['6A72'])
})

test('titles have the length that the table allows', async () => {
  expect((await maxColumnLengths(app)).get('diagnosis_code.title') ?? codeTitleLength).toBe(codeTitleLength)
})
