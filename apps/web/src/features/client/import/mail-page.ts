/**
 * The page of a mail for a frame in ours. The page's policy allows style elements with its nonce and no style attributes,
 * which is all that mails have: each becomes a rule of one such element. What else the mail holds is left as it is; the
 * frame runs no script and leads nowhere.
 */
export function mailPage(html: string, nonce: string): string {
  const rules: string[] = []
  const classed = html.replace(/(<[a-z][^>]*?)\sstyle="([^"]*)"/gi, (_, before: string, style: string) => {
    rules.push(`[data-s="${rules.length}"]{${unescaped(style)}}`)
    return `${before} data-s="${rules.length - 1}"`
  })
  const sheet = `<style nonce="${nonce}">${rules.join('').replaceAll('<', '')}</style>`
  return classed.includes('</head>') ? classed.replace('</head>', `${sheet}</head>`) : sheet + classed
}

const unescaped = (style: string) =>
  style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '').replaceAll('&amp;', '&')
