/**
 * Prepares the HTML of an email for a sandboxed frame. The content security policy allows style elements with the page's
 * nonce but no style attributes, which are all that emails have, so each attribute becomes a rule of one style element. The
 * rest of the HTML is unchanged; the sandbox runs no scripts and follows no links.
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
