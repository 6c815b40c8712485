/** Gives each entry of an archive a path that no other has, even on file systems that do not distinguish capital letters. */
export class UniquePaths {
  readonly #taken = new Set<string>()
  /** The last number used for each path, so that many files with the same name are numbered in linear time. */
  readonly #numbers = new Map<string, number>()

  /** Returns the path, with a number before its ending if it is taken. */
  add(path: string): string {
    const { stem, ending } = splitEnding(path)
    let unique = path
    for (let number = this.#numbers.get(path) ?? 2; this.#taken.has(unique.toLowerCase()); number++) {
      unique = `${stem} (${number})${ending}`
      this.#numbers.set(path, number)
    }
    this.#taken.add(unique.toLowerCase())
    return unique
  }
}

/** Splits the name of a file into the part before its ending, and the ending with its dot, which is empty if there is none. */
export function splitEnding(name: string): { stem: string; ending: string } {
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(name) ?? []
  return { stem, ending }
}
