import { KeptData } from '@attune/contract/features/people/login/login.schemas'
import { isKeptByPractice } from '@attune/contract/features/people/login/login.rules'
import { expect, test } from 'vitest'
import { dataOfDeletion, keptKindsByTable } from './erased-data.ts'

/** The reasons for keeping data that the comments of tables give, by the part of the report that lists the data. */
const reasons = {
  billing:
    /^(with its |issued invoices|given estimates|the journal of numbers|the receipt of an erasure|invoices show it|record)/,
  record: /^(record|the record |the sessions of the records|those of therapists belong to the records)/,
  practice: /(ids alone|ids and|hashes|expires|bytes that are still to be removed)/,
}

test('each kept table is in the part of the report whose reason its comment gives', () => {
  const wrong = keptKindsByTable().filter(({ kind, reason }) => {
    const part = kind === 'billing' ? 'billing' : isKeptByPractice(kind) ? 'practice' : 'record'
    return !reasons[part].test(reason)
  })
  expect(wrong).toEqual([])
})

test('each kind of kept data is kept by a table, or belongs to the profile of a therapist', () => {
  const byTables = new Set(keptKindsByTable().map(({ kind }) => kind))
  const ofTherapists = ['name', 'profile-details', 'uploads', 'feedback']
  expect(KeptData.options.filter((kind) => !byTables.has(kind))).toEqual(ofTherapists)
  expect(dataOfDeletion('client').kept).toEqual(KeptData.options.filter((kind) => byTables.has(kind)))
})

test('the account of an admin leaves nothing in records', () => {
  expect(dataOfDeletion('admin').kept.every(isKeptByPractice)).toBe(true)
})
