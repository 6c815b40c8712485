/** Matches zero-width characters, characters that change the direction of a text, and control characters except line feeds and tabs. */
const unwanted =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Removes invisible characters from a part of an answer. Does not remove half a surrogate pair at the end of a part; `withoutLoneSurrogates` does.
 */
export const withoutInvisible = (text: string): string =>
  text
    .replace(/[\u0085\u2028\u2029]/g, '\n')
    .replace(unwanted, '')
    .replace(/\t/g, ' ')

const target = '(?:[^\\s()]|\\([^\\s()]*\\))*'
const title = '(?:\\s+(?:"[^"]*"|\'[^\']*\'))?'
const images = new RegExp(`!\\[[^\\]]*\\](?:\\(\\s*${target}${title}\\s*\\))?`, 'gu')
const links = new RegExp(`\\[([^\\[\\]]*)\\]\\(\\s*${target}${title}\\s*\\)`, 'gu')
const tags = /<\/?[a-z!?][^>]*>/giu
const openTags = /<(?=[a-z/!?])/giu
/** Matches the rest of a URL, without punctuation at its end, which belongs to the sentence. */
const rest = '[^\\s<>]*[^\\s<>.,;:!?)"\'»”’]'
const addresses = [
  new RegExp(`(?<![\\p{L}\\p{N}])[a-z][a-z0-9+.-]{1,20}:/{1,3}${rest}`, 'giu'),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:javascript|vbscript|mailto|file|blob|sms|data(?=:[a-z]+/)|tel(?=:\\+?\\d)):${rest}`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}\\p{N}])www\\.${rest}`, 'giu'),
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu,
  new RegExp(`(?:/{2})?(?<![\\p{L}\\p{N}.-])(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}(?::\\d+)?[/?#]${rest}`, 'giu'),
  /(?:\/{2})?(?<![\p{L}\p{N}.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|info|biz|app|dev|co|eu|test|example|invalid|xyz|ru|cn|onion|site|online)(?![\p{L}\p{N}-])/giu,
]

function withoutMarkup(text: string): string {
  let [before, result] = ['', text]
  while (result !== before) {
    before = result
    result = result.replace(images, '').replace(links, '$1').replace(tags, '')
    for (const address of addresses) result = result.replace(address, '')
  }
  return result.replace(openTags, '')
}

const withoutEmphasis = (text: string): string =>
  text
    .replace(/`+|~~/g, '')
    .replace(/(?<!\d)\*+(?=\S)|(?<=\S)\*+(?!\d)/g, '')
    .replace(/(?<!_)__(?!_)/g, '')
    .replace(/(?<![\p{L}\p{N}_])_(?=\p{L})|(?<=[\p{L}\p{P}])(?<!_)_(?![\p{L}\p{N}_])/gu, '')

/** Removes markup, links, images, URLs and emphasis from a part of a line that contains only whole constructs. Keeps the text of links. */
export const plainWords = (text: string): string =>
  withoutEmphasis(withoutMarkup(text.replace(loneSurrogates, '').replace(/\\([\\`*_{}[\]()#+.!~>|-])/g, '$1'))).replace(
    / {2,}/g,
    ' ',
  )

/** Removes the marks at the start of a line: headings, quotes, code fences and rules. A list mark becomes '- '. */
export const plainLineStart = (line: string): string =>
  line
    .replace(/^\s*(?:`{3,}|~{3,})\s*[\w-]*\s*$/u, '')
    .replace(/^\s*(?:[-*=]\s*){3,}$/u, '')
    .replace(/^\s*(?:>\s?)+/u, '')
    .replace(/^\s*#{1,6}(?:\s+|$)/u, '')
    .replace(/^\s*[*+•‣◦·–-]\s+(?=\S)/u, '- ')
    .trimStart()
