import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * Returns the settings in the file `.env` of a folder; none if there is no such file. Adds a sentence to `mistakes` if the file can't be read as
 * text, and for each value that ends at a `#`.
 */
export function readEnvFile(dir: string, mistakes: string[]): Record<string, string | undefined> {
  const text = readText(join(dir, '.env'), mistakes)
  const settings = parseEnv(text)
  for (const name of cutNames(text, settings))
    mistakes.push(
      `.env cuts the value of ${name} at its #. Put the value in quotation marks; in an address, write # as %23.`,
    )
  return settings
}

function readText(path: string, mistakes: string[]): string {
  try {
    // Editors on Windows begin the file with a byte order mark, which the decoder removes.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') mistakes.push(reasons[code] ?? `Attune can't read the file ${path}: ${code}.`)
    return ''
  }
}

const reasons: Record<string, string> = {
  EISDIR:
    '.env must be a file, but it is a folder, as Docker creates for a missing file. Remove it, or put a file in its place.',
  EACCES: ".env can't be read, because this user isn't allowed to.",
  ERR_ENCODING_INVALID_ENCODED_DATA: '.env must be text in UTF-8. Save it again in this encoding.',
}

/** Returns the names of the settings whose value, without quotation marks, ends at a `#` that follows a character other than a space. */
function cutNames(text: string, settings: Record<string, string | undefined>): string[] {
  const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*([^\s'"`#][^#\n]*)(?<=\S)#/gm)
  return [...lines].flatMap(([, name = '', value]) => (settings[name] === value ? name : []))
}
