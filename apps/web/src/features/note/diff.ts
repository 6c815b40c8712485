/** A piece of two texts laid over each other: in both, in the first alone, in the second alone. */
export type Piece = { in: 'both' | 'first' | 'second'; text: string }

/** Comparing costs the product of the lengths of what differs; above this it is told as a whole. */
const mostWork = 4_000_000

/** The longest common order of two lists; what differs stands with the first before the second. */
function laidOver(first: string[], second: string[]): Piece[] {
  let start = 0
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1
  let [endA, endB] = [first.length, second.length]
  while (endA > start && endB > start && first[endA - 1] === second[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const [a, b] = [first.slice(start, endA), second.slice(start, endB)]
  const both = (text: string): Piece => ({ in: 'both', text })
  const between = a.length * b.length > mostWork ? whole(a, b) : longestCommon(a, b)
  return [...first.slice(0, start).map(both), ...between, ...first.slice(endA).map(both)]
}

const whole = (a: string[], b: string[]): Piece[] => [
  ...a.map((text): Piece => ({ in: 'first', text })),
  ...b.map((text): Piece => ({ in: 'second', text })),
]

function longestCommon(a: string[], b: string[]): Piece[] {
  const width = b.length + 1
  const length = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => length[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
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

/** Two texts word by word, neighbours of one kind as one piece. */
export function compare(first: string, second: string): Piece[] {
  const pieces: Piece[] = []
  for (const piece of laidOver(words(first), words(second))) {
    const last = pieces.at(-1)
    if (last?.in === piece.in) last.text += piece.text
    else pieces.push({ ...piece })
  }
  return pieces
}

/** One of two compared texts, whole, with what differs in it; between two words that do, the space does too. */
export function sideOf(pieces: Piece[], kind: 'first' | 'second'): { text: string; differs: boolean }[] {
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

/** One text that holds every line of both, common ones once, in their order. */
export const bothTogether = (first: string, second: string) =>
  laidOver(first.split('\n'), second.split('\n'))
    .map((piece) => piece.text)
    .join('\n')
