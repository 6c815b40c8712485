/** Stores the cookies of a browser for one host. */
export function createCookieJar(cookies = new Map<string, string>()) {
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(headers: Headers) {
      for (const line of headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const gone = at === pair.length - 1 || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
        if (gone) cookies.delete(pair.slice(0, at))
        else cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
    },
  }
}
