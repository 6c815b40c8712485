const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
export const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)

/** Removes the characters that XML does not allow, even escaped. */
export const withoutUnwritable = (text: string) =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
