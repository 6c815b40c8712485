import { KeptData } from '@attune/contract/features/people/login/login.schemas'
import { isKeptByPractice } from '@attune/contract/features/people/login/login.rules'
import { expect, test } from 'vitest'
import { features } from '../../../../features.ts'
import type { Feature } from '../../../../platform/feature.ts'
import { dataOfDeletion, keptByTable, otherDeletionKinds } from './erased-data.ts'
import { erasedFeatures } from './erased-features.ts'

const folderOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const kindsOfFeatures = Object.entries<Feature>(features).flatMap(([name, { deletion = {} }]) => [
  { feature: folderOf(name), kinds: deletion },
])
const others = Object.entries(otherDeletionKinds).map(([feature, kinds]) => ({ feature, kinds }))
const all = [...kindsOfFeatures, ...others]
const keptTables = all.flatMap(({ kinds }) => keptByTable(kinds))
const reasonsByTable: Record<string, string> = { ...erasedFeatures.kept, ...erasedFeatures.keptByProduct }
const dataFor = (role: 'client' | 'admin') =>
  dataOfDeletion(
    role,
    kindsOfFeatures.map(({ kinds }) => kinds),
  )
/** Returns the features that say as which kind of data their rows are listed. */
const featuresWith = (part: 'erasedOfClient' | 'erasedOfTherapist' | 'keptOfTherapist') =>
  new Set(all.flatMap(({ feature, kinds }) => (part in kinds ? [feature] : [])))

/** The reasons for keeping data that the comments of tables give, by the part of the report that lists the data. */
const reasons = {
  billing:
    /^(with its |issued invoices|given estimates|the journal of numbers|the receipt of an erasure|invoices show it|record)/,
  record: /^(record|the record |the sessions of the records|those of therapists belong to the records)/,
  practice: /(ids alone|ids and|hashes|expires|bytes that are still to be removed)/,
}

test('each feature whose rows are erased with an account, and no other, says as which kind of data', () => {
  const { ofAccount, ofTherapist, withProfile } = erasedFeatures
  expect(featuresWith('erasedOfClient')).toEqual(new Set([...ofAccount, ...withProfile]))
  expect(featuresWith('erasedOfTherapist')).toEqual(new Set([...ofAccount, ...ofTherapist]))
  expect(featuresWith('keptOfTherapist')).toEqual(new Set(withProfile))
})

test('each table whose rows stay has a kind of data, or the reason why it names no person', () => {
  const listed = all.flatMap(({ kinds }) => Object.keys(kinds.kept ?? {}))
  expect(listed.toSorted()).toEqual(Object.keys(reasonsByTable).toSorted())
})

test('each kept table is in the part of the report whose reason its comment gives', () => {
  const wrong = keptTables.filter(({ table, kind }) => {
    const part = kind === 'billing' ? 'billing' : isKeptByPractice(kind) ? 'practice' : 'record'
    return !reasons[part].test(reasonsByTable[table] ?? '')
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
