/** Marks a field that a list deliberately omits. The reason is documentation only. */
export type LeftOut = { leftOut: string }

export const leftOut = (reason: string): LeftOut => ({ leftOut: reason })

export const isLeftOut = (entry: unknown): entry is LeftOut =>
  typeof entry === 'object' && entry !== null && 'leftOut' in entry

/** A list with one entry per field of a record. To omit a field, its entry must be `leftOut(reason)`. */
export type FieldList<Field extends string, Entry> = { readonly [Name in Field]: Entry | LeftOut }

/** The fields of a list without the omitted ones. */
export type ListedField<List> = { [Name in keyof List]: List[Name] extends LeftOut ? never : Name }[keyof List]

/** Returns the entries of a list in their order, without the omitted fields. */
export const entriesOf = <Field extends string, Entry>(list: FieldList<Field, Entry>): [Field, Entry][] =>
  (Object.entries(list) as [Field, Entry | LeftOut][]).filter((entry): entry is [Field, Entry] => !isLeftOut(entry[1]))
