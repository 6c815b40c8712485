const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}')

/**
 * Whether JSON is nested deeper than `most` lists and objects. Scans the bytes without parsing, because code that walks a deeper value would
 * overflow the stack. The result is meaningless for bytes that are not JSON.
 */
export function isDeeperThan(most: number, json: Uint8Array): boolean {
  let [depth, isText] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) isText = !isText
    else if (isText) at += byte === backslash ? 1 : 0
    else if (byte === openList || byte === openObject) {
      if (++depth > most) return true
    } else if (byte === closeList || byte === closeObject) depth--
  }
  return false
}
