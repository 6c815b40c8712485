type MarkedPart = { text: string; kind: 'placeholder' | 'name' | null }

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** Splits a text into placeholders, names, and other text, so that they can be marked. */
export function markedParts(text: string, terms: Record<'placeholder' | 'name', readonly string[]>): MarkedPart[] {
  const longestFirst = [...terms.placeholder, ...terms.name].toSorted((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return [{ text, kind: null }]
  const placeholders = new Set(terms.placeholder)
  return text
    .split(new RegExp(`(${longestFirst.map(escaped).join('|')})`, 'giu'))
    .map((part, place): MarkedPart => {
      if (place % 2 === 0) return { text: part, kind: null }
      return { text: part, kind: placeholders.has(part) ? 'placeholder' : 'name' }
    })
    .filter((part) => part.text !== '')
}
