/** Scripts whose letters the fonts of PDFs have. Signs, digits and marks belong to no script of their own. */
const printed =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/gu
/** Scripts that PDFs lack and that a message names. */
const named = {
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
  han: /\p{Script=Han}/u,
} as const
export type MissingScript = keyof typeof named | 'other'

/** Returns a script of the texts whose letters PDFs cannot show; null if they show all. */
export function missingScriptOf(texts: readonly (string | null | undefined)[]): MissingScript | null {
  const rest = texts.map((text) => (text ?? '').normalize('NFKC').replace(printed, '')).join('')
  if (!/\p{L}/u.test(rest)) return null
  return (Object.keys(named) as (keyof typeof named)[]).find((script) => named[script].test(rest)) ?? 'other'
}
