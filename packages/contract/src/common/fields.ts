/** The entry for a field that a list of fields leaves out. The reason is for the reader of the code; no code evaluates it. */
export type LeftOut = { leftOut: string }

export const leftOut = (reason: string): LeftOut => ({ leftOut: reason })

export const isLeftOut = (entry: unknown): entry is LeftOut =>
  typeof entry === 'object' && entry !== null && 'leftOut' in entry

/** A list with an entry for each field of a record. To leave a field out, the list must contain `leftOut(reason)` for that field. */
export type FieldList<Field extends string, Entry> = { readonly [Name in Field]: Entry | LeftOut }

/** The fields of a list that the list does not leave out. */
export type ListedField<List> = { [Name in keyof List]: List[Name] extends LeftOut ? never : Name }[keyof List]

/** Returns the entries of a list in the order of the list. Omits the fields that the list leaves out. */
export const entriesOf = <Field extends string, Entry>(list: FieldList<Field, Entry>): [Field, Entry][] =>
  (Object.entries(list) as [Field, Entry | LeftOut][]).filter((entry): entry is [Field, Entry] => !isLeftOut(entry[1]))
