/**
 * Matches the lines of a list as Word copies them: paragraphs whose style names the level, with the bullet or number as
 * text in a conditional section.
 */
const wordItem = /<p\b[^>]*mso-list:\s*l\d+\s+level(\d)[^>]*>([\s\S]*?)<\/p>/gi
const wordItems = new RegExp(`(?:${wordItem.source}\\s*)+`, 'gi')
const marker = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i
const numbered = /^(?:\d{1,3}|[a-z]{1,4})[.)]/i

type Item = { level: number; tag: 'ol' | 'ul'; html: string }

function itemOf([, level = '1', inside = '']: RegExpMatchArray): Item {
  const sign = (marker.exec(inside)?.[1] ?? '').replaceAll(/<[^>]*>|&nbsp;/g, '').trim()
  return { level: Number(level), tag: numbered.test(sign) ? 'ol' : 'ul', html: inside.replace(marker, '') }
}

function listOf(items: readonly Item[]): string {
  const open: string[] = []
  let html = ''
  const close = () => {
    html += `</li></${open.pop()}>`
  }
  for (const { level, tag, html: text } of items) {
    const depth = Math.min(level, open.length + 1)
    while (open.length > depth || (open.length === depth && open.at(-1) !== tag)) close()
    if (open.length === depth) html += '</li><li>'
    else {
      open.push(tag)
      html += `<${tag}><li>`
    }
    html += `<p>${text}</p>`
  }
  while (open.length > 0) close()
  return html
}

/** Converts Word's lists in HTML to HTML lists. Does not change other HTML. */
export const convertWordLists = (html: string) =>
  html.includes('mso-list')
    ? html.replaceAll(wordItems, (run) => listOf([...run.matchAll(wordItem)].map(itemOf)))
    : html
