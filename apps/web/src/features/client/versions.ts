import type { Facts } from './facts.ts'

export type FieldOfFacts = keyof Facts
export type Side = 'mine' | 'theirs'
export type Choice = Partial<Record<FieldOfFacts, Side>>

const same = (one: Facts, other: Facts, field: FieldOfFacts) =>
  JSON.stringify(one[field]) === JSON.stringify(other[field])

/** The fields in which two versions of one record differ, in the order of the form. */
export const differing = (mine: Facts, theirs: Facts): FieldOfFacts[] =>
  (Object.keys(mine) as FieldOfFacts[]).filter((field) => !same(mine, theirs, field))

/** The default choice: the local value for fields that were edited here, the saved value for all others. */
export const suggested = (mine: Facts, before: Facts, theirs: Facts): Choice =>
  Object.fromEntries(differing(mine, theirs).map((field) => [field, same(mine, before, field) ? 'theirs' : 'mine']))

/** The values that a choice results in. */
export function chosenFacts(mine: Facts, theirs: Facts, choice: Choice): Facts {
  const taken = differing(mine, theirs).filter((field) => choice[field] !== 'mine')
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}
