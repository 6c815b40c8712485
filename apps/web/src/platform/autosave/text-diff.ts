/** A part of two compared texts. */
export type DiffPart = {
  /** The texts that contain the part: both, only the first, or only the second. */
  in: 'both' | 'first' | 'second'
  text: string
}

/**
 * The maximum number of comparisons, which is the product of the lengths of the two differing parts. Above this limit
 * the parts are not compared but reported as entirely different.
 */
const maxComparisons = 4_000_000

/**
 * Compares two lists by their longest common subsequence. Where the lists differ, the elements of the first list come
 * before those of the second.
 */
export function compareLists(first: string[], second: string[]): DiffPart[] {
  let start = 0
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1
  let [endA, endB] = [first.length, second.length]
  while (endA > start && endB > start && first[endA - 1] === second[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const [a, b] = [first.slice(start, endA), second.slice(start, endB)]
  const both = (text: string): DiffPart => ({ in: 'both', text })
  const between = a.length * b.length > maxComparisons ? whole(a, b) : longestCommon(a, b)
  return [...first.slice(0, start).map(both), ...between, ...first.slice(endA).map(both)]
}

const whole = (a: string[], b: string[]): DiffPart[] => [
  ...a.map((text): DiffPart => ({ in: 'first', text })),
  ...b.map((text): DiffPart => ({ in: 'second', text })),
]

function longestCommon(a: string[], b: string[]): DiffPart[] {
  const width = b.length + 1
  const length = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => length[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]]
    if (one !== undefined && one === other) {
      pieces.push({ in: 'both', text: one })
      i += 1
      j += 1
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ in: 'first', text: one })
      i += 1
    } else {
      pieces.push({ in: 'second', text: other ?? '' })
      j += 1
    }
  }
  return pieces
}

const words = (text: string) => text.split(/(\s+)/).filter((word) => word !== '')

/** Compares two texts word by word. Adjacent words of the same kind form one part. */
export function diffWords(first: string, second: string): DiffPart[] {
  const pieces: DiffPart[] = []
  for (const piece of compareLists(words(first), words(second))) {
    const last = pieces.at(-1)
    if (last?.in === piece.in) last.text += piece.text
    else pieces.push({ ...piece })
  }
  return pieces
}

/**
 * Splits one of the two compared texts into parts. Each part either differs from the other text or equals it. A space
 * between two differing words counts as differing.
 */
export function diffSide(pieces: DiffPart[], kind: 'first' | 'second'): { text: string; differs: boolean }[] {
  const shown = pieces.filter((piece) => piece.in === 'both' || piece.in === kind)
  const parts: { text: string; differs: boolean }[] = []
  for (const [place, piece] of shown.entries()) {
    const between = piece.text.trim() === '' && shown[place - 1]?.in === kind && shown[place + 1]?.in === kind
    const differs = piece.in === kind || between
    const last = parts.at(-1)
    if (last?.differs === differs) last.text += piece.text
    else parts.push({ text: piece.text, differs })
  }
  return parts
}

/** Merges two texts line by line. Common lines appear once, and the order of the lines is kept. */
export const mergeLines = (first: string, second: string) =>
  compareLists(first.split('\n'), second.split('\n'))
    .map((piece) => piece.text)
    .join('\n')
