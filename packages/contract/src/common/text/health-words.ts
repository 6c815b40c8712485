/**
 * Stems of words that exist only in health care, without diacritics, in the four languages. Emails, push notifications and texts are read on lock
 * screens and by other people of a household, so that none of these words may be in them.
 */
const stems = new RegExp(
  [
    'psych|psico|psiqu|^psys?(?:-|$)|therap|terap|patient|pacient|clinic|clinique|klinik|klinisch|heilprakt|heilprax|heilkund|gesundheit|health',
    'behandlung|treatment|tratamiento|diagnos|symptom|sintoma|superbill|good faith|neurolog|logopad|logoped|orthophon|krankenhaus|hopital',
    'hospital(?!i(?:ty|te|dad|zz))|medizin|medecin|medicin|^medic(?:o|a|al|os|as|ale|ales|aux)$|^med$',
    'arzt(?:e|in|innen)?(?:haus|praxis|zentrum)?$|^(?:mental|mentale|sante|salud)$',
  ].join('|'),
  'i',
)

/** Connecting words, such as 'of' and 'und'. They are removed from a name together with an adjacent word of health care. */
const connectors =
  /^(?:de|du|des|la|le|les|l|el|los|las|del|pour|et|fur|und|for|of|and|y|e|para|in|en|der|die|das|[-–—|·•&+/,]+)$/i

/** Returns whether a word means nothing without the next one: a connector, or the first half of 'Kinder- und Jugendlichenpsychotherapie'. */
const belongsToNext = (word: string) => connectors.test(withoutMarks(word)) || /\p{L}-$/u.test(word)

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const lettersOf = (word: string) => withoutMarks(word).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Returns the first word of a text that exists only in health care; null if there is none. */
export function findHealthWord(text: string): string | null {
  if (/good faith/i.test(text)) return 'Good Faith'
  return text.split(/[\s/]+/).find((word) => stems.test(lettersOf(word))) ?? null
}

/**
 * Returns a name without the words that exist only in health care: 'Praxis Lindqvist' for 'Psychotherapeutische Praxis Lindqvist'. Empty if the name
 * consists of nothing else.
 */
export function withoutHealthWords(name: string): string {
  if (findHealthWord(name) === null) return name.trim()
  const kept: string[] = []
  let isAfterDropped = false
  for (const word of name.trim().split(/\s+/)) {
    if (findHealthWord(word) !== null) {
      while (belongsToNext(kept.at(-1) ?? '')) kept.pop()
      isAfterDropped = true
    } else if (!isAfterDropped || !connectors.test(withoutMarks(word))) {
      kept.push(word)
      isAfterDropped = false
    }
  }
  const text = kept.join(' ').replace(/^[\s,;:|–-]+|[\s,;:|–-]+$/g, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Returns an address without words of health care. Parts of lines that contain only such words are omitted. A part with a number is a street or a
 * town and does not change.
 */
export const addressWithoutHealthWords = (address: string): string =>
  address
    .split('\n')
    .map((line) =>
      line
        .split(/,(?!\s*\d)/)
        .map((part) => (/\d/.test(part) ? part.trim() : withoutHealthWords(part)))
        .filter(Boolean)
        .join(', '),
    )
    .filter(Boolean)
    .join('\n')
