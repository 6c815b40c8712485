import type { ClientFormValues } from '../form/values.ts'

export type ClientFormField = keyof ClientFormValues
export type VersionSide = 'mine' | 'theirs'
export type ChosenVersions = Partial<Record<ClientFormField, VersionSide>>

const same = (one: ClientFormValues, other: ClientFormValues, field: ClientFormField) =>
  JSON.stringify(one[field]) === JSON.stringify(other[field])

/** Returns the fields in which two versions of one record differ, in the order of the form. */
export const differingFields = (mine: ClientFormValues, theirs: ClientFormValues): ClientFormField[] =>
  (Object.keys(mine) as ClientFormField[]).filter((field) => !same(mine, theirs, field))

/** Returns the default choice: the local value for fields that were edited here, the saved value for all others. */
export const suggestedChoice = (
  mine: ClientFormValues,
  before: ClientFormValues,
  theirs: ClientFormValues,
): ChosenVersions =>
  Object.fromEntries(
    differingFields(mine, theirs).map((field) => [field, same(mine, before, field) ? 'theirs' : 'mine']),
  )

/** Merges two versions of the values according to a choice for each field. */
export function applyChoice(
  mine: ClientFormValues,
  theirs: ClientFormValues,
  choice: ChosenVersions,
): ClientFormValues {
  const taken = differingFields(mine, theirs).filter((field) => choice[field] !== 'mine')
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}
