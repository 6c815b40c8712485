/** A save of content that is based on a version of a row. */
type VersionedSave<Stored extends { version: number }, Result> = {
  /** The row, which the transaction has locked. Without a row, the stored version is 0. */
  stored: Stored | null | undefined
  /** The version that the content is based on. */
  base: number
  /** Whether the row already has the content. */
  isSame: (stored: Stored) => boolean | Promise<boolean>
  /**
   * When a save of the same content is a repeat: `next` if the row has the version after the base, `any` whatever version the row has.
   */
  repeat: 'next' | 'any'
  /** Returns the result of a repeat. */
  current: (stored: Stored) => Result | Promise<Result>
  /** Creates the refusal CHANGED, which shows what is stored. */
  changed: () => Error | Promise<Error>
}

/**
 * Calls `save` if the row has the version that the content is based on. A repeat changes nothing and returns the current row. Throws
 * the refusal of `changed` for any other version.
 */
export async function saveVersioned<Stored extends { version: number }, Result>(
  { stored, base, isSame, repeat, current, changed }: VersionedSave<Stored, Result>,
  save: () => Promise<Result>,
): Promise<Result> {
  if (stored && (repeat === 'any' || stored.version === base + 1) && (await isSame(stored))) return current(stored)
  if ((stored?.version ?? 0) !== base) throw await changed()
  return save()
}
