/**
 * Prepares the HTML of an email for a sandboxed frame. The content security policy forbids style attributes but allows style elements with the
 * page's nonce, so each style attribute becomes a rule in one style element, and all style elements get the nonce. The other HTML is unchanged: the
 * sandbox runs no scripts and follows no links.
 */
export function mailPage(html: string, nonce: string): string {
  const rules: string[] = []
  const classed = html
    .replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`)
    .replace(/(<[a-z][^>]*?)\sstyle="([^"]*)"/gi, (_, before: string, style: string) => {
      rules.push(`[data-s="${rules.length}"]{${unescaped(style)}}`)
      return `${before} data-s="${rules.length - 1}"`
    })
  const sheet = `<style nonce="${nonce}">${rules.join('').replaceAll('<', '')}</style>`
  return classed.includes('</head>') ? classed.replace('</head>', `${sheet}</head>`) : sheet + classed
}

const unescaped = (style: string) =>
  style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '').replaceAll('&amp;', '&')
