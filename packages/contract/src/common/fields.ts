/** Stands in a list of fields for a field that the list leaves out. The reason is for the reader; no code evaluates it. */
export type LeftOut = { leftOut: string }

export const leftOut = (reason: string): LeftOut => ({ leftOut: reason })

export const isLeftOut = (entry: unknown): entry is LeftOut =>
  typeof entry === 'object' && entry !== null && 'leftOut' in entry

/** A list that has an entry for each field of a record, or says why it leaves the field out. It does not compile without one of the two. */
export type FieldList<Field extends string, Entry> = { readonly [Name in Field]: Entry | LeftOut }

/** The fields of a list that the list does not leave out. */
export type ListedField<List> = { [Name in keyof List]: List[Name] extends LeftOut ? never : Name }[keyof List]

/** The entries of a list, in the order of the list, without the fields that it leaves out. */
export const entriesOf = <Field extends string, Entry>(list: FieldList<Field, Entry>): [Field, Entry][] =>
  (Object.entries(list) as [Field, Entry | LeftOut][]).filter((entry): entry is [Field, Entry] => !isLeftOut(entry[1]))
