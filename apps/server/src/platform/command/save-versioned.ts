/** A save of content that is based on a version of a row. */
type VersionedSave<Stored extends { version: number }, Result> = {
  /** The locked row. If there is none, the version is 0. */
  stored: Stored | null | undefined
  /** The version on which the new content is based. */
  base: number
  /** Whether the row already has the content. */
  isSame: (stored: Stored) => boolean | Promise<boolean>
  /**
   * The condition under which a save with equal content counts as a repeat. `next`: the row has the version after the base. `any`: the row has any
   * version.
   */
  repeat: 'next' | 'any'
  /** Returns the result of a repeat. */
  current: (stored: Stored) => Result | Promise<Result>
  /** Creates the CHANGED refusal, which contains the stored content. */
  changed: () => Error | Promise<Error>
}

/**
 * Calls `save` if the row has the version that the content is based on. Repeating the call changes nothing and returns the current row. Throws the
 * refusal of `changed` for any other version.
 */
export async function saveVersioned<Stored extends { version: number }, Result>(
  { stored, base, isSame, repeat, current, changed }: VersionedSave<Stored, Result>,
  save: () => Promise<Result>,
): Promise<Result> {
  if (stored && (repeat === 'any' || stored.version === base + 1) && (await isSame(stored))) return current(stored)
  if ((stored?.version ?? 0) !== base) throw await changed()
  return save()
}
