import { readFileSync } from 'node:fs'
import { isLeftOut } from '@attune/contract/common/fields'
import { KeptData } from '@attune/contract/features/people/login/login.schemas'
import { isKeptByPractice } from '@attune/contract/features/people/login/login.rules'
import { expect, test } from 'vitest'
import { features } from '../../apps/server/src/features.ts'
import { dataOfDeletion, otherDeletionKinds } from '../../apps/server/src/features/people/login/account/erased-data.ts'
import type { Feature } from '../../apps/server/src/platform/feature.ts'
import { fatesOf } from './deletion-kinds.mjs'

const fates = fatesOf(readFileSync('db/tables.txt', 'utf8'))
const folderOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const ofFeatures = Object.entries<Feature>(features).map(([name, { deletion = {} }]) => ({
  feature: folderOf(name),
  kinds: deletion,
}))
const all = [...ofFeatures, ...Object.entries(otherDeletionKinds).map(([feature, kinds]) => ({ feature, kinds }))]
const keptTables = all.flatMap(({ kinds: { kept, keptOfProduct } }) =>
  Object.entries({ ...kept, ...keptOfProduct }).flatMap(([table, kind]) => (isLeftOut(kind) ? [] : [{ table, kind }])),
)
const reasonsByTable = new Map([...fates.kept, ...fates.keptByProduct].map(({ table, reason = '' }) => [table, reason]))
const dataFor = (role: 'client' | 'admin') =>
  dataOfDeletion(
    role,
    ofFeatures.map(({ kinds }) => kinds),
  )
/** Returns the features that say as which kind of data their rows are listed. */
const featuresWith = (part: 'erasedOfClient' | 'erasedOfTherapist' | 'keptOfTherapist') =>
  new Set(all.flatMap(({ feature, kinds }) => (part in kinds ? [feature] : [])))
/** Returns the tables that a part of the records lists, each with its feature. */
const tablesIn = (part: 'kept' | 'keptOfProduct') =>
  all
    .flatMap(({ feature, kinds }) => Object.keys(kinds[part] ?? {}).map((table) => `${table} of ${feature}`))
    .toSorted()
const expectedIn = (tables: { table: string; feature: string }[]) =>
  tables.map(({ table, feature }) => `${table} of ${feature}`).toSorted()

/** The reasons for keeping data that the comments of tables give, by the part of the report that lists the data. */
const reasons = {
  billing:
    /^(with its |issued invoices|given estimates|the journal of numbers|the receipt of an erasure|invoices show it|record)/,
  record: /^(record|the record |the sessions of the records|those of therapists belong to the records)/,
  practice: /(ids alone|ids and|hashes|expires|bytes that are still to be removed)/,
}

test('each feature whose rows are erased with an account, and no other, says as which kind of data', () => {
  const { ofAccount, ofTherapist, withProfile } = fates
  expect(featuresWith('erasedOfClient')).toEqual(new Set([...ofAccount, ...withProfile]))
  expect(featuresWith('erasedOfTherapist')).toEqual(new Set([...ofAccount, ...ofTherapist]))
  expect(featuresWith('keptOfTherapist')).toEqual(new Set(withProfile))
})

test('each table whose rows stay has a kind of data, or the reason why it names no person, in the record of its feature', () => {
  expect(tablesIn('kept')).toEqual(expectedIn(fates.kept))
  expect(tablesIn('keptOfProduct')).toEqual(expectedIn(fates.keptByProduct))
})

test('each kept table is in the part of the report whose reason its comment gives', () => {
  const wrong = keptTables.filter(({ table, kind }) => {
    const part = kind === 'billing' ? 'billing' : isKeptByPractice(kind) ? 'practice' : 'record'
    return !reasons[part].test(reasonsByTable.get(table) ?? '')
  })
  expect(wrong).toEqual([])
})

test('each kind of kept data is kept by a table, or belongs to the profile of a therapist', () => {
  const byTables = new Set(keptTables.map(({ kind }) => kind))
  const ofTherapists = ['name', 'profile-details', 'uploads', 'feedback']
  expect(KeptData.options.filter((kind) => !byTables.has(kind))).toEqual(ofTherapists)
  expect(dataFor('client').kept).toEqual(KeptData.options.filter((kind) => byTables.has(kind)))
})

test('the account of an admin leaves nothing in records', () => {
  expect(dataFor('admin').kept.every(isKeptByPractice)).toBe(true)
})
